// SPDX-License-Identifier: MIT
// zermelo find: lists or counts the positions of a table that meet conditions.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/ordered_blocks.hpp>
#include <zermelo/experiment/base/csv_field.hpp>
#include <zermelo/experiment/base/text.hpp>
#include <zermelo/experiment/catalog/any_game.hpp>
#include <zermelo/experiment/job/exploring.hpp>
#include <zermelo/experiment/question/one_position.hpp>
#include <zermelo/experiment/question/position_query.hpp>
#include <zermelo/experiment/question/position_search.hpp>
#include <zermelo/experiment/report/report_text.hpp>

#include "../commands.hpp"
#include "../opened_table.hpp"

namespace zermelo::cli {
namespace {

using experiment::json;

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

/// A line for each position.
std::string lines_of(std::span<const experiment::found_position> found, const opened_table& opened,
                     const find_arguments& arguments) {
  const experiment::any_game& game = *opened.game;
  std::string lines;
  for (const experiment::found_position& one : found) {
    const auto& [at, value] = one;
    const auto report =
        experiment::report_position(game, at, [&](position p) { return p == one.at ? one.value : opened.value(p); });
    if (arguments.json) {
      lines += experiment::json_text(experiment::position_json(game, report)) + '\n';
    } else if (arguments.csv) {
      const auto& winner = report.verdict.winner;
      const bool has_distance = value.distance_plies != no_distance;
      lines += fmt::format("{},{},{},{},{}{}\n", at, experiment::csv_field(report.state), to_string(value.outcome),
                           winner ? experiment::csv_field(game.player_names()[index_of(*winner)]) : "",
                           has_distance ? std::to_string(value.distance_plies) : "",
                           report.notation.empty() ? "" : "," + experiment::csv_field(report.notation));
    } else {
      lines += fmt::format("{}  {}\n", report.state, experiment::verdict_text(game, report));
    }
  }
  return lines;
}

/// The fields of an option. @throws input_error naming the option
std::vector<experiment::position_field> find_fields(const experiment::any_game& game, std::string_view option,
                                                    const std::string& names) {
  try {
    return experiment::position_field::find_all(game, names);
  } catch (const input_error& error) {
    throw input_error(fmt::format("{}: {}", option, error.what()));
  }
}

/// The fields and directions of `--sort`, each with a hyphen before it if it descends.
struct sort_order {
  std::vector<experiment::position_field> fields;
  std::vector<experiment::sort_direction> directions;
};

/// @param fields  such as "winner,-plies" @throws input_error
sort_order parse_sort_order(const experiment::any_game& game, const std::string& fields) {
  std::string names;
  sort_order order;
  bool is_first_character = true;
  for (const char c : fields) {
    const bool descends = is_first_character && c == '-';
    if (is_first_character) {
      order.directions.push_back(descends ? experiment::sort_direction::descending
                                          : experiment::sort_direction::ascending);
    }
    if (!descends) names += c;
    is_first_character = c == ',';
  }
  order.fields = find_fields(game, "--sort", names);
  return order;
}

json value_json(const experiment::field_value& value) {
  if (const auto* number = std::get_if<std::int64_t>(&value)) return *number;
  const auto* text = std::get_if<std::string>(&value);
  return text == nullptr ? json(nullptr) : json(*text);
}

/// A line for each combination of values, with its number of positions.
void print_counts(std::span<const experiment::position_field> fields,
                  std::span<const experiment::counted_values> counted, const find_arguments& arguments, session& s) {
  if (arguments.json) {
    std::uint64_t count = 0;
    for (const experiment::counted_values& one : counted) count += one.positions;
    json object = {{"count", count}, {"by", json::array()}, {"counts", json::array()}};
    for (const auto& field : fields) object["by"].push_back(field.name);
    for (const experiment::counted_values& one : counted) {
      json entry = {{"count", one.positions}};
      for (std::size_t f = 0; f < fields.size(); ++f) entry["values"][fields[f].name] = value_json(one.values[f]);
      object["counts"].push_back(std::move(entry));
    }
    s.print_json(object);
    return;
  }
  std::string text;
  if (arguments.csv) {
    for (const auto& field : fields) text += field.name + ',';
    text += "count\n";
    for (const experiment::counted_values& one : counted) {
      for (const auto& value : one.values) text += experiment::csv_field(experiment::field_text(value)) + ',';
      text += fmt::format("{}\n", one.positions);
    }
    s.print(text);
    return;
  }
  std::vector<std::size_t> widths;
  for (std::size_t f = 0; f < fields.size(); ++f) {
    widths.push_back(fields[f].name.size());
    for (const auto& one : counted) widths[f] = std::max(widths[f], experiment::field_text(one.values[f]).size());
    text += fmt::format("{:<{}}  ", fields[f].name, widths[f]);
  }
  text += fmt::format("{:>15}\n", "positions");
  for (const experiment::counted_values& one : counted) {
    for (std::size_t f = 0; f < fields.size(); ++f) {
      const std::string value = experiment::field_text(one.values[f]);
      text += std::holds_alternative<std::string>(one.values[f]) ? fmt::format("{:<{}}  ", value, widths[f])
                                                                 : fmt::format("{:>{}}  ", value, widths[f]);
    }
    text += fmt::format("{:>15}\n", experiment::grouped_digits(one.positions));
  }
  s.print(text);
}

/// @throws input_error for options that do not go together.
void check_options(const find_arguments& arguments) {
  if (arguments.csv && arguments.count && !arguments.by) throw input_error("--csv goes with --count only with --by");
}

/// Refuses what a table of outcomes alone cannot tell.
void expect_distances(const opened_table& opened, const find_arguments& arguments,
                      const experiment::position_query& query, std::span<const experiment::position_field> fields) {
  const storage::table_metadata& stored = opened.table->metadata();
  if (stored.has_distances || !stored.summary.by_distance.empty()) return;
  const bool asks_plies = query.restricts_plies() || std::any_of(fields.begin(), fields.end(), [](const auto& field) {
                            return field.kind == experiment::field_kind::plies;
                          });
  if (!arguments.longest && !asks_plies) return;
  throw input_error(fmt::format("{}: it has outcomes alone; {} for distances", arguments.table,
                                arguments.longest ? "--longest asks" : "plies ask"));
}

exit_status find(const find_arguments& arguments, session& s) {
  check_options(arguments);
  const opened_table opened = open_table(arguments.table, s.games);
  const experiment::any_game& game = *opened.game;
  std::optional<position> best_move_to;
  if (arguments.best_move_to) {
    best_move_to = experiment::find_position(game, *arguments.best_move_to);
  }
  std::vector<std::string> conditions = arguments.conditions;
  sort_order order;
  if (arguments.longest) {
    order = parse_sort_order(game, "-plies");
    conditions.emplace_back("plies>=0");
  } else if (arguments.sort) {
    order = parse_sort_order(game, *arguments.sort);
  }
  std::vector<experiment::position_field> fields = order.fields;
  if (arguments.by) fields = find_fields(game, "--by", *arguments.by);
  const experiment::position_query query(game, conditions, best_move_to);
  expect_distances(opened, arguments, query, fields);
  progress shown = arguments.work.make_progress();
  if (experiment::position_search::looks_up_positions(query, fields)) {
    experiment::hold_keys(game, arguments.work.threads, shown);
  }
  experiment::position_search search(game, *opened.table, query, fields, arguments.work.threads, shown);
  if (arguments.by) {
    const auto counted = search.count_by();
    shown.erase();
    print_counts(fields, counted, arguments, s);
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
    s.print(fmt::format("position,state,outcome,winner,plies{}\n", game.hooks().has().notation ? ",notation" : ""));
  }
  if (!order.fields.empty()) {
    const std::vector<experiment::found_position> found = search.sort(order.directions, arguments.limit);
    constexpr std::size_t lines_per_print = 1 << 14;  // so that an interrupt does not wait for all lines
    for (std::size_t begin = 0; begin < found.size() && s.out; begin += lines_per_print) {
      shown.check_stop();
      const std::size_t num_lines = std::min(lines_per_print, found.size() - begin);
      s.print(lines_of(std::span(found).subspan(begin, num_lines), opened, arguments));
    }
    return exit_status::done;
  }
  std::uint64_t count = 0;
  search.for_each([&](std::span<const experiment::found_position> found) {
    const std::uint64_t max_lines = arguments.limit ? *arguments.limit - count : found.size();
    const auto printed = found.first(std::min<std::uint64_t>(found.size(), max_lines));
    count += printed.size();
    if (!printed.empty()) s.print(lines_of(printed, opened, arguments));
    const bool is_enough = count == arguments.limit || !s.out;  // the reader has closed the pipe
    return is_enough ? sweep_step::stop : sweep_step::proceed;
  });
  return exit_status::done;
}

void find_arguments::declare(command_line& command) {
  declare_table(command, table);
  command.add_option(
      "CONDITIONS", conditions,
      "FIELD=VALUE, or with != < <= > >=, all of which must hold. Fields: an axis (turn=mouse, cat=3,5), a "
      "coordinate (cat.row), to_move, outcome, winner, plies, ended, position, moves, winning_moves, keeping_moves, "
      "zugzwang, reachable, group; without axes a word of the position's text");
  command.add_option("--limit", limit, "Stop after so many (default: all)")
      ->between(1, std::uint64_t{1} << 40)
      ->type_name("N");
  command
      .add_option("--best-move-to", best_move_to, "Only positions with a best move to this position, or to the start")
      ->type_name("POSITION");
  command.add_option("--sort", sort, "Sort by fields, such as plies or winner,-plies (-: descending)")
      ->type_name("FIELDS");
  command.add_flag("--longest", longest, "The greatest distances first: --sort -plies, of positions that have one")
      ->excludes("--sort");
  command.add_flag("--csv", csv, "Write comma-separated values, with a header");
  command.add_flag("--count", count, "Print only how many there are")
      ->excludes("--limit")
      ->excludes("--longest")
      ->excludes("--sort");
  command.add_option("--by", by, "With --count: count by the values of fields, such as winner,moves")
      ->needs("--count")
      ->type_name("FIELDS");
  command.add_flag("--json", json, "Write an object a line")->excludes("--csv");
  work.declare(command);
  command.footer(
      "Examples:\n"
      "  {program} find t.h5 'turn=mouse outcome=win plies>=40 cat.row<3' --limit 20 --csv\n"
      "  {program} find t.h5 winner=mouse --longest --limit 5\n"
      "  {program} find t.h5 cat=1,1 outcome=loss --count\n"
      "  {program} find t.h5 winning_moves=1 'moves>=2' --sort -plies,moves --limit 5\n"
      "  {program} find t.h5 turn=mouse --count --by winner,winning_moves\n"
      "  {program} find kpk.h5 zugzwang=yes group=KPvK --count\n"
      "  {program} find t.h5 --best-move-to 'mouse=2,0 cat=1,1 turn=mouse'");
}

}  // namespace

const command_definition find_command{"find", "The positions of a table that meet conditions",
                                      command_reach::one_process, declare_command<find_arguments, find>};

}  // namespace zermelo::cli
