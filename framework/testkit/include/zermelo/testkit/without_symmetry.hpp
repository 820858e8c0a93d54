// SPDX-License-Identifier: MIT
// Solves a game reduced by symmetry once more, state by state, without its hooks for symmetry and numbers.
#pragma once

#include <zermelo/testkit/erase.hpp>
#include <zermelo/testkit/solve_on_all_engines.hpp>

namespace zermelo::testkit {

/// Solves the states that can be reached from the representatives of all positions, wave by wave over all moves, and
/// expects that each state has the value of its representative, which every engine found. Moves are followed by state,
/// and states are told apart by their text, so that this solve does not use `canonical`, `rank` or moves by number.
/// Preconditions: wins count 1 point, and terminals have a distance of 0 or 1; a few hundred thousand states at most.
void expect_erased_values_without_symmetry(const erased_game& game);

template <class G>
void expect_values_without_symmetry(const G& game) {
  expect_erased_values_without_symmetry(*erase(game));
}

}  // namespace zermelo::testkit
