// SPDX-License-Identifier: MIT
// Retrograde analysis of games in product form, one row of bits at a time. The derivation, the cost and the sources are
// in framework/docs/algorithms/product_engine.md.
//
// A row is the set of nodes of the last walker, for one turn and one node of each other walker. A wave is the set of
// all positions of one distance. From the positions that a wave has decided, the next wave decides
//
//   exists   wins: some move leads to a position that the player to move has won
//   for all  losses: every move leads to a position that the opponent has won
//
// Moves of the last walker stay inside a row; moves of another walker lead from a row to a whole row. A team moves one
// walker after another. A row is visited only if some row to which its moves lead has newly decided nodes.
//
//   time     per wave, the words of its active rows times the kinds of moves; see the page
//   memory   2 to 6 bits per position of each turn; for distances up to 2 bytes per position (4 if a distance exceeds
//            8191 plies), on open grids about 0.7 bytes, which can be moved to a scratch space; see
//            product_estimate.hpp
//   threads  one thread writes each row in a wave; the result does not depend on the number of threads
//   blocks   several solves may share the rows, and exchange the rows that moves between rows reach
//   throws   interrupted; std::bad_alloc; what scratch_space throws; contract_error for a form or a terminal that
//            breaks the rules of product_game.hpp, and for a distance over 2^29 - 1; resource_error for rows that are
//            too long, see product_solution::fits; for a saved solve what restore_rows.hpp lists
// The parts of the solver: product_state.hpp is the state of a solve, seed_rows.hpp marks the terminals,
// propagate_rows.hpp is one step of a wave, adopt_known_values.hpp begins ties, restore_rows.hpp resumes a saved solve;
// row_share.hpp and row_exchange.hpp are for solves of blocks.
#pragma once

#include <cstdint>

#include <zermelo/core/base/scratch_space.hpp>
#include <zermelo/core/blocks/block_exchange.hpp>
#include <zermelo/core/blocks/block_partition.hpp>
#include <zermelo/core/game/product_game.hpp>
#include <zermelo/core/product/product_solution.hpp>
#include <zermelo/core/product/wave_rows.hpp>
#include <zermelo/core/progress/saved_solve.hpp>
#include <zermelo/core/progress/visitor.hpp>
#include <zermelo/core/rules/product_rules.hpp>

namespace zermelo {

/// Solves a game in product form, as described at the top of this file.
/// @param threads  0 uses all processors
/// @param saved  a solve of this game saved by any engine, to resume; its entries are freed. Null starts a new solve
/// @param overflow  the space to which the solution is moved when it exceeds its memory
/// @param max_distance_plies  the solve fails if a distance exceeds this; only tests lower the limit
[[nodiscard]] product_solution solve_product(const product_rules& game, unsigned threads, solve_visitor& visitor,
                                             saved_solve* saved = nullptr, const overflow_space& overflow = {},
                                             std::uint32_t max_distance_plies = detail::wave_rows::max_distance);
template <ProductGame G>
[[nodiscard]] product_solution solve_product(const G& game, unsigned threads, solve_visitor& visitor,
                                             saved_solve* saved = nullptr, const overflow_space& overflow = {}) {
  return solve_product(product_rules_of<G>(game), threads, visitor, saved, overflow);
}

/// Solves one block of a game's rows. All blocks are solved at the same time, each with a separate exchange; the
/// exchanges are connected. Positions are numbered by their offset in `product_partition`.
[[nodiscard]] product_solution solve_product_block(const product_rules& game, unsigned threads, solve_visitor& visitor,
                                                   block_exchange& exchange);
/// The partition of the positions: each block has the same rows in every turn.
[[nodiscard]] block_partition product_partition(const product_form& form, std::uint64_t num_blocks);

}  // namespace zermelo
