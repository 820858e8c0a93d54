// SPDX-License-Identifier: MIT
// Erases the state type of a game, so that the kit can check and solve it. A test that links with the game's source
// contains the line
//
//   extern template class zermelo::erased_game_of<zermelo::games::mnk>;
//
// so that it uses the code that users run, and does not compile the game's rules again.
#pragma once

#include <memory>

#include <zermelo/core/engines/erased_game.hpp>
#include <zermelo/core/engines/erased_game_of.hpp>
#include <zermelo/core/engines/published_solver.hpp>
#include <zermelo/core/game/check_hooks.hpp>
#include <zermelo/core/positions/explored_game.hpp>

namespace zermelo::testkit {

/// Explores a game without a ranking: numbers all positions reachable from its start. Does nothing if the positions are
/// already numbered.
void explore(const erased_game& game);

/// Erases the state type of a game module. A game without a ranking is not explored; an explored game keeps its
/// numbering. @param published  the game's baseline, or null
template <class G>
[[nodiscard]] std::unique_ptr<erased_game> erase(const G& game,
                                                 const published_solver<ranked_form<G>>* published = nullptr) {
  static_assert(check_game_hooks<G>());
  // The assertion has reported the wrong hooks. Compiling further would only add errors with the same cause.
  if constexpr (!has_right_hooks<G>) {
    return nullptr;
  } else if constexpr (ExploredGame<G>) {
    return erased_game_of<typename G::plain_game>::make_ranked(game, published);
  } else {
    return erased_game_of<G>::make(game, published);
  }
}

/// Erases the state type of a game module, and explores the game if it has no ranking.
template <class G>
[[nodiscard]] std::unique_ptr<erased_game> erase_numbered(const G& game,
                                                          const published_solver<ranked_form<G>>* published = nullptr) {
  std::unique_ptr<erased_game> erased = erase(game, published);
  explore(*erased);
  return erased;
}

/// The rules of a game module, which is explored if it has no ranking. Must outlive references to the rules.
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
