// SPDX-License-Identifier: MIT
// A game as the kit asks it: without the type of its states. A game's test that links with the game's own source, and
// says so by the line
//
//   extern template class zermelo::erased_game_of<zermelo::games::mnk>;
//
// tests what users run, and compiles none of the rules again.
#pragma once

#include <memory>

#include <zermelo/core/engines/erased_game.hpp>
#include <zermelo/core/engines/erased_game_of.hpp>
#include <zermelo/core/engines/published_solver.hpp>
#include <zermelo/core/game/check_hooks.hpp>
#include <zermelo/core/positions/explored_game.hpp>

namespace zermelo::testkit {

/// Numbers all positions that can be reached from the start of a game without a ranking. Nothing if they have numbers.
void explore(const erased_game& game);

/// The game; one without a ranking is not explored yet. A game that has been explored keeps its numbers.
/// @param published  the game's baseline; null: none
template <class G>
[[nodiscard]] std::unique_ptr<erased_game> erase(const G& game,
                                                 const published_solver<ranked_form<G>>* published = nullptr) {
  static_assert(check_game_hooks<G>());
  // What is wrong has been said: nothing more is, of what follows from it.
  if constexpr (!has_right_hooks<G>) {
    return nullptr;
  } else if constexpr (ExploredGame<G>) {
    return erased_game_of<typename G::plain_game>::make_ranked(game, published);
  } else {
    return erased_game_of<G>::make(game, published);
  }
}

/// A game whose positions have numbers.
template <class G>
[[nodiscard]] std::unique_ptr<erased_game> erase_numbered(const G& game,
                                                          const published_solver<ranked_form<G>>* published = nullptr) {
  std::unique_ptr<erased_game> erased = erase(game, published);
  explore(*erased);
  return erased;
}

/// The rules of a game whose positions have numbers. Must outlive what refers to the rules.
class erased_rules {
 public:
  template <class G>
  explicit erased_rules(const G& game) : m_game(erase_numbered(game)) {}
  operator const rules&() const noexcept { return m_game->rules(); }  // NOLINT(google-explicit-constructor): they are

 private:
  std::unique_ptr<erased_game> m_game;
};

}  // namespace zermelo::testkit
