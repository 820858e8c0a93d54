// SPDX-License-Identifier: MIT
// zermelo probe: the value of one position of a table, and its moves.
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/core.h>
#include <CLI/CLI.hpp>

#include <zermelo/core/error.hpp>
#include <zermelo/core/parameters.hpp>
#include <zermelo/experiment/report_text.hpp>

#include "commands.hpp"
#include "opened_table.hpp"

namespace zermelo::cli {
namespace {

struct probe_arguments {
  std::string table;
  std::vector<std::string> words;
  bool json = false;
};

/// The position asked about.
struct question {
  std::string position_text;  ///< empty: the start
  std::uint64_t plies_played = 0;
};

question parse_question(const std::vector<std::string>& words) {
  constexpr std::string_view plies_word = "plies_played=";
  question asked;
  for (const std::string& word : words) {
    if (!word.starts_with(plies_word)) {
      asked.position_text += (asked.position_text.empty() ? "" : " ") + word;
      continue;
    }
    const auto plies = detail::parse_number<std::uint64_t>(std::string_view(word).substr(plies_word.size()));
    if (!plies) throw input_error(fmt::format("'{}': plies_played is a whole number of at least 0", word));
    asked.plies_played = *plies;
  }
  return asked;
}

position find_position(const experiment::any_game& game, const std::string& text) {
  if (!text.empty()) return game.parse(text);
  if (const auto start = game.start()) return *start;
  throw input_error(fmt::format("{} has no start position; name one by its fields", game.name()));
}

exit_status probe(const probe_arguments& arguments, session& s) {
  const question asked = parse_question(arguments.words);
  const opened_table opened = open_table(arguments.table, s.games);
  const experiment::any_game& game = *opened.game;
  const auto value = [&opened](position p) { return opened.value(p); };
  const position at = find_position(game, asked.position_text);
  const auto report = experiment::report_position(game, at, value(at), asked.plies_played);
  const auto moves = experiment::report_moves(game, at, value, asked.plies_played);
  if (arguments.json) {
    s.print_json(experiment::probe_json(game, report, moves, asked.plies_played));
  } else {
    s.print(experiment::position_text(game, report) + experiment::drawing_text(game, at) +
            experiment::moves_text(game, moves));
  }
  return exit_status::done;
}

}  // namespace

void add_probe(CLI::App& program, session& s) {
  const auto arguments = std::make_shared<probe_arguments>();
  CLI::App& command = *program.add_subcommand("probe", "The value of a position in a table, and its moves");
  command.add_option("TABLE", arguments->table, "A table file")->required()->type_name("");
  command
      .add_option("WORDS", arguments->words,
                  "The position's field=value words (default: the start), and plies_played=N to count plies "
                  "already played against the move limit")
      ->type_name("");
  declare_json(command, arguments->json);
  command.footer(
      "Examples:\n"
      "  zermelo probe t.h5\n"
      "  zermelo probe t.h5 mouse=2,0 cat=1,1 turn=mouse --json\n"
      "  zermelo probe t.h5 mouse=2,0 cat=1,1 turn=mouse plies_played=990");
  command.callback([arguments, &s] { s.command = [arguments, &s] { return probe(*arguments, s); }; });
}

}  // namespace zermelo::cli
