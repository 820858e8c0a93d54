// SPDX-License-Identifier: MIT
#include <zermelo/tables/opened/table_statistics.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <zermelo/catalog/base/text.hpp>
#include <zermelo/catalog/games/any_game.hpp>
#include <zermelo/catalog/question/one_position.hpp>
#include <zermelo/catalog/question/place_field.hpp>
#include <zermelo/catalog/question/position_field.hpp>
#include <zermelo/core/base/error.hpp>
#include <zermelo/solving/job/counting.hpp>
#include <zermelo/solving/job/exploring.hpp>
#include <zermelo/solving/sets/table_set.hpp>
#include <zermelo/tables/report/report_text.hpp>

namespace zermelo {
namespace {

/// The start, if its entry can be read; nothing if it lies in a slice that is not done.
std::optional<position> start_with_value(const opened_table& opened) {
  const std::optional<position> start = opened.game->start();
  if (!start || opened.set == nullptr) return start;
  const std::vector<set_slice>& slices = opened.set->index().slices;
  for (std::size_t i = 0; i < slices.size(); ++i) {
    const bool has_start = *start - slices[i].first < slices[i].size;  // the difference wraps around if it is negative
    if (has_start) return opened.set->is_done(i) ? start : std::nullopt;
  }
  return std::nullopt;
}

/// The names of the kinds of `solution_statistics::farthest`.
std::array<std::string, 3> kind_names(const any_game& game) {
  const auto names = game.player_names();
  return {names[0], names[1], "tie"};
}

json texts_json(const any_game& game, const std::vector<position>& positions) {
  json texts = json::array();
  for (const position p : positions) texts.push_back(format(game, p));
  return texts;
}

/// The positions of a player to move: `to_move`, `positions`, their outcomes and `max_distance_plies`.
json group_json(const any_game& game, player to_move, const group_counts& group) {
  json object = {{"to_move", mover_name(game, to_move)}, {"positions", group.counts.total()}};
  object.update(counts_json(group.counts));
  object["max_distance_plies"] = or_null(group.max_distance_plies);
  return object;
}

json boards_json(const any_game& game, const board_counts& boards) {
  return {{"boards", boards.boards()},
          {"N", boards.next_wins()},
          {"P", boards.previous_wins()},
          {"L", boards.first_wins()},
          {"R", boards.second_wins()},
          {"drawn", boards.drawn()},
          {"one_turn_only", boards.one_turn_only},
          {"by_winners", boards.by_winners},
          {"zugzwangs", boards.zugzwangs},
          {"mutual_zugzwangs", boards.zugzwangs - boards.one_sided_zugzwangs},
          {"first_zugzwangs", texts_json(game, boards.zugzwang_examples)}};
}

/// The positions by points, without points that no position has; null in a game without margins.
json margins_json(const any_game& game, const std::vector<outcome_histogram>& by_margin) {
  if (!has_margins(game)) return nullptr;
  json margins = json::array();
  for (std::size_t points = 0; points < by_margin.size(); ++points) {
    if (by_margin[points].counts.total() == 0) continue;
    json entry = {{"points", points}};
    entry.update(tally_json(by_margin[points]));
    margins.push_back(std::move(entry));
  }
  return margins;
}

/// A table with a line for the points that some position is won or lost by.
std::string margins_text(const std::vector<outcome_histogram>& by_margin) {
  std::string text =
      fmt::format("{:>12} {:>14} {:>14} {:>14} {:>14} {:>8}\n", "points", "win", "loss", "tie", "draw", "longest");
  for (std::size_t points = 0; points < by_margin.size(); ++points) {
    const auto& [counts, by_distance, of_points] = by_margin[points];
    if (counts.total() == 0) continue;
    text += fmt::format("{:>12} {:>14} {:>14} {:>14} {:>14} {:>8}\n", points, grouped_digits(counts.win),
                        grouped_digits(counts.loss), grouped_digits(counts.tie), grouped_digits(counts.draw),
                        by_distance.empty() ? "-" : std::to_string(by_distance.size() - 1));
  }
  return text;
}

/// Calls f(text of the place, player to move, counts) for each group, in the order of places.
template <class Callback>
void for_each_group(const opened_table& opened, const place_field& by, const solution_statistics& statistics,
                    const Callback& f) {
  for (const auto& [key, group] : statistics.by_group) {
    f(by.text(opened.table->metadata().axes, key.first), key.second, group);
  }
}

/// The members of `metadata_json` before those that are counted.
json first_members(const opened_table& opened, const std::vector<parameter>& schema) {
  const any_game& game = *opened.game;
  const storage::table_metadata& stored = opened.table->metadata();
  json object = {{"table", opened.file},
                 {"game", game.name()},
                 {"params", parameters_json(schema, game.parameters())},
                 {"edges", or_null(stored.edges)},
                 {"distances", stored.has_distances}};
  object.update(rules_json(game));
  object["max_margin"] = has_margins(game) ? json(game.hooks().max_margin()) : json(nullptr);
  object.update(summary_json(game, stored.summary));
  object["histogram"] = histogram_json(stored.summary);
  return object;
}

/// The slices of a set, each with `name`, `first_position`, `positions` and `done`, and a solved one with its summary.
json slices_json(const any_game& game, const table_set& set) {
  json slices = json::array();
  for (std::size_t i = 0; i < set.index().slices.size(); ++i) {
    const set_slice& slice = set.index().slices[i];
    json object = {{"name", slice.name}, {"first_position", slice.first}, {"positions", slice.size}};
    object["done"] = slice.is_done;
    if (slice.is_done) object.update(summary_json(game, set.table(i)->metadata().summary));
    slices.push_back(std::move(object));
  }
  return slices;
}

/// Adds the other members of `metadata_json`.
void add_last_members(const opened_table& opened, json& object) {
  const storage::table_metadata& stored = opened.table->metadata();
  object["axes"] = json::array();
  for (const axis& a : stored.axes) object["axes"].push_back({{"name", a.name}, {"size", a.size}});
  object["engine"] = stored.engine;
  object["threads"] = stored.threads;
  object["seconds"] = stored.seconds;
  object["program_version"] = stored.program_version;
  object["git_revision"] = stored.git_revision;
  if (!stored.program.empty()) object["program"] = stored.program;
  if (opened.set != nullptr) object["slices"] = slices_json(*opened.game, *opened.set);
}

/// Adds what has been counted over the entries.
void add_counted_members(const opened_table& opened, const table_statistics& collected, json& object) {
  const solution_statistics& statistics = collected.entries;
  const any_game& game = *opened.game;
  object["longest"] = json::object();
  const auto kinds = kind_names(game);
  for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
    const farthest_positions& farthest = statistics.farthest[kind];
    object["longest"][kinds[kind]] = !farthest.plies ? json(nullptr)
                                                     : json{{"plies", *farthest.plies},
                                                            {"positions", farthest.positions},
                                                            {"first", texts_json(game, farthest.examples)}};
  }
  object["margins"] = margins_json(game, statistics.by_margin);
  object["turns"] = json::array();
  for (const player p : movers(game)) {
    object["turns"].push_back(group_json(game, p, statistics.by_turn[index_of(p)]));
  }
  if (collected.census) object.update(census_json(game, *collected.census));
  if (collected.by) {
    object["groups"] = json::array();
    for_each_group(opened, *collected.by, statistics, [&](const std::string& text, player to_move, const auto& group) {
      json entry = {{"group", text}};
      entry.update(group_json(game, to_move, group));
      object["groups"].push_back(entry);
    });
  }
  object["classes"] = statistics.boards ? boards_json(game, *statistics.boards) : json(nullptr);
  const auto start = start_with_value(opened);
  object["start"] = start ? position_json(game, report_position(game, *start, opened.lookup())) : json(nullptr);
}

std::string examples_text(const any_game& game, const std::vector<position>& positions) {
  std::string text;
  for (const position p : positions) text += fmt::format("  {}\n", format(game, p));
  return text;
}

std::string boards_text(const any_game& game, const board_counts& boards) {
  const auto names = game.player_names();
  std::string text = labelled_line(
      "boards", fmt::format("{}: N {} (who moves wins), P {} (who moves loses), L {} ({} wins), R {} ({} wins), "
                            "drawn {}",
                            grouped_digits(boards.boards()), grouped_digits(boards.next_wins()),
                            grouped_digits(boards.previous_wins()), grouped_digits(boards.first_wins()), names[0],
                            grouped_digits(boards.second_wins()), names[1], grouped_digits(boards.drawn())));
  const std::string one_sided =
      boards.one_sided_zugzwangs > 0 ? fmt::format(", {} not mutual", grouped_digits(boards.one_sided_zugzwangs)) : "";
  text += labelled_line("zugzwangs", fmt::format("{}{}{}", grouped_digits(boards.zugzwangs), one_sided,
                                                 boards.zugzwangs > 0 ? ", such as" : ""));
  return text + examples_text(game, boards.zugzwang_examples);
}

std::string places_text(const opened_table& opened, const std::string& name, const place_field& by,
                        const solution_statistics& statistics) {
  std::vector<group_line> lines;
  for_each_group(opened, by, statistics, [&](const std::string& of, player to_move, const auto& group) {
    lines.push_back({of, mover_name(*opened.game, to_move), group.counts, group.max_distance_plies, std::nullopt});
  });
  return groups_text(name, lines);
}

/// The lines of `statistics_text` for any table.
std::string table_text(const opened_table& opened, const table_statistics& collected) {
  const solution_statistics& statistics = collected.entries;
  const any_game& game = *opened.game;
  const storage::table_metadata& stored = opened.table->metadata();
  std::string text = labelled_line("table", opened.file) + game_text(game);
  text += labelled_line("moves", stored.edges ? grouped_digits(*stored.edges) : "not counted");
  if (!stored.has_distances) {
    text += labelled_line("distances", opened.set == nullptr || stored.summary.by_distance.empty()
                                           ? "none: outcomes alone"
                                           : "not of all slices: of some there are outcomes alone");
  }
  text += summary_text(game, stored.summary);
  if (has_margins(game)) {
    const auto& [win, loss, tie, draw] = stored.summary.counts;
    text += labelled_line("even", fmt::format("{}: tie {}, draw {}", grouped_digits(tie + draw), grouped_digits(tie),
                                              grouped_digits(draw)));
  }
  for (const player p : movers(game)) {
    const outcome_counts& counts = statistics.by_turn[index_of(p)].counts;
    text += labelled_line(
        "to move", fmt::format("{} {}: {}", mover_name(game, p), grouped_digits(counts.total()), counts_text(counts)));
  }
  if (statistics.boards) text += boards_text(game, *statistics.boards);
  const auto kinds = kind_names(game);
  for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
    const farthest_positions& farthest = statistics.farthest[kind];
    if (!farthest.plies) continue;
    text +=
        fmt::format("farthest {}: {}; positions: {}, such as\n", kinds[kind] == "tie" ? "tie" : kinds[kind] + " win",
                    plies_text(*farthest.plies), grouped_digits(farthest.positions));
    text += examples_text(game, farthest.examples);
  }
  text += histogram_text(stored.summary);
  if (has_margins(game)) text += margins_text(statistics.by_margin);
  if (collected.census) text += census_text(game, *collected.census);
  if (collected.by) text += places_text(opened, collected.by_name, *collected.by, statistics);
  if (const auto start = start_with_value(opened)) {
    text += position_text(game, report_position(game, *start, opened.lookup()));
  }
  const auto total = stored.seconds.find("total");
  text += labelled_line("made by", fmt::format("{}zermelo {} ({}), engine {}, {} threads, {:.3f} s",
                                               stored.program.empty() ? "" : stored.program + ", ",
                                               stored.program_version, stored.git_revision, stored.engine,
                                               stored.threads, total == stored.seconds.end() ? 0.0 : total->second));
  return text;
}

/// The worths of which there are only moves, with their names.
constexpr std::array<std::pair<worth, const char*>, 2> kept_worths{{{worth::won, "won"}, {worth::even, "even"}}};

json only_moves_json(const any_game& game, const only_move_statistics& statistics) {
  json list = json::array();
  for (const player p : movers(game)) {
    json& entry = list.emplace_back(json{{"to_move", mover_name(game, p)}});
    for (const auto& [worth, name] : kept_worths) {
      const only_move_counts& counts = statistics[index_of(p)][static_cast<std::size_t>(worth)];
      json positions = json::array();
      json only_move = json::array();
      for (const only_move_count& count : counts.by_plies) {
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

std::string only_moves_text(const any_game& game, const only_move_statistics& statistics) {
  std::string text = fmt::format("{:<12} {:<10} {:>15} {:>15} {:>8}\n", "only moves", "for whom", "positions",
                                 "with only move", "share");
  for (const player p : movers(game)) {
    for (const auto& [worth, name] : kept_worths) {
      const auto [positions, only_move] = statistics[index_of(p)][static_cast<std::size_t>(worth)].all;
      if (positions == 0) continue;
      text += fmt::format("{:<12} {:<10} {:>15} {:>15} {:>6.2f} %\n", mover_name(game, p), name,
                          grouped_digits(positions), grouped_digits(only_move),
                          100.0 * static_cast<double>(only_move) / static_cast<double>(positions));
    }
  }
  return text;
}

std::string slices_text(const table_set& set) {
  std::size_t widest = std::string_view("slice").size();
  for (const set_slice& slice : set.index().slices) widest = std::max(widest, slice.name.size());
  const std::size_t num_slices = set.index().slices.size();
  std::string text =
      labelled_line("slices", fmt::format("{} of {} are done", num_slices - set.slices_to_do().size(), num_slices));
  text += fmt::format("{:<{}}  {:>15}  {:>15}  {:>15}  {:>13}  {:>15}  {:>7}\n", "slice", widest, "positions", "win",
                      "loss", "tie", "draw", "longest");
  for (std::size_t i = 0; i < set.index().slices.size(); ++i) {
    const set_slice& slice = set.index().slices[i];
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

/// Sets the census; or, if the game's hooks for it fail, the failure. @throws as census.
void count_groups(const opened_table& opened, unsigned threads, work_monitor& monitor, table_statistics& result) {
  try {
    result.census = census(*opened.game, *opened.table, threads, monitor);
  } catch (const interrupted&) {
    throw;
  } catch (const input_error&) {  // the table is damaged
    throw;
  } catch (const std::exception&) {
    result.census_failure = std::current_exception();
  }
}

/// The axis or coordinate by which positions are counted. @throws input_error for other names
place_field place_to_count_by(const any_game& game, const std::string& name) {
  const std::vector<axis> axes = game.axes();
  const std::vector<std::string> places = place_field::names(axes);
  const bool is_place = std::find(places.begin(), places.end(), name) != places.end();
  if (!is_place && position_field::find_unless_word(game, name)) {
    throw input_error(fmt::format("{} is no axis; find counts by it", name));
  }
  return place_field::find(axes, name);
}

}  // namespace

table_statistics collect_statistics(const opened_table& opened, const statistics_request& request, unsigned threads,
                                    work_monitor& monitor) {
  const any_game& game = *opened.game;
  table_statistics result;
  if (request.by) {
    result.by_name = *request.by;
    result.by = place_to_count_by(game, *request.by);
  }
  result.entries = collect_statistics(game, *opened.table, result.by, threads, monitor);
  if (result.entries.summary != opened.table->metadata().summary) {
    throw input_error(fmt::format(
        "{}: the stored summary does not agree with the entries; the command verify says more", opened.file));
  }
  count_groups(opened, threads, monitor, result);
  if (request.only_moves) {
    hold_keys(game, threads, monitor);
    result.only_moves = count_only_moves(game, *opened.table, threads, monitor);
  }
  if (request.state_signature) result.state_signature = state_signature(game, *opened.table, threads, monitor);
  return result;
}

json metadata_json(const opened_table& opened, const std::vector<parameter>& schema) {
  json object = first_members(opened, schema);
  add_last_members(opened, object);
  return object;
}

json statistics_json(const opened_table& opened, const std::vector<parameter>& schema,
                     const table_statistics& statistics) {
  json object = first_members(opened, schema);
  add_counted_members(opened, statistics, object);
  add_last_members(opened, object);
  if (statistics.only_moves) object["only_moves"] = only_moves_json(*opened.game, *statistics.only_moves);
  if (statistics.state_signature) object["state_signature"] = signature_text(*statistics.state_signature);
  return object;
}

std::string statistics_text(const opened_table& opened, const table_statistics& statistics) {
  std::string text = table_text(opened, statistics);
  if (opened.set != nullptr) text += slices_text(*opened.set);
  if (statistics.only_moves) text += only_moves_text(*opened.game, *statistics.only_moves);
  if (statistics.state_signature) text += labelled_line("by state", signature_text(*statistics.state_signature));
  return text;
}

}  // namespace zermelo
