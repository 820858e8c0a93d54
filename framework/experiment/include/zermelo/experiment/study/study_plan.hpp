// SPDX-License-Identifier: MIT
// What the cases of a study are expected to take, before any is run.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <zermelo/core/progress/visitor.hpp>
#include <zermelo/experiment/catalog/catalog.hpp>
#include <zermelo/experiment/catalog/engine.hpp>
#include <zermelo/experiment/study/study.hpp>
#include <zermelo/experiment/study/study_cases.hpp>

namespace zermelo::experiment {

struct case_estimate {
  std::uint64_t positions = 0;
  /// The one that would be chosen. Nothing if the case cannot be run, or if its game has no ranking: then it is known
  /// once it is explored, which an estimate does not wait for.
  std::optional<experiment::engine> engine;
  std::uint64_t peak_bytes = 0;   ///< of that engine, the program left out
  std::optional<double> seconds;  ///< on one thread
  std::string refusal;            ///< why it cannot be run, or empty
};

/// Builds a case's game and plans its solve, if that can be done without exploring it. `seconds` is not set. @throws
/// interrupted, by the monitor.
[[nodiscard]] case_estimate estimate_case(const study& s, const study_case& one, const catalog& games,
                                          const work_monitor& monitor);

/// Sets the seconds of estimates, which are those of `cases`: of each game and engine it solves one small case, and
/// takes the rest to last as long by the position. That is right to a factor of a few. Where that takes more than 3
/// seconds, or half a GiB, nothing is set. @throws interrupted.
void estimate_seconds(const study& s, const std::vector<study_case>& cases, const catalog& games,
                      std::vector<case_estimate>& estimates, const solve_visitor& visitor);

}  // namespace zermelo::experiment
