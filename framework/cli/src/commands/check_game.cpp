// SPDX-License-Identifier: MIT
#include "check_game.hpp"

#include <zermelo/catalog/games/checking.hpp>
#include <zermelo/tables/report/report_json.hpp>
#include <zermelo/tables/report/report_text.hpp>

namespace zermelo::cli {

check_report check_sample(const any_game& game, const work_options& work) {
  progress shown = work.make_progress();
  return check(game, check_scope::sample(), shown);
}

exit_status report_check(const check_report& report, report_form form, session& s) {
  if (form == report_form::json) {
    s.print_json({{"check", check_json(report)}});
  } else {
    s.print(check_text(report));
  }
  return report.findings.empty() ? exit_status::done : exit_status::claim_false;
}

}  // namespace zermelo::cli
