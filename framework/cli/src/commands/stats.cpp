// SPDX-License-Identifier: MIT
// zermelo stats: counts, classes, histogram, longest wins and origin of a table.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/experiment/base/text.hpp>
#include <zermelo/experiment/catalog/any_game.hpp>
#include <zermelo/experiment/job/counting.hpp>
#include <zermelo/experiment/job/exploring.hpp>
#include <zermelo/experiment/job/solve_job.hpp>
#include <zermelo/experiment/question/one_position.hpp>
#include <zermelo/experiment/question/only_moves.hpp>
#include <zermelo/experiment/question/solution_statistics.hpp>
#include <zermelo/experiment/report/report_text.hpp>

#include "../commands.hpp"
#include "../opened_table.hpp"

namespace zermelo::cli {
namespace {

using experiment::grouped_digits;
using experiment::json;
using experiment::or_null;

/// The start, if its entry can be read; nothing if it lies in a slice that is not done.
std::optional<position> start_with_value(const opened_table& opened) {
  const std::optional<position> start = opened.game->start();
  if (!start || opened.set == nullptr) return start;
  const std::vector<experiment::set_slice>& slices = opened.set->index().slices;
  for (std::size_t i = 0; i < slices.size(); ++i) {
    const bool has_start = *start - slices[i].first < slices[i].size;  // the difference wraps around if it is negative
    if (has_start) return opened.set->is_done(i) ? start : std::nullopt;
  }
  return std::nullopt;
}

struct stats_arguments {
  std::string table;
  std::optional<std::string> by;
  bool only_moves = false;
  bool state_signature = false;
  bool json = false;
  work_options work;

  void declare(command_line& command);
};

/// The rules for reading entries: `infinite_play` and `move_limit`.
json rules_json(const experiment::any_game& game) {
  const reading_rules rules = game.reading();
  json object;
  object["infinite_play"] =
      rules.infinite_play ? json(game.player_names()[index_of(*rules.infinite_play)]) : json(nullptr);
  object["move_limit"] = or_null(rules.move_limit);
  return object;
}

/// The names of the kinds of `solution_statistics::farthest`.
std::array<std::string, 3> kind_names(const experiment::any_game& game) {
  const auto names = game.player_names();
  return {names[0], names[1], "tie"};
}

json texts_json(const experiment::any_game& game, const std::vector<position>& positions) {
  json texts = json::array();
  for (const position p : positions) texts.push_back(experiment::format(game, p));
  return texts;
}

/// The positions of a player to move: `to_move`, `positions`, their outcomes and `max_distance_plies`.
json group_json(const experiment::any_game& game, player to_move, const experiment::group_counts& group) {
  json object = {{"to_move", experiment::mover_name(game, to_move)}, {"positions", group.counts.total()}};
  object.update(experiment::counts_json(group.counts));
  object["max_distance_plies"] = or_null(group.max_distance_plies);
  return object;
}

json boards_json(const experiment::any_game& game, const experiment::board_counts& boards) {
  return {{"boards", boards.boards()},
          {"N", boards.next_wins()},
          {"P", boards.previous_wins()},
          {"L", boards.first_wins()},
          {"R", boards.second_wins()},
          {"drawn", boards.drawn()},
          {"one_turn_only", boards.one_turn_only},
          {"by_winners", boards.by_winners},
          {"zugzwangs", boards.zugzwangs()},
          {"mutual_zugzwangs", boards.zugzwangs() - boards.one_sided_zugzwangs},
          {"first_zugzwangs", texts_json(game, boards.zugzwang_examples)}};
}

/// The players who are to move in some position.
std::vector<player> movers(const experiment::any_game& game) {
  if (game.seen_by() == viewpoint::mover) return {player::first};
  return {player::first, player::second};
}

/// Calls f(text of the place, player to move, counts) for each group, in the order of places.
template <class Callback>
void for_each_group(const opened_table& opened, const experiment::place_field& by,
                    const experiment::solution_statistics& statistics, const Callback& f) {
  for (const auto& [key, group] : statistics.by_group) {
    f(by.text(opened.table->metadata().axes, key.first), key.second, group);
  }
}

json stats_json(const opened_table& opened, const experiment::solution_statistics& statistics,
                const std::optional<experiment::place_field>& by, const std::optional<position_census>& census,
                const session& s) {
  const experiment::any_game& game = *opened.game;
  const storage::table_metadata& stored = opened.table->metadata();
  json object = {{"table", opened.file},
                 {"game", game.name()},
                 {"params", experiment::parameters_json(s.games.find(game.name()).parameters, game.parameters())},
                 {"edges", or_null(stored.edges)},
                 {"distances", stored.has_distances}};
  object.update(rules_json(game));
  object.update(experiment::summary_json(game, stored.summary));
  object["histogram"] = experiment::histogram_json(stored.summary);
  object["longest"] = json::object();
  const auto kinds = kind_names(game);
  for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
    const experiment::farthest_positions& farthest = statistics.farthest[kind];
    object["longest"][kinds[kind]] = !farthest.plies ? json(nullptr)
                                                     : json{{"plies", *farthest.plies},
                                                            {"positions", farthest.positions},
                                                            {"first", texts_json(game, farthest.examples)}};
  }
  object["turns"] = json::array();
  for (const player p : movers(game)) {
    object["turns"].push_back(group_json(game, p, statistics.by_turn[index_of(p)]));
  }
  if (census) object.update(experiment::census_json(game, *census));
  if (by) {
    object["groups"] = json::array();
    for_each_group(opened, *by, statistics, [&](const std::string& text, player to_move, const auto& group) {
      json entry = {{"group", text}};
      entry.update(group_json(game, to_move, group));
      object["groups"].push_back(entry);
    });
  }
  object["classes"] = statistics.boards ? boards_json(game, *statistics.boards) : json(nullptr);
  const auto start = start_with_value(opened);
  object["start"] = start ? experiment::position_json(game, experiment::report_position(game, *start, opened.lookup()))
                          : json(nullptr);
  object["axes"] = json::array();
  for (const axis& a : stored.axes) object["axes"].push_back({{"name", a.name}, {"size", a.size}});
  object["engine"] = stored.engine;
  object["threads"] = stored.threads;
  object["seconds"] = stored.seconds;
  object["program_version"] = stored.program_version;
  object["git_revision"] = stored.git_revision;
  if (!stored.program.empty()) object["program"] = stored.program;
  return object;
}

std::string examples_text(const experiment::any_game& game, const std::vector<position>& positions) {
  std::string text;
  for (const position p : positions) text += fmt::format("  {}\n", experiment::format(game, p));
  return text;
}

std::string boards_text(const experiment::any_game& game, const experiment::board_counts& boards) {
  const auto names = game.player_names();
  std::string text = experiment::labelled_line(
      "boards", fmt::format("{}: N {} (who moves wins), P {} (who moves loses), L {} ({} wins), R {} ({} wins), "
                            "drawn {}",
                            grouped_digits(boards.boards()), grouped_digits(boards.next_wins()),
                            grouped_digits(boards.previous_wins()), grouped_digits(boards.first_wins()), names[0],
                            grouped_digits(boards.second_wins()), names[1], grouped_digits(boards.drawn())));
  const std::string one_sided =
      boards.one_sided_zugzwangs > 0 ? fmt::format(", {} not mutual", grouped_digits(boards.one_sided_zugzwangs)) : "";
  text += experiment::labelled_line("zugzwangs", fmt::format("{}{}{}", grouped_digits(boards.zugzwangs()), one_sided,
                                                             boards.zugzwangs() > 0 ? ", such as" : ""));
  return text + examples_text(game, boards.zugzwang_examples);
}

std::string places_text(const opened_table& opened, const std::string& name, const experiment::place_field& by,
                        const experiment::solution_statistics& statistics) {
  std::vector<experiment::group_line> lines;
  for_each_group(opened, by, statistics, [&](const std::string& of, player to_move, const auto& group) {
    lines.push_back(
        {of, experiment::mover_name(*opened.game, to_move), group.counts, group.max_distance_plies, std::nullopt});
  });
  return experiment::groups_text(name, lines);
}

std::string stats_text(const opened_table& opened, const experiment::solution_statistics& statistics,
                       const std::optional<experiment::place_field>& by, const std::string& by_name,
                       const std::optional<position_census>& census) {
  using experiment::labelled_line;
  const experiment::any_game& game = *opened.game;
  const storage::table_metadata& stored = opened.table->metadata();
  std::string text = labelled_line("table", opened.file) + experiment::game_text(game);
  text += labelled_line("moves", stored.edges ? grouped_digits(*stored.edges) : "not counted");
  if (!stored.has_distances) {
    text += labelled_line("distances", opened.set == nullptr || stored.summary.by_distance.empty()
                                           ? "none: outcomes alone"
                                           : "not of all slices: of some there are outcomes alone");
  }
  text += experiment::summary_text(game, stored.summary);
  for (const player p : movers(game)) {
    const outcome_counts& counts = statistics.by_turn[index_of(p)].counts;
    text += labelled_line("to move", fmt::format("{} {}: {}", experiment::mover_name(game, p),
                                                 grouped_digits(counts.total()), experiment::counts_text(counts)));
  }
  if (statistics.boards) text += boards_text(game, *statistics.boards);
  const auto kinds = kind_names(game);
  for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
    const experiment::farthest_positions& farthest = statistics.farthest[kind];
    if (!farthest.plies) continue;
    text +=
        fmt::format("farthest {}: {}; positions: {}, such as\n", kinds[kind] == "tie" ? "tie" : kinds[kind] + " win",
                    experiment::plies_text(*farthest.plies), grouped_digits(farthest.positions));
    text += examples_text(game, farthest.examples);
  }
  text += experiment::histogram_text(stored.summary);
  if (census) text += experiment::census_text(game, *census);
  if (by) text += places_text(opened, by_name, *by, statistics);
  if (const auto start = start_with_value(opened)) {
    text += experiment::position_text(game, experiment::report_position(game, *start, opened.lookup()));
  }
  const auto total = stored.seconds.find("total");
  text += labelled_line("made by", fmt::format("{}zermelo {} ({}), engine {}, {} threads, {:.3f} s",
                                               stored.program.empty() ? "" : stored.program + ", ",
                                               stored.program_version, stored.git_revision, stored.engine,
                                               stored.threads, total == stored.seconds.end() ? 0.0 : total->second));
  return text;
}

/// The worths of which there are only moves, with their names.
constexpr std::array<std::pair<experiment::worth, const char*>, 2> kept_worths{
    {{experiment::worth::won, "won"}, {experiment::worth::even, "even"}}};

json only_moves_json(const experiment::any_game& game, const experiment::only_move_statistics& statistics) {
  json list = json::array();
  for (const player p : movers(game)) {
    json& entry = list.emplace_back(json{{"to_move", experiment::mover_name(game, p)}});
    for (const auto& [worth, name] : kept_worths) {
      const experiment::only_move_counts& counts = statistics[index_of(p)][static_cast<std::size_t>(worth)];
      json positions = json::array();
      json only_move = json::array();
      for (const experiment::only_move_count& count : counts.by_plies) {
        positions.push_back(count.positions);
        only_move.push_back(count.only_move);
      }
      entry[name] = {{"positions", counts.all.positions},
                     {"only_move", counts.all.only_move},
                     {"by_plies", {{"positions", std::move(positions)}, {"only_move", std::move(only_move)}}}};
    }
  }
  return list;
}

std::string only_moves_text(const experiment::any_game& game, const experiment::only_move_statistics& statistics) {
  std::string text = fmt::format("{:<12} {:<10} {:>15} {:>15} {:>8}\n", "only moves", "for whom", "positions",
                                 "with only move", "share");
  for (const player p : movers(game)) {
    for (const auto& [worth, name] : kept_worths) {
      const auto [positions, only_move] = statistics[index_of(p)][static_cast<std::size_t>(worth)].all;
      if (positions == 0) continue;
      text += fmt::format("{:<12} {:<10} {:>15} {:>15} {:>6.2f} %\n", experiment::mover_name(game, p), name,
                          grouped_digits(positions), grouped_digits(only_move),
                          100.0 * static_cast<double>(only_move) / static_cast<double>(positions));
    }
  }
  return text;
}

/// The census; nothing if the game has no hooks for it, or, after a warning, if these hooks fail. @throws as census.
std::optional<position_census> take_census(const opened_table& opened, const stats_arguments& arguments,
                                           progress& shown, const session& s) {
  try {
    return experiment::census(*opened.game, *opened.table, arguments.work.threads, shown);
  } catch (const interrupted&) {
    throw;
  } catch (const input_error&) {  // the table is damaged
    throw;
  } catch (const std::exception&) {
    shown.erase();
    s.warn(experiment::census_failure_text(std::current_exception()));
    return std::nullopt;
  }
}

/// The slices of a set, each with `name`, `first_position`, `positions` and `done`, and a solved one with its summary.
json slices_json(const experiment::any_game& game, const experiment::table_set& set) {
  json slices = json::array();
  for (std::size_t i = 0; i < set.index().slices.size(); ++i) {
    const experiment::set_slice& slice = set.index().slices[i];
    json object = {{"name", slice.name}, {"first_position", slice.first}, {"positions", slice.size}};
    object["done"] = slice.is_done;
    if (slice.is_done) object.update(experiment::summary_json(game, set.table(i)->metadata().summary));
    slices.push_back(std::move(object));
  }
  return slices;
}

std::string slices_text(const experiment::table_set& set) {
  std::size_t widest = std::string_view("slice").size();
  for (const experiment::set_slice& slice : set.index().slices) widest = std::max(widest, slice.name.size());
  const std::size_t num_slices = set.index().slices.size();
  std::string text = experiment::labelled_line(
      "slices", fmt::format("{} of {} are done", num_slices - set.slices_to_do().size(), num_slices));
  text += fmt::format("{:<{}}  {:>15}  {:>15}  {:>15}  {:>13}  {:>15}  {:>7}\n", "slice", widest, "positions", "win",
                      "loss", "tie", "draw", "longest");
  for (std::size_t i = 0; i < set.index().slices.size(); ++i) {
    const experiment::set_slice& slice = set.index().slices[i];
    if (!slice.is_done) {
      text += fmt::format("{:<{}}  {:>15}\n", slice.name, widest, "not done");
      continue;
    }
    const solution_summary& summary = set.table(i)->metadata().summary;
    const auto longest = summary.max_distance_plies();
    text += fmt::format("{:<{}}  {:>15}  {:>15}  {:>15}  {:>13}  {:>15}  {:>7}\n", slice.name, widest,
                        grouped_digits(summary.legal_positions()), grouped_digits(summary.counts.win),
                        grouped_digits(summary.counts.loss), grouped_digits(summary.counts.tie),
                        grouped_digits(summary.counts.draw), longest ? std::to_string(*longest) : "-");
  }
  return text;
}

exit_status stats(const stats_arguments& arguments, session& s) {
  const opened_table opened = open_table(arguments.table, s.games);
  std::optional<experiment::place_field> by;
  if (arguments.by) by = experiment::place_field::find(opened.game->axes(), *arguments.by);
  progress shown = arguments.work.make_progress();
  const auto statistics =
      experiment::collect_statistics(*opened.game, *opened.table, by, arguments.work.threads, shown);
  if (statistics.summary != opened.table->metadata().summary) {
    throw input_error(fmt::format("{}: the stored summary does not agree with the entries; {} verify says more",
                                  arguments.table, s.program.name));
  }
  const auto census = take_census(opened, arguments, shown, s);
  std::optional<experiment::only_move_statistics> only_moves;
  if (arguments.only_moves) {
    experiment::hold_keys(*opened.game, arguments.work.threads, shown);
    only_moves = experiment::count_only_moves(*opened.game, *opened.table, arguments.work.threads, shown);
  }
  std::optional<std::string> by_states;
  if (arguments.state_signature) {
    by_states = experiment::signature_text(
        experiment::state_signature(*opened.game, *opened.table, arguments.work.threads, shown));
  }
  if (arguments.json) {
    json object = stats_json(opened, statistics, by, census, s);
    if (opened.set != nullptr) object["slices"] = slices_json(*opened.game, *opened.set);
    if (only_moves) object["only_moves"] = only_moves_json(*opened.game, *only_moves);
    if (by_states) object["state_signature"] = *by_states;
    s.print_json(object);
  } else {
    std::string text = stats_text(opened, statistics, by, arguments.by.value_or(""), census);
    if (opened.set != nullptr) text += slices_text(*opened.set);
    if (only_moves) text += only_moves_text(*opened.game, *only_moves);
    if (by_states) text += experiment::labelled_line("by state", *by_states);
    s.print(text);
  }
  return exit_status::done;
}

void stats_arguments::declare(command_line& command) {
  declare_table(command, table);
  command
      .add_option(
          "--by", by,
          "Count by an axis or a coordinate as well, such as cat or cat.row; find --count --by has other fields")
      ->type_name("FIELD");
  command.add_flag("--only-moves", only_moves,
                   "Count the positions in which one move alone wins, or keeps a tie or a draw");
  command.add_flag(
      "--state-signature", state_signature,
      "A signature as well that does not depend on how positions are numbered: to compare tables of a game "
      "that was ranked or explored");
  declare_json(command, json);
  work.declare(command);
  command.footer(
      "Examples:\n  {program} stats t.h5\n  {program} stats t.h5 --by cat.row\n  {program} stats t.h5 --only-moves\n  "
      "{program} stats t.h5 --json");
}

}  // namespace

const command_definition stats_command{"stats", "Counts, classes, histogram, longest wins and origin of a table",
                                       command_reach::one_process, declare_command<stats_arguments, stats>};

}  // namespace zermelo::cli
