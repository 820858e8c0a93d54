// SPDX-License-Identifier: MIT
// The statistics that a study records: shares of the positions of each case.
#pragma once

#include <optional>
#include <vector>

#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/value/solution_entries.hpp>
#include <zermelo/experiment/catalog/catalog.hpp>
#include <zermelo/experiment/question/position_query.hpp>
#include <zermelo/experiment/study/study.hpp>
#include <zermelo/experiment/study/study_cases.hpp>

namespace zermelo::experiment {

class any_game;

/// Checks the statistics on the first and the last case whose games can be built, if any can.
/// @throws input_error `FILE:LINE: ...` for a name that is no column's name or another column's, and for a condition
///   that neither game knows; interrupted, by the monitor.
void expect_statistics(const study& s, const std::vector<study_case>& cases, const catalog& games,
                       const work_monitor& monitor);

/// Counts a study's statistics in the solution of one game. The game must outlive the counter.
class statistic_counter {
 public:
  /// @throws input_error, naming the statistic, for a condition that the game does not know.
  statistic_counter(const study& s, const any_game& game);

  /// The share of each statistic, from 0 to 1; nothing if no position matches its base condition. One pass over all
  /// positions, in which each thread takes 2 MiB. @throws interrupted; what reading the entries throws.
  [[nodiscard]] std::vector<std::optional<double>> shares(const solution_entries& values, unsigned threads,
                                                          work_monitor& monitor) const;

 private:
  struct statistic_queries {
    position_query both;  ///< of the base condition and the condition
    position_query base;  ///< of the base condition alone
  };
  std::vector<statistic_queries> m_queries;  ///< [statistic]
};

}  // namespace zermelo::experiment
