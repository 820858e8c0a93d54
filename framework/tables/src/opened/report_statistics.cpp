// SPDX-License-Identifier: MIT
#include <zermelo/tables/opened/report_statistics.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include <zermelo/catalog/base/text.hpp>
#include <zermelo/catalog/games/any_game.hpp>
#include <zermelo/catalog/query/one_position.hpp>
#include <zermelo/core/base/text.hpp>
#include <zermelo/solving/sets/table_set.hpp>
#include <zermelo/tables/report/position_forms.hpp>
#include <zermelo/tables/report/report_game.hpp>
#include <zermelo/tables/report/report_solution.hpp>

namespace zermelo {
namespace {

/// Returns the start, if its entry can be read; nothing if it is in a slice that is not done.
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

/// Returns the names of the kinds of `solution_statistics::farthest`.
std::array<std::string, 3> kind_names(const any_game& game) {
  const auto names = game.player_names();
  return {names[0], names[1], "tie"};
}

json positions_json(const any_game& game, const std::vector<position>& positions) {
  json strings = json::array();
  for (const position p : positions) strings.push_back(format(game, p));
  return strings;
}

/// Returns the positions of a player to move: `to_move`, `positions`, their outcomes and `max_distance_plies`.
json group_json(const any_game& game, player to_move, const group_counts& group) {
  json object = {{"to_move", to_move_name(game, to_move)}, {"positions", group.counts.total()}};
  object.update(counts_json(group.counts));
  object["max_distance_plies"] = or_null(group.max_distance_plies);
  return object;
}

std::string examples_text(const any_game& game, const std::vector<position>& positions) {
  std::string text;
  for (const position p : positions) text += fmt::format("  {}\n", format(game, p));
  return text;
}

/// The values for which only moves are reported, with their names.
constexpr std::array<std::pair<value_class, const char*>, 2> reported_classes{
    {{value_class::won, "won"}, {value_class::even, "even"}}};

report_part report_boards(const any_game& game, const board_counts& boards) {
  const auto names = game.player_names();
  report_part part;
  part.add("boards",
           fmt::format("{}: N {} (who moves wins), P {} (who moves loses), L {} ({} wins), R {} ({} wins), drawn {}",
                       grouped_digits(boards.boards()), grouped_digits(boards.next_wins()),
                       grouped_digits(boards.previous_wins()), grouped_digits(boards.first_wins()), names[0],
                       grouped_digits(boards.second_wins()), names[1], grouped_digits(boards.drawn())),
           {{"boards", boards.boards()},
            {"N", boards.next_wins()},
            {"P", boards.previous_wins()},
            {"L", boards.first_wins()},
            {"R", boards.second_wins()},
            {"drawn", boards.drawn()},
            {"one_turn_only", boards.one_turn_only},
            {"by_winners", boards.by_winners}});
  const std::string one_sided =
      boards.one_sided_zugzwangs > 0 ? fmt::format(", {} not mutual", grouped_digits(boards.one_sided_zugzwangs)) : "";
  part.add("zugzwangs",
           fmt::format("{}{}{}", grouped_digits(boards.zugzwangs), one_sided, boards.zugzwangs > 0 ? ", such as" : ""),
           {{"zugzwangs", boards.zugzwangs},
            {"mutual_zugzwangs", boards.zugzwangs - boards.one_sided_zugzwangs},
            {"first_zugzwangs", positions_json(game, boards.zugzwang_examples)}});
  part.text += examples_text(game, boards.zugzwang_examples);
  return part;
}

/// Reports `longest`: for each kind, the positions with the largest distance.
report_part report_farthest(const any_game& game, const solution_statistics& statistics) {
  report_part part{"", {{"longest", json::object()}}};
  const auto kinds = kind_names(game);
  for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
    const auto& [plies, positions, examples] = statistics.farthest[kind];
    json& member = part.members["longest"][kinds[kind]];
    if (!plies) continue;
    member = {{"plies", *plies}, {"positions", positions}, {"first", positions_json(game, examples)}};
    part.text +=
        fmt::format("farthest {}: {}; positions: {}, such as\n", kinds[kind] == "tie" ? "tie" : kinds[kind] + " win",
                    distance_text(game, *plies), grouped_digits(positions));
    part.text += examples_text(game, examples);
  }
  return part;
}

/// Reports `margins`: the positions by points, without unused points; null in a game without margins.
report_part report_margins(const any_game& game, const std::vector<outcome_histogram>& by_margin) {
  if (!has_margins(game)) return {"", {{"margins", nullptr}}};
  report_part part{
      fmt::format("{:>12} {:>14} {:>14} {:>14} {:>14} {:>8}\n", "points", "win", "loss", "tie", "draw", "longest"),
      {{"margins", json::array()}}};
  for (std::size_t points = 0; points < by_margin.size(); ++points) {
    const auto& [counts, by_distance, of_points] = by_margin[points];
    if (counts.total() == 0) continue;
    part.text += fmt::format("{:>12} {:>14} {:>14} {:>14} {:>14} {:>8}\n", points, grouped_digits(counts.win),
                             grouped_digits(counts.loss), grouped_digits(counts.tie), grouped_digits(counts.draw),
                             by_distance.empty() ? "-" : std::to_string(by_distance.size() - 1));
    json entry = {{"points", points}};
    entry.update(tally_json(by_margin[points]));
    part.members["margins"].push_back(std::move(entry));
  }
  return part;
}

/// Reports `groups`: the positions by the index on an axis and the player to move.
report_part report_by_axis(const opened_table& opened, const std::string& name, const axis_field& by,
                           const solution_statistics& statistics) {
  std::vector<group_line> lines;
  json groups = json::array();
  for (const auto& [key, group] : statistics.by_group) {
    const std::string label = by.text(opened.table->metadata().axes, key.first);
    lines.push_back(
        {label, to_move_name(*opened.game, key.second), group.counts, group.max_distance_plies, std::nullopt});
    json entry = {{"group", label}};
    entry.update(group_json(*opened.game, key.second, group));
    groups.push_back(std::move(entry));
  }
  return {groups_text(name, lines), {{"groups", std::move(groups)}}};
}

report_part report_only_moves(const any_game& game, const only_move_statistics& statistics) {
  report_part part{fmt::format("{:<12} {:<10} {:>15} {:>15} {:>8}\n", "only moves", "for whom", "positions",
                               "with only move", "share"),
                   {{"only_moves", json::array()}}};
  for (const player p : players_to_move(game)) {
    json entry = {{"to_move", to_move_name(game, p)}};
    for (const auto& [outcome_class, name] : reported_classes) {
      const auto& [all, by_plies] = statistics[index_of(p)][static_cast<std::size_t>(outcome_class)];
      json positions = json::array();
      json only_move = json::array();
      for (const only_move_count& count : by_plies) {
        positions.push_back(count.positions);
        only_move.push_back(count.only_move);
      }
      entry[name] = {{"positions", all.positions},
                     {"only_move", all.only_move},
                     {"by_plies", {{"positions", std::move(positions)}, {"only_move", std::move(only_move)}}}};
      if (all.positions == 0) continue;
      part.text += fmt::format("{:<12} {:<10} {:>15} {:>15} {:>6.2f} %\n", to_move_name(game, p), name,
                               grouped_digits(all.positions), grouped_digits(all.only_move),
                               100.0 * static_cast<double>(all.only_move) / static_cast<double>(all.positions));
    }
    part.members["only_moves"].push_back(std::move(entry));
  }
  return part;
}

/// Reports `slices`: for each slice `name`, `first_position`, `positions` and `done`; if solved, also its summary.
report_part report_slices(const any_game& game, const table_set& set) {
  const std::vector<set_slice>& slices = set.index().slices;
  std::size_t widest = std::string_view("slice").size();
  for (const set_slice& slice : slices) widest = std::max(widest, slice.name.size());
  report_part part;
  part.add("slices", fmt::format("{} of {} are done", slices.size() - set.slices_to_do().size(), slices.size()));
  part.text += fmt::format("{:<{}}  {:>15}  {:>15}  {:>15}  {:>13}  {:>15}  {:>7}\n", "slice", widest, "positions",
                           "win", "loss", "tie", "draw", "longest");
  for (std::size_t i = 0; i < slices.size(); ++i) {
    const set_slice& slice = slices[i];
    json& object = part.members["slices"].emplace_back(json{
        {"name", slice.name}, {"first_position", slice.first}, {"positions", slice.size}, {"done", slice.is_done}});
    if (!slice.is_done) {
      part.text += fmt::format("{:<{}}  {:>15}\n", slice.name, widest, "not done");
      continue;
    }
    const solution_summary& summary = set.table(i)->metadata().summary;
    object.update(report_summary(game, summary).members);
    const auto longest = summary.max_distance_plies();
    part.text += fmt::format("{:<{}}  {:>15}  {:>15}  {:>15}  {:>13}  {:>15}  {:>7}\n", slice.name, widest,
                             grouped_digits(summary.legal_positions()), grouped_digits(summary.counts.win),
                             grouped_digits(summary.counts.loss), grouped_digits(summary.counts.tie),
                             grouped_digits(summary.counts.draw), longest ? std::to_string(*longest) : "-");
  }
  return part;
}

/// Returns the members of `metadata_json` that no other report has.
json own_metadata(const opened_table& opened) {
  const any_game& game = *opened.game;
  const storage::table_metadata& stored = opened.table->metadata();
  json object = {{"table", opened.file}, {"edges", or_null(stored.edges)}, {"distances", stored.has_distances}};
  add_metric(game, object);
  object.update(rules_json(game));
  object["max_margin"] = has_margins(game) ? json(game.hooks().max_margin()) : json(nullptr);
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

/// Returns the program, its engine, threads and seconds.
std::string origin_text(const storage::table_metadata& stored) {
  const auto total = stored.seconds.find("total");
  return fmt::format("{}zermelo {} ({}), engine {}, {} threads, {:.3f} s",
                     stored.program.empty() ? "" : stored.program + ", ", stored.program_version, stored.git_revision,
                     stored.engine, stored.threads, total == stored.seconds.end() ? 0.0 : total->second);
}

}  // namespace

json metadata_json(const opened_table& opened, const std::vector<parameter>& schema) {
  const solution_summary& summary = opened.table->metadata().summary;
  json object = own_metadata(opened);
  object.update(report_game(*opened.game, schema).members);
  object.update(report_summary(*opened.game, summary).members);
  object["histogram"] = report_histogram(summary).members;
  if (opened.set != nullptr) object.update(report_slices(*opened.game, *opened.set).members);
  return object;
}

report_part report_statistics(const opened_table& opened, const std::vector<parameter>& schema,
                              const table_statistics& collected) {
  const solution_statistics& statistics = collected.entries;
  const any_game& game = *opened.game;
  const storage::table_metadata& stored = opened.table->metadata();
  report_part part{labelled_line("table", opened.file), own_metadata(opened)};
  part.append(report_game(game, schema));
  part.add("moves", stored.edges ? grouped_digits(*stored.edges) : "not counted");
  if (!stored.has_distances) {
    part.add("distances", opened.set == nullptr || stored.summary.by_distance.empty()
                              ? "none: only outcomes"
                              : "not of all slices: some have only outcomes");
  }
  part.append(report_summary(game, stored.summary));
  if (has_margins(game)) {
    const auto& [win, loss, tie, draw] = stored.summary.counts;
    part.add("even",
             fmt::format("{}: tie {}, draw {}", grouped_digits(tie + draw), grouped_digits(tie), grouped_digits(draw)));
  }
  part.members["turns"] = json::array();
  for (const player p : players_to_move(game)) {
    const group_counts& turn = statistics.by_turn[index_of(p)];
    part.add("to move", fmt::format("{} {}: {}", to_move_name(game, p), grouped_digits(turn.counts.total()),
                                    counts_text(turn.counts)));
    part.members["turns"].push_back(group_json(game, p, turn));
  }
  part.members["classes"] = nullptr;
  if (statistics.boards) part.append_as("classes", report_boards(game, *statistics.boards));
  part.append(report_farthest(game, statistics));
  part.append_as("histogram", report_histogram(stored.summary));
  part.append(report_margins(game, statistics.by_margin));
  if (collected.group_totals) part.append(report_group_totals(game, *collected.group_totals));
  if (collected.by) part.append(report_by_axis(opened, collected.by_name, *collected.by, statistics));
  part.append(report_start(game, start_with_value(opened), opened.lookup(), opened.has_rules));
  part.add("made by", origin_text(stored));
  if (opened.set != nullptr) part.append(report_slices(game, *opened.set));
  if (collected.only_moves) part.append(report_only_moves(game, *collected.only_moves));
  if (collected.state_signature) {
    const std::string signature = hex_text(*collected.state_signature);
    part.add("by state", signature, {{"state_signature", signature}});
  }
  return part;
}

}  // namespace zermelo
