// SPDX-License-Identifier: MIT
// zermelo play: a match against perfect play in the terminal.
#include <filesystem>
#include <string>
#include <system_error>
#include <vector>

#include <fmt/core.h>

#include <zermelo/catalog/games/any_game.hpp>
#include <zermelo/catalog/query/read_query.hpp>
#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/base/text.hpp>
#include <zermelo/solving/job/exploring.hpp>
#include <zermelo/solving/job/solving.hpp>
#include <zermelo/solving/plan/solve_options.hpp>
#include <zermelo/tables/report/position_report.hpp>

#include "../built_game.hpp"
#include "../commands.hpp"
#include "../opened_table.hpp"
#include "match.hpp"

namespace zermelo::cli {
namespace {

struct play_arguments {
  std::string subject;  ///< a game's name or a table
  std::vector<std::string> parameters;
  std::string from;  ///< the position's text; empty: the start
  std::string side;
  work_options work;

  void declare(command_line& command);
};

/// Returns the player with this name; for an empty name, the player to move.
player parse_side(const any_game& game, const query_position& from, const std::string& side) {
  if (side.empty()) return player_to_move(game, from);
  return parse_player(game, "--as", side);
}

void play_match(const any_game& game, const value_lookup& values, const play_arguments& arguments, session& s) {
  if (arguments.from.empty() && !game.start()) {
    throw input_error(fmt::format("{} has no start position; name a position with --from", game.name()));
  }
  const query_position from = read_position(game, arguments.from);
  match(game, values, from, parse_side(game, from, arguments.side), s).play();
}

solved_game solve_quietly(any_game& game, const work_options& work) {
  solve_options options;
  options.threads = resolve_threads(work.threads);
  progress display = work.make_progress();
  zermelo::explore(game, {options}, display);
  solved_game solved = zermelo::solve(game, options, display);
  choose_start(game, *solved.values, display);
  return solved;
}

exit_status play(const play_arguments& arguments, session& s) {
  // An argument that is not a game's name is a file if it looks like one; otherwise the catalog suggests the nearest
  // name.
  const std::string& subject = arguments.subject;
  std::error_code ignored;
  const bool looks_like_file =
      subject.find_first_of("./") != std::string::npos || std::filesystem::exists(subject, ignored);
  if (s.games.has(subject) || !looks_like_file) {
    const auto game = build_game(s, subject, arguments.parameters, arguments.work);
    const auto solved = solve_quietly(*game, arguments.work);
    play_match(*game, lookup_in(*solved.values), arguments, s);
  } else {
    if (!arguments.parameters.empty()) {
      throw input_error(fmt::format("unexpected argument '{}'; a table contains its parameters",
                                    excerpt(arguments.parameters.front())));
    }
    const opened_table opened = open_table(subject, s.games);
    play_match(*opened.game, opened.lookup(), arguments, s);
  }
  return exit_status::done;
}

void play_arguments::declare(command_line& command) {
  command.add_option("GAME", subject, "A table file, or the name of a game, which is solved first")->required();
  command.add_option("INSTANCE", parameters, "The instance, as for {program} solve");
  command
      .add_option("--from", from,
                  "First position: its fields, or moves=N,N,... for moves from the start by their numbers "
                  "(default: the start)")
      ->type_name("POSITION");
  command.add_option("--as", side, "The player that you control (default: the first to move)")->type_name("PLAYER");
  work.declare(command);
  command.footer(
      "In games for points, the opponent plays for the margin first, then for speed.\n"
      "Examples:\n"
      "  {program} play mnk\n"
      "  {program} play dots_and_boxes rows=1 columns=2\n"
      "  {program} play t.h5 --as cat\n"
      "  {program} play t.h5 --from 'mouse=2,2 cat=1,1 turn=cat'\n"
      "  printf '1\\nhint\\nquit\\n' | {program} play mnk rows=3 cols=3 k=3");
}

}  // namespace

const command_definition play_command{"play", "Play a game against a perfect opponent", command_reach::one_process,
                                      declare_command<play_arguments, play>};

}  // namespace zermelo::cli
