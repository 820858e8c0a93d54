// SPDX-License-Identifier: MIT
// Counts the positions that match queries, and the values of a field at these positions. One pass over the entries
// answers several requests.
//
//   time     that of reading the entries; see position_search.hpp for conditions and fields that need the rules
//   memory   for each thread a block of 65,536 entries and the positions found among them, 2 MiB, and for each count
//            with a field up to 512 KiB, more for numbers outside 0 to 65,535; for `winning_moves` and `keeping_moves`
//            1 byte per position of the game, for `reachable` 2 bits
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

/// A request to count the positions that match a query.
struct match_request {
  position_query query;
  std::optional<position_field> field;  ///< with numbers, see position_field::find_number; nothing: count only
                                        ///< positions

  /// Whether moves or reachability are needed. If so, the keys of an explored game should be in memory, see load_keys.
  [[nodiscard]] bool looks_up_positions() const;
};

struct match_counts {
  std::uint64_t positions = 0;  ///< the number of matches
  /// The values of the field at the matches that have a value. The field `moves` counts edges, so several moves to one
  /// position count separately; a condition on `moves` counts such moves once.
  number_counts numbers;
};

/// Computes the counts of each request. Reports the phases of position_search.
/// @param requests  requests with queries of this game
/// @param threads  0 uses all threads of the machine
/// @throws what position_search throws
[[nodiscard]] std::vector<match_counts> count_matches(const any_game& game, const solution_entries& values,
                                                      std::span<const match_request> requests, unsigned threads,
                                                      work_monitor& monitor);

}  // namespace zermelo
