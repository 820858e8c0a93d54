// SPDX-License-Identifier: MIT
// Estimates the time and memory of a study's cases before any case is run.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <zermelo/catalog/games/catalog.hpp>
#include <zermelo/catalog/games/engine.hpp>
#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/progress/visitor.hpp>
#include <zermelo/study/study.hpp>
#include <zermelo/study/study_cases.hpp>

namespace zermelo {

/// The plan of a case. For a game without a ranking, and for a rejected case, everything but `rejection` is empty: such
/// a game can be planned only after it has been explored.
struct case_estimate {
  std::uint64_t positions = 0;
  std::optional<zermelo::engine> engine;  ///< the engine that would be chosen
  std::uint64_t peak_bytes = 0;           ///< memory of that engine, excluding the program itself
  std::optional<double> seconds;          ///< on one thread; see `estimate_seconds`
  std::string rejection;                  ///< why the case cannot be run; empty if it can
};

/// Builds a case's game and plans its solve, without exploring it. Does not set `seconds`.
/// @throws interrupted, from the monitor.
[[nodiscard]] case_estimate estimate_case(const study& s, const study_case& one, const catalog& games,
                                          const work_monitor& monitor);

/// Sets the seconds of estimates, correct within a small factor: solves one case of each game and engine, and assumes
/// that the time per position is the same in the others. The seconds stay unset if that case takes more than 3 seconds
/// or half a GiB.
/// @param estimates  [index in `cases`]
/// @throws interrupted.
void estimate_seconds(const study& s, const std::vector<study_case>& cases, const catalog& games,
                      std::vector<case_estimate>& estimates, const solve_visitor& visitor);

}  // namespace zermelo
