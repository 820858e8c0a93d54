// SPDX-License-Identifier: MIT
// zermelo find: lists or counts the positions of a table that meet conditions.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/index_range.hpp>
#include <zermelo/core/base/ordered_blocks.hpp>
#include <zermelo/core/base/parallel.hpp>
#include <zermelo/experiment/base/csv_field.hpp>
#include <zermelo/experiment/catalog/any_game.hpp>
#include <zermelo/experiment/question/one_position.hpp>
#include <zermelo/experiment/question/position_query.hpp>
#include <zermelo/experiment/report/report_text.hpp>

#include "../commands.hpp"
#include "../opened_table.hpp"

namespace zermelo::cli {
namespace {

struct find_arguments {
  std::string table;
  std::vector<std::string> conditions;
  std::optional<std::uint64_t> limit;
  bool longest = false;
  bool count = false;
  bool csv = false;
  bool json = false;
  work_options work;

  void declare(command_line& command);
};

struct found_position {
  position at = 0;
  position_value value;
};

/// Calls f with the matching positions of each block, in ascending order, until f returns `stop`. Phase "scan".
void for_each_match(const opened_table& opened, const experiment::position_query& query, unsigned threads,
                    work_monitor& monitor, const std::function<sweep_step(const std::vector<found_position>&)>& f) {
  constexpr std::uint64_t block_size = 1 << 16;  // positions
  monitor.phase("scan", opened.table->num_positions());
  for_each_block_in_order<std::vector<found_position>>(
      opened.table->num_positions(), threads, monitor, [](position begin) { return begin + block_size; },
      [&](const index_range& block, std::vector<found_position>& found) {
        found.clear();
        if (!query.may_match(block.begin, block.end)) return;
        std::vector<position_value> entries(block.end - block.begin);
        opened.table->read(block.begin, entries);
        query.for_each_match(block.begin, entries, [&](position p, position_value v) { found.push_back({p, v}); });
      },
      f);
}

/// Gathers the positions with the greatest distances: at most twice the limit and 1024, of 16 bytes each.
class longest_positions {
 public:
  /// @param limit  the number of positions to keep; nothing: all
  explicit longest_positions(std::optional<std::uint64_t> limit) : m_limit(limit) {}

  void add(const std::vector<found_position>& found) {
    for (const found_position& one : found) {
      if (one.value.distance_plies == no_distance) continue;
      m_found.push_back(one);
      if (m_limit && m_found.size() >= 2 * *m_limit + min_surplus) sort_and_cut();
    }
  }
  /// Removes and returns the positions: the greatest distances first, equal distances by number.
  [[nodiscard]] std::vector<found_position> take() {
    sort_and_cut();
    return std::move(m_found);
  }

 private:
  static constexpr std::size_t min_surplus = 1024;  ///< so that a small limit does not make every call sort

  void sort_and_cut() {
    std::sort(m_found.begin(), m_found.end(), [](const found_position& a, const found_position& b) {
      return a.value.distance_plies != b.value.distance_plies ? a.value.distance_plies > b.value.distance_plies
                                                              : a.at < b.at;
    });
    if (m_limit && m_found.size() > *m_limit) m_found.resize(*m_limit);
  }

  std::optional<std::uint64_t> m_limit;
  std::vector<found_position> m_found;
};

/// A line for each position.
std::string lines_of(std::span<const found_position> found, const opened_table& opened,
                     const find_arguments& arguments) {
  const experiment::any_game& game = *opened.game;
  std::string lines;
  for (const found_position& one : found) {
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

exit_status find(const find_arguments& arguments, session& s) {
  const opened_table opened = open_table(arguments.table, s.games);
  const experiment::position_query query(*opened.game, arguments.conditions);
  const storage::table_metadata& stored = opened.table->metadata();
  const bool lacks_distances = !stored.has_distances && stored.summary.by_distance.empty();
  if (lacks_distances && (arguments.longest || query.restricts_plies())) {
    throw input_error(fmt::format("{}: it has outcomes alone; {} for distances", arguments.table,
                                  arguments.longest ? "--longest asks" : "plies ask"));
  }
  progress shown = arguments.work.make_progress();
  const unsigned threads = resolve_threads(arguments.work.threads);
  std::uint64_t count = 0;
  if (arguments.count) {
    for_each_match(opened, query, threads, shown, [&](const auto& found) {
      count += found.size();
      return sweep_step::proceed;
    });
    if (arguments.json) {
      s.print_json({{"count", count}});
    } else {
      s.print(fmt::format("{}\n", count));
    }
    return exit_status::done;
  }
  if (arguments.csv) {
    s.print(
        fmt::format("position,state,outcome,winner,plies{}\n", opened.game->hooks().has().notation ? ",notation" : ""));
  }
  if (arguments.longest) {
    longest_positions longest(arguments.limit);
    for_each_match(opened, query, threads, shown, [&](const auto& found) {
      longest.add(found);
      return sweep_step::proceed;
    });
    const std::vector<found_position> found = longest.take();
    constexpr std::size_t lines_per_print = 1 << 14;  // so that an interrupt does not wait for all lines
    for (std::size_t begin = 0; begin < found.size() && s.out; begin += lines_per_print) {
      shown.check_stop();
      const std::size_t num_lines = std::min(lines_per_print, found.size() - begin);
      s.print(lines_of(std::span(found).subspan(begin, num_lines), opened, arguments));
    }
    return exit_status::done;
  }
  for_each_match(opened, query, threads, shown, [&](const auto& found) {
    const std::uint64_t max_lines = arguments.limit ? *arguments.limit - count : found.size();
    const std::span<const found_position> printed(found.data(), std::min<std::uint64_t>(found.size(), max_lines));
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
      "coordinate (cat.row), to_move, outcome, winner, plies, ended, position");
  command.add_option("--limit", limit, "Stop after so many (default: all)")
      ->between(1, std::uint64_t{1} << 40)
      ->type_name("N");
  command.add_flag("--longest", longest, "The greatest distances first");
  command.add_flag("--csv", csv, "Write comma-separated values, with a header");
  command.add_flag("--count", count, "Print only how many there are")
      ->excludes("--csv")
      ->excludes("--limit")
      ->excludes("--longest");
  command.add_flag("--json", json, "Write an object a line")->excludes("--csv");
  work.declare(command);
  command.footer(
      "Examples:\n"
      "  {program} find t.h5 'turn=mouse outcome=win plies>=40 cat.row<3' --limit 20 --csv\n"
      "  {program} find t.h5 winner=mouse --longest --limit 5\n"
      "  {program} find t.h5 cat=1,1 outcome=loss --count");
}

}  // namespace

const command_definition find_command{"find", "The positions of a table that meet conditions",
                                      command_reach::one_process, declare_command<find_arguments, find>};

}  // namespace zermelo::cli
