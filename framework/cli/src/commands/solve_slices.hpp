// SPDX-License-Identifier: MIT
// zermelo solve --slices: solves a game slice by slice into a table set.
#pragma once

#include <zermelo/experiment/slices/sliced_job.hpp>

#include "../process/exit_status.hpp"
#include "../session.hpp"

namespace zermelo::experiment {
class any_game;
}

namespace zermelo::cli {

/// What the command reports, and how.
struct slices_report_options {
  bool explain = false;  ///< prints the plan; without a folder that is all
  bool json = false;
  work_options work;
};

/// @throws as sliced_job; interrupted, with how to resume.
[[nodiscard]] exit_status solve_slices(experiment::any_game& game, const experiment::sliced_job_options& options,
                                       const slices_report_options& wanted, session& s);

}  // namespace zermelo::cli
