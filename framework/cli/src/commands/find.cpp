// SPDX-License-Identifier: MIT
// zermelo find: lists or counts the positions of a table that meet conditions.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include <zermelo/catalog/base/csv_field.hpp>
#include <zermelo/catalog/base/text.hpp>
#include <zermelo/catalog/games/any_game.hpp>
#include <zermelo/catalog/query/position_search.hpp>
#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/ordered_blocks.hpp>
#include <zermelo/tables/opened/table_search.hpp>
#include <zermelo/tables/report/position_forms.hpp>

#include "../commands.hpp"
#include "../opened_table.hpp"

namespace zermelo::cli {
namespace {

struct find_arguments {
  std::string table;
  std::vector<std::string> conditions;
  std::optional<std::string> best_move_to;
  std::optional<std::uint64_t> limit;
  std::optional<std::string> sort;
  bool longest = false;
  bool count = false;
  std::optional<std::string> by;
  bool csv = false;
  bool json = false;
  work_options work;

  void declare(command_line& command);
};

/// Formats one line per position.
std::string lines_of(std::span<const found_position> found, const table_search& search, const opened_table& opened,
                     const find_arguments& arguments) {
  const any_game& game = *opened.game;
  std::string lines;
  for (const found_position& one : found) {
    const auto& [at, value] = one;
    const auto report = search.report(one);
    if (arguments.json) {
      lines += json_text(position_json(game, report)) + '\n';
    } else if (arguments.csv) {
      const auto& winner = report.game_result.winner;
      const bool has_distance = value.distance_plies != no_distance;
      lines += fmt::format("{},{},{},{},{}{}{}\n", at, csv_field(report.state), to_string(value.outcome),
                           winner ? csv_field(game.player_names()[index_of(*winner)]) : "",
                           has_distance ? std::to_string(value.distance_plies) : "",
                           has_margins(game) ? fmt::format(",{}", value.margin()) : "",
                           report.notation.empty() ? "" : "," + csv_field(report.notation));
    } else {
      lines += fmt::format("{}  {}\n", report.state, game_result_text(game, report));
    }
  }
  return lines;
}

/// Prints one line per combination of values, with its number of positions.
void print_counts(std::span<const position_field> fields, std::span<const counted_values> counted,
                  const find_arguments& arguments, session& s) {
  if (arguments.json) {
    s.print_json(counted_json(fields, counted));
    return;
  }
  std::string text;
  if (arguments.csv) {
    for (const auto& field : fields) text += field.name + ',';
    text += "count\n";
    for (const counted_values& one : counted) {
      for (const auto& value : one.values) text += csv_field(field_text(value)) + ',';
      text += fmt::format("{}\n", one.positions);
    }
    s.print(text);
    return;
  }
  std::vector<std::size_t> widths;
  for (std::size_t f = 0; f < fields.size(); ++f) {
    widths.push_back(fields[f].name.size());
    for (const auto& one : counted) widths[f] = std::max(widths[f], field_text(one.values[f]).size());
    text += fmt::format("{:<{}}  ", fields[f].name, widths[f]);
  }
  text += fmt::format("{:>15}\n", "positions");
  for (const counted_values& one : counted) {
    for (std::size_t f = 0; f < fields.size(); ++f) {
      const std::string value = field_text(one.values[f]);
      text += std::holds_alternative<std::string>(one.values[f]) ? fmt::format("{:<{}}  ", value, widths[f])
                                                                 : fmt::format("{:>{}}  ", value, widths[f]);
    }
    text += fmt::format("{:>15}\n", grouped_digits(one.positions));
  }
  s.print(text);
}

/// @throws input_error for options that cannot be combined.
void check_options(const find_arguments& arguments) {
  if (arguments.csv && arguments.count && !arguments.by)
    throw input_error("--csv cannot be combined with --count, unless --by is given");
}

exit_status find(const find_arguments& arguments, session& s) {
  check_options(arguments);
  const opened_table opened = open_table(arguments.table, s.games);
  const table_query query{arguments.conditions, arguments.best_move_to, arguments.sort,
                          arguments.longest,    arguments.by,           "--"};
  progress display = arguments.work.make_progress();
  table_search search(opened, query, arguments.work.threads, display);
  if (arguments.by) {
    const auto counted = search.count_by();
    display.erase();
    print_counts(search.fields(), counted, arguments, s);
    return exit_status::done;
  }
  if (arguments.count) {
    const std::uint64_t count = search.count();
    if (arguments.json) {
      s.print_json({{"count", count}});
    } else {
      s.print(fmt::format("{}\n", count));
    }
    return exit_status::done;
  }
  if (arguments.csv) {
    s.print(fmt::format("position,state,outcome,winner,plies{}{}\n", has_margins(*opened.game) ? ",margin" : "",
                        opened.game->hooks().has().notation ? ",notation" : ""));
  }
  search.for_each(arguments.limit, [&](std::span<const found_position> found) {
    s.print(lines_of(found, search, opened, arguments));
    return s.out ? sweep_step::proceed : sweep_step::stop;  // the reader has closed the pipe
  });
  return exit_status::done;
}

void find_arguments::declare(command_line& command) {
  declare_table(command, table);
  command.add_option(
      "CONDITIONS", conditions,
      fmt::format(
          "Conditions that must all hold: FIELD=VALUE, or with != < <= > >=. Fields: an axis (turn=mouse, cat=3,5), a "
          "coordinate (cat.row), {}; in games without axes, a field of the position",
          position_field::common_names()));
  command.add_option("--limit", limit, "Print at most N positions (default: all)")
      ->between(1, std::uint64_t{1} << 40)
      ->type_name("N");
  command.add_option("--best-move-to", best_move_to, "Only positions with a best move to POSITION, or to 'start'")
      ->type_name("POSITION");
  command.add_option("--sort", sort, "Sort by fields, such as plies or winner,-plies (-: descending)")
      ->type_name("FIELDS");
  command.add_flag("--longest", longest, "Sort by longest distance, and omit positions without a distance")
      ->excludes("--sort");
  command.add_flag("--csv", csv, "Print comma-separated values, with a header");
  command.add_flag("--count", count, "Print only the number of positions")
      ->excludes("--limit")
      ->excludes("--longest")
      ->excludes("--sort");
  command.add_option("--by", by, "With --count: count by the values of fields, such as winner,moves")
      ->needs("--count")
      ->type_name("FIELDS");
  command.add_flag("--json", json, "Print one JSON object per line")->excludes("--csv");
  work.declare(command);
  command.footer(
      "Examples:\n"
      "  {program} find t.h5 'turn=mouse outcome=win plies>=40 cat.row<3' --limit 20 --csv\n"
      "  {program} find t.h5 winner=mouse --longest --limit 5\n"
      "  {program} find t.h5 cat=1,1 outcome=loss --count\n"
      "  {program} find t.h5 winning_moves=1 'moves>=2' --sort -plies,moves --limit 5\n"
      "  {program} find t.h5 turn=mouse --count --by winner,winning_moves\n"
      "  {program} find awari.h5 'margin>=3' --sort -margin,plies --limit 5\n"
      "  {program} find awari.h5 --count --by margin,plies\n"
      "  {program} find kpk.h5 zugzwang=yes group=KPvK --count\n"
      "  {program} find t.h5 --best-move-to 'mouse=2,0 cat=1,1 turn=mouse'");
}

}  // namespace

const command_definition find_command{"find", "Print or count the positions of a table that meet conditions",
                                      command_reach::one_process, declare_command<find_arguments, find>};

}  // namespace zermelo::cli
