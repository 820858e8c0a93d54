// SPDX-License-Identifier: MIT
// The verifier for games in product form: the rules of verify_solution.hpp, checked for whole rows at a time. The
// verifier shares only the game with the product engine, and does not use sets of bits: it works on the entries
// themselves.
//
// Entries are represented as scores, see entry_scores.hpp: one score for the player to move, and one for the player
// that moved before. The best move is a maximum, computed for whole rows over the moves of all walkers except the last,
// and then within the row over the moves of the last walker.
//
// The entries are read once, in ascending order, in one parallel stream per turn. Rows stay in memory while moves of
// unchecked rows may lead to them: a few rows on a grid, so that a table on disk that does not fit in memory can be
// verified; all rows on a board where moves lead anywhere. A range of one turn's rows can be verified separately, and
// reads only the rows of the next turn that its moves may reach.
//
//   time     V + E, in parallel, with vector instructions
//   memory   `verify_product_bytes`: for each row in memory, 4 bytes per node and turn (8 if there are distances over
//            16381 plies)
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

/// Peak memory of `verify_product` in bytes, in addition to the entries.
/// @param distance_bound  the bound of distances in plies
[[nodiscard]] std::uint64_t verify_product_bytes(const product_form& form, std::uint32_t distance_bound);

/// Whether each of the non-empty ranges can be verified separately, that is, has all positions or only complete rows of
/// one turn.
[[nodiscard]] bool are_whole_rows(const product_form& form, const std::vector<index_range>& ranges);

/// Checks the entries of a game in product form. Phase "verify", one unit of work per position.
/// @param ranges  ascending ranges for which are_whole_rows() is true @param threads  0: all of the machine
[[nodiscard]] verify_report verify_product(const product_rules& game, const solution_entries& entries,
                                           const std::vector<index_range>& ranges, unsigned threads,
                                           work_monitor& monitor);
template <ProductGame G>
[[nodiscard]] verify_report verify_product(const G& game, const solution_entries& entries, unsigned threads,
                                           work_monitor& monitor) {
  return verify_product(product_rules_of<G>(game), entries, {{0, entries.size()}}, threads, monitor);
}

}  // namespace zermelo
