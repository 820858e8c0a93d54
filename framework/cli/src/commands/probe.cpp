// SPDX-License-Identifier: MIT
// zermelo probe: the value of one position of a table, and its moves.
#include <cstdint>
#include <iterator>
#include <limits>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/core.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/text.hpp>
#include <zermelo/experiment/catalog/any_game.hpp>
#include <zermelo/experiment/question/one_position.hpp>
#include <zermelo/experiment/report/report_text.hpp>

#include "../commands.hpp"
#include "../opened_table.hpp"

namespace zermelo::cli {
namespace {

struct probe_arguments {
  std::string table;
  std::vector<std::string> words;
  bool json = false;
  bool line = false;
  bool all = false;
  bool standard_input = false;

  void declare(command_line& command);
};

/// The position asked about.
struct question {
  std::string position_text;  ///< empty: the start
  std::optional<std::uint64_t> plies_played;
};

question parse_question(const std::vector<std::string>& words) {
  constexpr std::string_view plies_word = "plies_played=";
  question asked;
  for (const std::string& word : words) {
    if (!word.starts_with(plies_word)) {
      asked.position_text += (asked.position_text.empty() ? "" : " ") + word;
      continue;
    }
    const auto plies = parse_number<std::uint64_t>(std::string_view(word).substr(plies_word.size()));
    if (asked.plies_played) throw input_error(fmt::format("'{}': plies_played is given twice", excerpt(word)));
    if (!plies) {
      throw input_error(fmt::format("'{}': plies_played is a whole number from 0 to {}", excerpt(word),
                                    std::numeric_limits<std::uint64_t>::max()));
    }
    asked.plies_played = *plies;
  }
  return asked;
}

position find_position(const experiment::any_game& game, const std::string& text) {
  if (!text.empty()) return experiment::parse(game, text);
  if (const auto start = game.start()) return *start;
  throw input_error(fmt::format("{} has no start position; name one by its fields", game.name()));
}

/// The answer to one question, as an object or as text.
struct answer {
  experiment::json object;
  std::string text;
};

/// The text of a line, a position each, from the first move on.
std::string line_text(const experiment::any_game& game, const experiment::principal_variation& line) {
  std::string text;
  for (std::size_t ply = 1; ply < line.positions.size(); ++ply) {
    text += fmt::format("{:>4} {}  {}\n", ply, line.positions[ply].state,
                        experiment::verdict_text(game, line.positions[ply]));
  }
  if (line.repeats_from) text += fmt::format("     and on for ever from ply {}\n", *line.repeats_from);
  return text;
}

experiment::json line_json(const experiment::any_game& game, const experiment::principal_variation& line) {
  experiment::json positions = experiment::json::array();
  for (const auto& report : line.positions) positions.push_back(experiment::position_json(game, report));
  return {{"positions", positions},
          {"repeats_from", line.repeats_from ? experiment::json(*line.repeats_from) : experiment::json(nullptr)}};
}

answer answer_question(const question& asked, const opened_table& opened, const probe_arguments& arguments) {
  const experiment::any_game& game = *opened.game;
  const experiment::value_lookup value = opened.lookup();
  const std::uint64_t plies_played = asked.plies_played.value_or(0);
  const position at = find_position(game, asked.position_text);
  const auto report = experiment::report_position(game, at, value, plies_played);
  const bool is_brief = arguments.standard_input && !arguments.all;
  std::vector<experiment::move_report> moves;
  if (!is_brief) moves = experiment::report_moves(game, at, value, plies_played);
  std::optional<experiment::principal_variation> line;
  if (arguments.line) line = experiment::report_principal_variation(game, at, value, plies_played);

  answer made;
  if (arguments.json) {
    made.object = experiment::probe_json(game, report, moves, plies_played);
    if (is_brief) made.object.erase("moves");
    if (line) made.object["line"] = line_json(game, *line);
  } else if (arguments.standard_input) {
    made.text = fmt::format("{}  {}\n", report.state, experiment::verdict_text(game, report));
    if (arguments.all) made.text += experiment::moves_text(game, moves);
    if (line) made.text += line_text(game, *line);
  } else {
    made.text = experiment::position_text(game, report) + experiment::drawing_text(game, at);
    made.text += line && !arguments.all ? line_text(game, *line)
                                        : experiment::moves_text(game, moves) + (line ? line_text(game, *line) : "");
  }
  return made;
}

/// Answers line by line, so that another program can ask, wait and ask again.
void answer_lines(const opened_table& opened, const probe_arguments& arguments, session& s) {
  for (std::uint64_t number = 1;; ++number) {
    const auto line = s.read_line();
    if (!line || !s.out) return;  // the reader has closed the pipe
    std::istringstream words(*line);
    try {
      const answer made =
          answer_question(parse_question({std::istream_iterator<std::string>(words), {}}), opened, arguments);
      s.print(arguments.json ? experiment::json_text(made.object) + '\n' : made.text);
    } catch (const input_error& failure) {
      throw input_error(fmt::format("standard input, line {}: {}", number, failure.what()));
    }
  }
}

exit_status probe(const probe_arguments& arguments, session& s) {
  if (arguments.standard_input && !arguments.words.empty()) {
    throw input_error(fmt::format("'{}': with --stdin positions come from standard input", arguments.words.front()));
  }
  const question asked = parse_question(arguments.words);
  const opened_table opened = open_table(arguments.table, s.games);
  if (arguments.standard_input) {
    answer_lines(opened, arguments, s);
  } else {
    const answer made = answer_question(asked, opened, arguments);
    arguments.json ? s.print_json(made.object) : s.print(made.text);
  }
  return exit_status::done;
}

void probe_arguments::declare(command_line& command) {
  declare_table(command, table);
  command.add_option("WORDS", words,
                     "The position's field=value words (default: the start), and plies_played=N to count plies "
                     "already played against the move limit");
  command.add_flag("--line", line, "How play goes on if both sides play best moves");
  command.add_flag("--all", all, "Every move with its value: also where --line or --stdin would leave them out");
  command.add_flag("--stdin", standard_input,
                   "Read a position from each line of standard input (an empty one: the start), and answer in a line "
                   "each");
  declare_json(command, json);
  command.footer(
      "Examples:\n"
      "  {program} probe t.h5\n"
      "  {program} probe t.h5 mouse=2,0 cat=1,1 turn=mouse --json\n"
      "  {program} probe t.h5 mouse=2,0 cat=1,1 turn=mouse plies_played=990\n"
      "  {program} probe t.h5 --line\n"
      "  {program} probe t.h5 --stdin --json < positions.txt");
}

}  // namespace

const command_definition probe_command{"probe", "The value of a position in a table, and its moves",
                                       command_reach::one_process, declare_command<probe_arguments, probe>};

}  // namespace zermelo::cli
