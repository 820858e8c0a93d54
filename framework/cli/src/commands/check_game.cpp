// SPDX-License-Identifier: MIT
#include "check_game.hpp"

#include <zermelo/experiment/catalog/checking.hpp>
#include <zermelo/experiment/report/report_json.hpp>
#include <zermelo/experiment/report/report_text.hpp>

namespace zermelo::cli {

check_report check_sample(const experiment::any_game& game, const work_options& work) {
  progress shown = work.make_progress();
  return experiment::check(game, check_scope::sample(), shown);
}

exit_status report_check(const check_report& report, report_form form, session& s) {
  if (form == report_form::json) {
    s.print_json({{"check", experiment::check_json(report)}});
  } else {
    s.print(experiment::check_text(report));
  }
  return report.findings.empty() ? exit_status::done : exit_status::claim_false;
}

}  // namespace zermelo::cli
