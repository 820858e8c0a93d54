// SPDX-License-Identifier: MIT
// Counts the statistics that a study records for the positions of each case: shares, and means and quantiles of fields.
#pragma once

#include <optional>
#include <vector>

#include <zermelo/catalog/games/catalog.hpp>
#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/value/solution_entries.hpp>
#include <zermelo/study/study.hpp>
#include <zermelo/study/study_cases.hpp>

namespace zermelo {

class any_game;
class counted_statistic;

/// Checks the statistics on the first and the last case whose games can be built, if there are any.
/// @throws input_error `FILE:LINE: ...` for a name that is invalid for a column or that another column has, and for a
/// condition or a field that neither game supports; interrupted, from the monitor
void expect_statistics(const study& s, const std::vector<study_case>& cases, const catalog& games,
                       const work_monitor& monitor);

/// Counts a study's statistics in the solution of one game. The game must outlive the counter.
class statistic_counter {
 public:
  /// @throws input_error, naming the statistic, for a condition or a field that the game does not support.
  statistic_counter(const study& s, const any_game& game);
  statistic_counter(statistic_counter&&) noexcept;
  ~statistic_counter();

  /// Returns the value of each statistic, a share from 0 to 1, or a number in the unit of its field; nothing if no
  /// position matches its base condition or no match has the field. One pass over all positions, with the memory of
  /// count_matches.
  /// @throws input_error for a group without positions; what load_keys and count_matches throw
  [[nodiscard]] std::vector<std::optional<double>> values(const solution_entries& entries, unsigned threads,
                                                          work_monitor& monitor) const;

 private:
  const any_game* m_game;
  std::vector<counted_statistic> m_statistics;
};

}  // namespace zermelo
