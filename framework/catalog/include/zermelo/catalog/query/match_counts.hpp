// SPDX-License-Identifier: MIT
// Counts the positions that match queries, and the numbers that they have in a field: several counts in one pass over
// the entries.
//
//   time     that of reading the entries; for conditions and fields that take the rules, as position_search.hpp says
//   memory   for each thread a block of 65,536 entries and the positions found among them, 2 MiB, and for each count
//            with a field up to 512 KiB, more where there are other numbers than 0 to 65,535; for `winning_moves` and
//            `keeping_moves` a byte for each position of the game, for `reachable` two bits
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <zermelo/catalog/query/number_counts.hpp>
#include <zermelo/catalog/query/position_field.hpp>
#include <zermelo/catalog/query/position_query.hpp>
#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/value/solution_entries.hpp>

namespace zermelo {

class any_game;

/// The positions that are counted.
struct match_request {
  position_query query;
  std::optional<position_field> field;  ///< of numbers, see position_field::find_number; nothing: positions alone

  /// Whether the moves or what play reaches are needed; then the keys of an explored game should be in memory, see
  /// load_keys.
  [[nodiscard]] bool looks_up_positions() const;
};

struct match_counts {
  std::uint64_t positions = 0;  ///< that match
  /// Of the field, of the positions that have one. Of `moves` as edges are counted: several moves to one position count
  /// each, which a condition on `moves` counts once.
  number_counts numbers;
};

/// The counts of each request. Phases as of position_search.
/// @param requests  with queries of this game @param threads  0: all threads of the machine
/// @throws as position_search.
[[nodiscard]] std::vector<match_counts> count_matches(const any_game& game, const solution_entries& values,
                                                      std::span<const match_request> requests, unsigned threads,
                                                      work_monitor& monitor);

}  // namespace zermelo
