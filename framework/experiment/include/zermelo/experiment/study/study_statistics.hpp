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

/// Checks the statistics on the first and the last case whose game can be built.
/// @throws input_error `FILE:LINE: ...` for a name that is another column's, and a condition that neither game knows;
///   interrupted, by the monitor.
void expect_statistics(const study& s, const std::vector<study_case>& cases, const catalog& games,
                       const work_monitor& monitor);

/// A study's statistics of one game, which outlives this.
class statistic_counter {
 public:
  /// @throws input_error, naming the statistic, for a condition that the game does not know.
  statistic_counter(const study& s, const any_game& game);

  /// Of each statistic the share; nothing if no position matches `of`. One pass over all positions, on `threads`
  /// threads, 2 MiB each. @throws interrupted, what reading the entries throws.
  [[nodiscard]] std::vector<std::optional<double>> shares(const solution_entries& values, unsigned threads,
                                                          work_monitor& monitor) const;

 private:
  struct queries {
    position_query count;  ///< of those that match `of`, too
    position_query of;
  };
  std::vector<queries> m_queries;
};

}  // namespace zermelo::experiment
