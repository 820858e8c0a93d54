// SPDX-License-Identifier: MIT
// One solution from every engine: for tests that compare a game with published results.
#pragma once

#include <zermelo/core/value/value_table.hpp>
#include <zermelo/testkit/erase.hpp>

namespace zermelo::testkit {

/// Solves a game with every engine that can. Fails the running test unless all say the same and the verifier accepts
/// it. Precondition: its positions are numbered.
[[nodiscard]] value_table solve_erased_on_all_engines(const erased_game& game);

/// The same of a game module, which is explored if it has no ranking.
/// @param published the game's baseline; null: none
template <class G>
[[nodiscard]] value_table solve_on_all_engines(const G& game, const baseline<ranked_form<G>>* published = nullptr) {
  return solve_erased_on_all_engines(*erase_numbered(game, published));
}

}  // namespace zermelo::testkit
