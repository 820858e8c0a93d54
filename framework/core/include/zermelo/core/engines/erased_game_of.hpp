// SPDX-License-Identifier: MIT
// An erased_game made from a game module: the only place where a game's rules are compiled. The game's source contains
//
//   template class zermelo::erased_game_of<zermelo::games::mnk>;
//
// A test that links with this source reuses the compiled code if it has the same line preceded by `extern`.
#pragma once

#include <memory>
#include <utility>

#include <zermelo/core/engines/erased_game.hpp>
#include <zermelo/core/engines/game_task.hpp>
#include <zermelo/core/engines/published_solver.hpp>
#include <zermelo/core/game/check_hooks.hpp>
#include <zermelo/core/game/hooks_of_game.hpp>
#include <zermelo/core/positions/explored_game.hpp>

namespace zermelo {

/// Used for a game class with a wrong hook: the only compile error is about this hook.
template <class G, bool HasRightHooks = has_right_hooks<G>>
class erased_game_of {
  static_assert(check_game_hooks<G>());
};

/// Contains the game in its ranked form. Unless the object comes from `make_ranked`, the positions of a game without a
/// ranking are not yet numbered.
template <class G>
class erased_game_of<G, true> final : public erased_game {
  using ranked = ranked_form<G>;

 public:
  /// @param published  the game's published solver, which must outlive the erased game; null: the game has none
  [[nodiscard]] static std::unique_ptr<erased_game> make(G game, const published_solver<ranked>* published = nullptr);
  /// Makes an erased game from a ranked form whose positions may be numbered already.
  [[nodiscard]] static std::unique_ptr<erased_game> make_ranked(ranked game,
                                                                const published_solver<ranked>* published = nullptr);

  [[nodiscard]] const game_hooks& hooks() const override { return m_hooks; }
  [[nodiscard]] const zermelo::rules& rules() const override { return m_task.rules(); }
  [[nodiscard]] const product_rules* product() const override { return m_product; }
  [[nodiscard]] position_numbering* numbering() const override {
    if constexpr (ExploredGame<ranked>) return &m_game.numbering();
    return nullptr;
  }
  [[nodiscard]] engine_task task() const override { return m_task.on_threads(0); }

 private:
  erased_game_of(ranked game, const published_solver<ranked>* published)
      : m_game(std::move(game)), m_task(m_game, published), m_hooks(m_game) {
    if (is_product(m_game)) m_product = m_task.product();
  }

  ranked m_game;
  game_task<ranked> m_task;
  hooks_of_game<G, ranked> m_hooks;
  const product_rules* m_product = nullptr;
};

// Not inline, so that a file with `extern template` does not compile it.
template <class G>
std::unique_ptr<erased_game> erased_game_of<G, true>::make(G game, const published_solver<ranked>* published) {
  return make_ranked(ranked(std::move(game)), published);
}

template <class G>
std::unique_ptr<erased_game> erased_game_of<G, true>::make_ranked(ranked game,
                                                                  const published_solver<ranked>* published) {
  return std::unique_ptr<erased_game>(new erased_game_of(std::move(game), published));
}

}  // namespace zermelo
