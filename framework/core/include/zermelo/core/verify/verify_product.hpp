// SPDX-License-Identifier: MIT
// The verifier for games in product form: the rules of verify_solution.hpp, checked for whole rows at a time. The
// verifier shares nothing with the product engine but the game, and uses no sets of bits: it works on the entries
// themselves.
//
// Entries are written as scores, see entry_scores.hpp: one for the player to move, one for the player who has moved
// before. The best move is a maximum: of whole rows, over the moves of all walkers but the last, and then inside the
// row over the moves of the last walker.
//
// The entries are read once, in ascending order, in as many parallel streams as there are turns. Rows are kept as long
// as moves may lead to them from rows that are not checked yet: on a grid a few rows, so that a table on disk can be
// verified that does not fit in memory; on a board where moves lead anywhere all rows. A range of one turn's rows can
// be verified by itself: of the rows of the next turn only those that its moves may reach are read.
//
//   time     V + E, in parallel, with vector instructions
//   memory   `verify_product_bytes`: for each row that is kept, 4 bytes a place and turn (8 if there are distances
//            over 16381 plies)
//   throws   interrupted; std::bad_alloc; what reading the entries or the game throws
#pragma once

#include <cstdint>
#include <vector>

#include <zermelo/core/base/index_range.hpp>
#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/game/product_game.hpp>
#include <zermelo/core/rules/product_rules.hpp>
#include <zermelo/core/value/solution_entries.hpp>
#include <zermelo/core/verify/verify_report.hpp>

namespace zermelo {

/// Peak memory of `verify_product` beside the entries, in bytes.
/// @param distance_bound  of the entries, in plies
[[nodiscard]] std::uint64_t verify_product_bytes(const product_form& form, std::uint32_t distance_bound);

/// Whether each of some ranges, none of which may be empty, can be verified by itself: it has all positions, or one or
/// more whole rows of one turn.
[[nodiscard]] bool are_whole_rows(const product_form& form, const std::vector<index_range>& ranges);

/// Checks the entries of a game in product form. Phase "verify", one unit of work for each position.
/// @param ranges  ascending, and are_whole_rows() @param threads  0: all that the machine has
[[nodiscard]] verify_report verify_product(const product_rules& game, const solution_entries& entries,
                                           const std::vector<index_range>& ranges, unsigned threads,
                                           work_monitor& monitor);
template <ProductGame G>
[[nodiscard]] verify_report verify_product(const G& game, const solution_entries& entries, unsigned threads,
                                           work_monitor& monitor) {
  return verify_product(product_rules_of<G>(game), entries, {{0, entries.size()}}, threads, monitor);
}

}  // namespace zermelo
