// SPDX-License-Identifier: MIT
// zermelo probe: displays the value of a position of a table, and its moves.
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/core.h>

#include <zermelo/catalog/base/text.hpp>
#include <zermelo/catalog/games/any_game.hpp>
#include <zermelo/catalog/query/display_board.hpp>
#include <zermelo/catalog/query/read_query.hpp>
#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/error_line.hpp>
#include <zermelo/core/base/text.hpp>
#include <zermelo/tables/report/optimal_lines.hpp>
#include <zermelo/tables/report/position_forms.hpp>

#include "../commands.hpp"
#include "../followed_play.hpp"
#include "../opened_table.hpp"
#include "../process/interrupt_guard.hpp"

namespace zermelo::cli {
namespace {

// Limits for all optimal lines, unless --depth and --limit set them.
constexpr std::uint64_t default_depth_plies = 6;
constexpr std::uint64_t max_positions_of_text = 500;
constexpr std::uint64_t max_positions_of_json = 100'000;

struct probe_arguments {
  std::string table;
  std::vector<std::string> fields;
  bool json = false;
  bool line = false;
  bool all = false;
  bool standard_input = false;
  std::optional<std::string> depth;    ///< for all optimal lines: a number of plies, or "all"
  std::optional<std::uint64_t> limit;  ///< the number of positions of all optimal lines

  void declare(command_line& command);
};

/// Formats the positions of a principal variation after the first, one per line. In a game with gains, each line has
/// the points gained so far by the player to move in the first position, minus the opponent's.
std::string line_text(const any_game& game, const principal_variation& line) {
  std::string text;
  for (std::size_t ply = 1; ply < line.positions.size(); ++ply) {
    const std::string points = has_gains(game) ? fmt::format("; gained {}", signed_points(line.gained[ply])) : "";
    text += fmt::format("{:>4} {}  {}{}\n", ply, line.positions[ply].state, game_result_text(game, line.positions[ply]),
                        points);
  }
  if (line.repeats_from) text += fmt::format("     and so on forever from ply {}\n", *line.repeats_from);
  return text;
}

/// Returns all optimal lines from a position, if the arguments request them. @throws input_error
std::optional<optimal_lines> find_optimal_lines(const opened_table& opened, const query_position& from,
                                                const probe_arguments& arguments) {
  if (!arguments.line || !arguments.all) return std::nullopt;
  const auto depth = arguments.depth ? parse_depth(*arguments.depth) : std::optional(default_depth_plies);
  play_options options = optimal_play(depth);
  options.max_positions = arguments.limit.value_or(arguments.json ? max_positions_of_json : max_positions_of_text);
  interrupt_monitor monitor;
  play_graph play = follow_play(opened, from.display.at, options, monitor);
  return report_optimal_lines(*opened.game, from, std::move(play), depth, opened.lookup(), monitor);
}

/// Answers a query. @param board  if set, the answer is JSON; otherwise it is text
report_part answer_query(const std::vector<std::string>& fields, const opened_table& opened,
                         const std::optional<display_board>& board, const probe_arguments& arguments) {
  const any_game& game = *opened.game;
  const value_lookup value = opened.lookup();
  const bool is_brief = arguments.standard_input && !arguments.all;
  const query_position requested = read_query(game, fields);
  const position_report report =
      report_position(game, requested, value, is_brief ? moves_in_report::left_out : moves_in_report::included);
  std::optional<principal_variation> line;
  if (arguments.line) line = report_principal_variation(game, requested, value);
  const auto lines = find_optimal_lines(opened, requested, arguments);

  if (board) {
    report_part answer{"", probe_json(game, &*board, report)};
    if (line) answer.members["line"] = line_json(game, *board, *line);
    if (lines) answer.members["lines"] = optimal_lines_json(game, *lines);
    return answer;
  }
  std::string text = arguments.standard_input ? fmt::format("{}  {}\n", report.state, game_result_text(game, report))
                                              : position_text(game, report) + drawing_text(game, requested.display);
  if (arguments.all || (!line && !is_brief)) text += moves_text(game, *report.moves);
  if (line) text += line_text(game, *line);
  if (lines) text += optimal_lines_text(game, *lines);
  return {text};
}

/// Answers each line of standard input before reading the next one, so that another program can wait for the answer.
/// Prints an error for each invalid line. Returns `bad_input` if there is an invalid line.
exit_status answer_lines(const opened_table& opened, const std::optional<display_board>& board,
                         const probe_arguments& arguments, session& s) {
  exit_status status = exit_status::done;
  for (std::uint64_t number = 1;; ++number) {
    const auto line = s.read_line();
    if (!line || !s.out) return status;  // the end of the input, or the reader has closed the pipe
    try {
      const auto [text, members] = answer_query(split_tokens(*line), opened, board, arguments);
      s.print(arguments.json ? json_text(members) + '\n' : text);
    } catch (const input_error& failure) {
      s.warn(fmt::format("standard input, line {}: {}", number, failure.what()));
      if (arguments.json) s.print(json_text({{"error", error_line(failure.what())}}) + '\n');
      status = exit_status::bad_input;
    }
  }
}

exit_status probe(const probe_arguments& arguments, session& s) {
  if (arguments.standard_input && !arguments.fields.empty()) {
    throw input_error(fmt::format("'{}' cannot be combined with --stdin, which reads positions from standard input",
                                  excerpt(arguments.fields.front())));
  }
  const opened_table opened = open_table(arguments.table, s.games);
  std::optional<display_board> board;
  if (arguments.json) board.emplace(*opened.game);
  if (arguments.standard_input) return answer_lines(opened, board, arguments, s);
  s.print_report(answer_query(arguments.fields, opened, board, arguments), arguments.json);
  return exit_status::done;
}

void probe_arguments::declare(command_line& command) {
  declare_table(command, table);
  command.add_option("POSITION", fields,
                     "The position: its fields, or moves=N,N,... for moves from the start by their numbers in the list "
                     "(default: the start). plies_played=N counts N plies against the move limit; to_move=NAME names "
                     "the player to move in games whose positions are relative to that player");
  command.add_flag("--line", line, "Print one line of best play by both players");
  command.add_flag(
      "--all", all,
      "Print every move with its value, even with --line or --stdin; with --line also all lines of best play");
  command
      .add_option("--depth", depth,
                  fmt::format("With --line --all: follow play for N plies (default: {})", default_depth_plies))
      ->needs("--line")
      ->needs("--all")
      ->type_name("N|all");
  command
      .add_option(
          "--limit", limit,
          fmt::format("With --line --all: fail if there are more than N positions (default: {}, with --json {})",
                      max_positions_of_text, max_positions_of_json))
      ->needs("--line")
      ->needs("--all")
      ->type_name("N");
  command.add_flag(
      "--stdin", standard_input,
      "Read a position from each line of standard input (an empty line means the start) and print its value in one "
      "line, or in several with --line or --all; an invalid line prints an error and sets the status to 2");
  declare_json(command, json);
  command.footer(
      "Examples:\n"
      "  {program} probe t.h5\n"
      "  {program} probe t.h5 mouse=2,0 cat=1,1 turn=mouse --json\n"
      "  {program} probe t.h5 mouse=2,0 cat=1,1 turn=mouse plies_played=990\n"
      "  {program} probe quixo.h5 board=X../.../..O to_move=second\n"
      "  {program} probe krk.h5 '8/8/8/8/8/2k5/8/K2R4 w - - 0 1'\n"
      "  {program} probe t.h5 moves=3,1\n"
      "  {program} probe t.h5 --line\n"
      "  {program} probe t.h5 --line --all --depth 4\n"
      "  {program} probe awari.h5 --line\n"
      "  {program} probe t.h5 --stdin --json < positions.txt");
}

}  // namespace

const command_definition probe_command{"probe", "Print the value of a position in a table, and the values of its moves",
                                       command_reach::one_process, declare_command<probe_arguments, probe>};

}  // namespace zermelo::cli
