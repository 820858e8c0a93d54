// SPDX-License-Identifier: MIT
// zermelo stats: what a table says as a whole.
#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <zermelo/experiment/report_text.hpp>

#include "commands.hpp"
#include "opened_table.hpp"

namespace zermelo::cli {
namespace {

using experiment::json;

struct stats_arguments {
  std::string table;
  bool json = false;
  work_options work;
};

/// The positions that are farthest from an end of one kind.
struct farthest {
  std::string name;  ///< a player's, or "tie"
  std::optional<std::uint32_t> plies{};
  std::uint64_t positions = 0;
  std::vector<position> first{};

  void add(position p, std::uint32_t distance_plies) {
    constexpr std::size_t most_named = 3;
    if (plies && distance_plies < *plies) return;
    if (plies != distance_plies) *this = {name, distance_plies};
    ++positions;
    if (first.size() < most_named) first.push_back(p);
  }
};

/// One entry per player, then ties.
std::array<farthest, 3> find_farthest(const value_table& values, const experiment::any_game& game,
                                      solve_visitor& visitor) {
  constexpr position stop_check_every = 1 << 14;
  const auto names = game.player_names();
  std::array<farthest, 3> found{farthest{names[0]}, farthest{names[1]}, farthest{"tie"}};
  visitor.phase("scan", values.size());
  for (position p = 0; p < values.size(); ++p) {
    if (p % stop_check_every == 0) {
      visitor.check_stop();
      visitor.advance(std::min(stop_check_every, values.size() - p));
    }
    const position_value value = values[p];
    if (value.distance_plies == no_distance || !game.is_legal(p)) continue;
    const auto winner = raw_winner(value.outcome, game.player_to_move(p));
    found[winner ? index_of(*winner) : 2].add(p, value.distance_plies);
  }
  return found;
}

json rules_json(const experiment::any_game& game) {
  const reading_rules rules = game.rules();
  json object;
  object["infinite_play"] =
      rules.infinite_play ? json(game.player_names()[index_of(*rules.infinite_play)]) : json(nullptr);
  object["move_limit"] = rules.move_limit ? json(*rules.move_limit) : json(nullptr);
  return object;
}

json stats_json(const opened_table& opened, const std::array<farthest, 3>& longest, const session& s) {
  const experiment::any_game& game = *opened.game;
  const storage::table_metadata& stored = opened.table.metadata();
  json object = {{"table", opened.file},
                 {"game", game.name()},
                 {"params", experiment::parameters_json(s.games.find(game.name()).parameters, game.parameters())},
                 {"edges", stored.edges}};
  object.update(rules_json(game));
  object.update(experiment::summary_json(game, stored.summary));
  object["histogram"] = experiment::histogram_json(stored.summary);
  object["longest"] = json::object();
  for (const farthest& kind : longest) {
    json first = json::array();
    for (const position p : kind.first) first.push_back(game.format(p));
    object["longest"][kind.name] =
        !kind.plies ? json(nullptr) : json{{"plies", *kind.plies}, {"positions", kind.positions}, {"first", first}};
  }
  const auto start = game.start();
  object["start"] =
      start ? experiment::position_json(game, experiment::report_position(game, *start, opened.value(*start)))
            : json(nullptr);
  object["axes"] = json::array();
  for (const axis& a : stored.axes) object["axes"].push_back({{"name", a.name}, {"size", a.size}});
  object["engine"] = stored.engine;
  object["threads"] = stored.threads;
  object["seconds"] = stored.seconds;
  object["program_version"] = stored.program_version;
  object["git_revision"] = stored.git_revision;
  return object;
}

std::string stats_text(const opened_table& opened, const std::array<farthest, 3>& longest) {
  using experiment::labelled_line;
  const experiment::any_game& game = *opened.game;
  const storage::table_metadata& stored = opened.table.metadata();
  std::string text = labelled_line("table", opened.file) + experiment::game_text(game);
  text += labelled_line("moves", fmt::format("{}", fmt::group_digits(stored.edges)));
  text += experiment::summary_text(game, stored.summary);
  for (const farthest& kind : longest) {
    if (!kind.plies) continue;
    text += fmt::format("farthest {}: {}; positions: {}, such as\n", kind.name == "tie" ? "tie" : kind.name + " win",
                        experiment::plies_text(*kind.plies), fmt::group_digits(kind.positions));
    for (const position p : kind.first) text += fmt::format("  {}\n", game.format(p));
  }
  text += experiment::histogram_text(stored.summary);
  if (const auto start = game.start()) {
    text += experiment::position_text(game, experiment::report_position(game, *start, opened.value(*start)));
  }
  const auto total = stored.seconds.find("total");
  text += labelled_line("made by", fmt::format("zermelo {} ({}), engine {}, {} threads, {:.3f} s",
                                               stored.program_version, stored.git_revision, stored.engine,
                                               stored.threads, total == stored.seconds.end() ? 0.0 : total->second));
  return text;
}

exit_status stats(const stats_arguments& arguments, session& s) {
  const opened_table opened = open_table(arguments.table, s.games);
  progress shown = arguments.work.make_progress();
  const auto longest = find_farthest(opened.table.load(shown), *opened.game, shown);
  arguments.json ? s.print_json(stats_json(opened, longest, s)) : s.print(stats_text(opened, longest));
  return exit_status::done;
}

}  // namespace

void add_stats(CLI::App& program, session& s) {
  const auto arguments = std::make_shared<stats_arguments>();
  CLI::App& command = *program.add_subcommand("stats", "Counts, histogram, longest wins and origin of a table");
  command.add_option("TABLE", arguments->table, "A table file")->required()->type_name("");
  declare_json(command, arguments->json);
  arguments->work.declare(command);
  command.footer("Examples:\n  zermelo stats t.h5\n  zermelo stats t.h5 --json");
  command.callback([arguments, &s] { s.command = [arguments, &s] { return stats(*arguments, s); }; });
}

}  // namespace zermelo::cli
