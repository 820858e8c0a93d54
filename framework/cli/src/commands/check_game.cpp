// SPDX-License-Identifier: MIT
#include "check_game.hpp"

#include <zermelo/catalog/games/checking.hpp>
#include <zermelo/tables/report/report_solution.hpp>

namespace zermelo::cli {

check_report check_sample(const any_game& game, const work_options& work) {
  progress display = work.make_progress();
  return check(game, check_scope::sample(), display);
}

exit_status print_check(const check_report& check, bool as_json, session& s) {
  report_part report;
  report.append_as("check", report_check(check));
  s.print_report(report, as_json);
  return check.violations.empty() ? exit_status::done : exit_status::claim_false;
}

}  // namespace zermelo::cli
