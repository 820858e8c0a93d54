// SPDX-License-Identifier: MIT
// Solves a game with every engine, for tests that compare its solution with published results.
#pragma once

#include <zermelo/core/value/value_table.hpp>
#include <zermelo/testkit/erase.hpp>

namespace zermelo::testkit {

/// Solves a game with every available engine. Fails the running test unless all solutions are equal and pass
/// verification. Precondition: the positions are numbered.
[[nodiscard]] value_table solve_erased_on_all_engines(const erased_game& game);

/// Solves a game module with every available engine; a game without a ranking is explored first.
/// @param published  the game's baseline, or null
template <class G>
[[nodiscard]] value_table solve_on_all_engines(const G& game,
                                               const published_solver<ranked_form<G>>* published = nullptr) {
  return solve_erased_on_all_engines(*erase_numbered(game, published));
}

}  // namespace zermelo::testkit
