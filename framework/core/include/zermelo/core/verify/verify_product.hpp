// SPDX-License-Identifier: MIT
// The verifier for games in product form: the rules of verify_solution.hpp, checked for whole rows at a time. It shares
// nothing with the product engine but the game, and no bits: it works on the entries themselves.
//
// Entries are written as scores, see entry_scores.hpp: one for the player to move there, one for the player who has
// moved there. The best move is a maximum: of whole rows, over the moves of all walkers but the last, and then inside
// the row over the moves of the last walker.
//
// The entries are read once, in ascending order, in as many parallel streams as there are turns. Rows are kept as long
// as moves from other rows may lead there: on a grid some rows and a margin, so that a table on disk can be verified
// that does not fit in memory, on a board where moves lead anywhere all of them. A stretch of one turn's rows can be
// verified by itself: of the others only those are read that its moves may reach.
//
//   time     V + E, some positions at once
//   memory   `verify_product_bytes`: for each row that is kept, 4 bytes a place and turn (8, if there are distances
//            over 16381 plies)
//   throws   interrupted; what reading the entries or the game throws
#pragma once

#include <cstdint>

#include <zermelo/core/base/index_range.hpp>
#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/game/product_game.hpp>
#include <zermelo/core/rules/product_rules.hpp>
#include <zermelo/core/value/solution_entries.hpp>
#include <zermelo/core/verify/verify_report.hpp>

namespace zermelo {

/// Peak memory of `verify_product` beside the entries, in bytes.
[[nodiscard]] std::uint64_t verify_product_bytes(const product_form& form, std::uint32_t distance_bound);

/// Whether a stretch is one or more whole rows of one turn, which can be verified by themselves.
[[nodiscard]] bool are_rows_of_one_turn(const product_form& form, index_range stretch);

/// Checks the entries of all positions of a game in product form, or of whole rows of one turn.
[[nodiscard]] verify_report verify_product(const product_rules& game, const solution_entries& entries,
                                           index_range stretch, unsigned threads, work_monitor& monitor);
template <ProductGame G>
[[nodiscard]] verify_report verify_product(const G& game, const solution_entries& entries, index_range stretch,
                                           unsigned threads, work_monitor& monitor) {
  return verify_product(product_rules_of<G>(game), entries, stretch, threads, monitor);
}
template <class Game>
[[nodiscard]] verify_report verify_product(const Game& game, const solution_entries& entries, unsigned threads,
                                           work_monitor& monitor) {
  return verify_product(game, entries, {0, entries.size()}, threads, monitor);
}

}  // namespace zermelo
