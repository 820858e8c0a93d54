// SPDX-License-Identifier: MIT
// Games without the type of their states, as checked and solved by the kit. A test that links with the game's own
// source contains the line
//
//   extern template class zermelo::erased_game_of<zermelo::games::mnk>;
//
// Then the test uses the code that users run, and the game's rules are not compiled again.
#pragma once

#include <memory>

#include <zermelo/core/engines/erased_game.hpp>
#include <zermelo/core/engines/erased_game_of.hpp>
#include <zermelo/core/engines/published_solver.hpp>
#include <zermelo/core/game/check_hooks.hpp>
#include <zermelo/core/positions/explored_game.hpp>

namespace zermelo::testkit {

/// Explores a game without a ranking: numbers all positions that can be reached from its start. Does nothing if the
/// positions are already numbered.
void explore(const erased_game& game);

/// A game module without the type of its states. A game without a ranking is not explored; an explored game keeps the
/// numbers of its positions. @param published  the game's baseline; null: there is none
template <class G>
[[nodiscard]] std::unique_ptr<erased_game> erase(const G& game,
                                                 const published_solver<ranked_form<G>>* published = nullptr) {
  static_assert(check_game_hooks<G>());
  // The assertion has reported the wrong hooks. Further compilation would only add errors that follow from them.
  if constexpr (!has_right_hooks<G>) {
    return nullptr;
  } else if constexpr (ExploredGame<G>) {
    return erased_game_of<typename G::plain_game>::make_ranked(game, published);
  } else {
    return erased_game_of<G>::make(game, published);
  }
}

/// A game module without the type of its states, explored if it has no ranking.
template <class G>
[[nodiscard]] std::unique_ptr<erased_game> erase_numbered(const G& game,
                                                          const published_solver<ranked_form<G>>* published = nullptr) {
  std::unique_ptr<erased_game> erased = erase(game, published);
  explore(*erased);
  return erased;
}

/// The rules of a game module, explored if it has no ranking. Must outlive references to the rules.
class erased_rules {
 public:
  template <class G>
  explicit erased_rules(const G& game) : m_game(erase_numbered(game)) {}
  // NOLINTNEXTLINE(google-explicit-constructor): a test passes a game where rules are expected
  operator const rules&() const noexcept { return m_game->rules(); }

 private:
  std::unique_ptr<erased_game> m_game;
};

}  // namespace zermelo::testkit
