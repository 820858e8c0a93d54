// SPDX-License-Identifier: MIT
// Computes the statistics of a table from all entries: summary, classes, histogram and longest wins.
#pragma once

#include <cstdint>
#include <exception>
#include <optional>
#include <string>
#include <vector>

#include <zermelo/catalog/query/axis_field.hpp>
#include <zermelo/catalog/query/only_moves.hpp>
#include <zermelo/catalog/query/solution_statistics.hpp>
#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/value/counts_by_group.hpp>
#include <zermelo/tables/opened/opened_table.hpp>

namespace zermelo {

/// Optional counts.
struct statistics_request {
  std::optional<std::string> by{};  ///< an axis field, whose values are the groups
  bool only_moves = false;
  bool state_signature = false;
};

struct table_statistics {
  solution_statistics entries;
  std::string by_name;
  std::optional<axis_field> by;
  std::optional<counts_by_group> group_totals;  ///< for a game with a hook for groups or orbits
  std::exception_ptr group_totals_failure;      ///< the failure of such a hook; null if all succeeded
  std::optional<only_move_statistics> only_moves;
  std::optional<std::uint64_t> state_signature;
};

/// Counts over all entries. @param threads  0: all threads of the machine
/// @throws input_error for an unknown field, or if the stored summary contradicts the entries; interrupted; what
/// collect_statistics, count_only_moves, state_signature and load_keys throw.
[[nodiscard]] table_statistics collect_statistics(const opened_table& opened, const statistics_request& request,
                                                  unsigned threads, work_monitor& monitor);

}  // namespace zermelo
