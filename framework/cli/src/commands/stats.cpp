// SPDX-License-Identifier: MIT
// zermelo stats: counts, classes, histogram, longest wins and origin of a table.
#include <optional>
#include <string>

#include <zermelo/solving/job/solve_job.hpp>
#include <zermelo/tables/opened/report_statistics.hpp>
#include <zermelo/tables/opened/table_statistics.hpp>

#include "../commands.hpp"
#include "../opened_table.hpp"

namespace zermelo::cli {
namespace {

struct stats_arguments {
  std::string table;
  std::optional<std::string> by;
  bool only_moves = false;
  bool state_signature = false;
  bool json = false;
  work_options work;

  void declare(command_line& command);
};

exit_status stats(const stats_arguments& arguments, session& s) {
  const opened_table opened = open_table(arguments.table, s.games);
  progress display = arguments.work.make_progress();
  const table_statistics statistics = collect_statistics(
      opened, {arguments.by, arguments.only_moves, arguments.state_signature}, arguments.work.threads, display);
  display.erase();
  if (statistics.group_totals_failure) s.warn(group_totals_failure_text(statistics.group_totals_failure));
  s.print_report(report_statistics(opened, s.games.find(opened.game->name()).parameters, statistics), arguments.json);
  return exit_status::done;
}

void stats_arguments::declare(command_line& command) {
  declare_table(command, table);
  command
      .add_option("--by", by,
                  "Also count by an axis or a coordinate, such as cat or cat.row; find --by accepts other fields")
      ->type_name("FIELD");
  command.add_flag("--only-moves", only_moves,
                   "Count the positions with an only move, the one move that wins, or that keeps a tie or a draw");
  command.add_flag(
      "--state-signature", state_signature,
      "Also print a signature that does not depend on how positions are numbered, to compare a table of a ranked game "
      "with one that was explored");
  declare_json(command, json);
  work.declare(command);
  command.footer(
      "For games for points, the report also counts positions by margin, and the even ones, which are tied or drawn.\n"
      "Examples:\n  {program} stats t.h5\n  {program} stats t.h5 --by cat.row\n  {program} stats t.h5 --only-moves\n  "
      "{program} stats t.h5 --json");
}

}  // namespace

const command_definition stats_command{"stats", "Print counts, classes, histogram, longest wins and origin of a table",
                                       command_reach::one_process, declare_command<stats_arguments, stats>};

}  // namespace zermelo::cli
