// SPDX-License-Identifier: MIT
// Retrograde analysis of games in product form, a row of bits at a time. The derivation, the cost and the sources are
// in framework/docs/algorithms/product_engine.md.
//
// A row is the set of places of the last walker, for one turn and one place of each other walker. Of what is decided
// in one wave (all positions of one distance), the next wave finds
//
//   exists   a player takes a win of the player's own: some move leads to it
//   for all  a player loses: every move leads to a win of the opponent
//
// by the moves of the last walker inside a row, and by those of another walker between whole rows. A team moves one
// walker after the other. Rows are visited only where something behind them was decided.
//
//   time     for each wave, the words of its active rows times the kinds of moves; see the page
//   memory   4 to 6 bits a position of each turn, and up to 2 bytes a position for the distances (up to 4, if there are
//            any over 8191 plies), of which open grids use some 0.7; see product_estimate.hpp
//   threads  one writes a row, in waves; the result does not depend on them
//   blocks   several solves may have some of the rows each, and exchange the rows that moves between rows reach
//   throws   interrupted, bad_alloc, contract_error for a form or an end that breaks the rules of product_game.hpp and
//            for a distance over 2^29 - 1, and for a saved solve what restore_rows.hpp says
//
// Its parts: product_state.hpp is the state of a solve, seed_rows.hpp marks the ends of play, spread_rows.hpp is one
// step of a wave, adopt_known_values.hpp begins ties, restore_rows.hpp resumes a saved solve; row_share.hpp and
// row_exchange.hpp are for several solves of one game.
#pragma once

#include <cstdint>

#include <zermelo/core/blocks/block_exchange.hpp>
#include <zermelo/core/blocks/block_partition.hpp>
#include <zermelo/core/game/product_game.hpp>
#include <zermelo/core/product/product_solution.hpp>
#include <zermelo/core/product/wave_rows.hpp>
#include <zermelo/core/progress/saved_solve.hpp>
#include <zermelo/core/progress/visitor.hpp>
#include <zermelo/core/rules/product_rules.hpp>

namespace zermelo {

/// Solves a game in product form. See the header comment for everything else.
/// @param saved  a saved solve of this game to resume, by this or by another engine; its entries are released. Null: a
/// new solve
/// @param longest  the largest distance in plies; lowered by tests alone
[[nodiscard]] product_solution solve_product(const product_rules& game, unsigned threads, solve_visitor& visitor,
                                             saved_solve* saved = nullptr,
                                             std::uint32_t longest = detail::wave_rows::max_distance);
template <ProductGame G>
[[nodiscard]] product_solution solve_product(const G& game, unsigned threads, solve_visitor& visitor,
                                             saved_solve* saved = nullptr) {
  return solve_product(product_rules_of<G>(game), threads, visitor, saved);
}

/// Solves one block of a game's rows. All blocks are solved at the same time, each with an exchange of its own that is
/// connected to the others. Positions are numbered by their offset in `product_partition`.
[[nodiscard]] product_solution solve_product_block(const product_rules& game, unsigned threads, solve_visitor& visitor,
                                                   block_exchange& blocks);
template <ProductGame G>
[[nodiscard]] product_solution solve_product_block(const G& game, unsigned threads, solve_visitor& visitor,
                                                   block_exchange& blocks) {
  return solve_product_block(product_rules_of<G>(game), threads, visitor, blocks);
}
/// The partition of the positions: each block has the same rows in every turn.
[[nodiscard]] block_partition product_partition(const product_form& form, std::uint64_t num_blocks);

}  // namespace zermelo
