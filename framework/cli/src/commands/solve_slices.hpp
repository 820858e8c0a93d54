// SPDX-License-Identifier: MIT
// zermelo solve --slices: solves a game slice by slice, and stores a table set.
#pragma once

#include <zermelo/solving/sets/sliced_job.hpp>

#include "../process/exit_status.hpp"
#include "../session.hpp"

namespace zermelo {
class any_game;
}

namespace zermelo::cli {

/// The contents and the form of the reports.
struct slices_report_options {
  bool explain = false;  ///< also print the plan
  bool json = false;
  work_options work;
};

/// Solves a game into the folder of the options, and prints reports. Without a folder, only prints the plan.
/// @throws what sliced_job throws; interrupted, with a message on how to resume.
[[nodiscard]] exit_status solve_slices(any_game& game, const sliced_job_options& options,
                                       const slices_report_options& reports, session& s);

}  // namespace zermelo::cli
