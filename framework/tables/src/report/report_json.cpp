// SPDX-License-Identifier: MIT
#include <zermelo/tables/report/report_json.hpp>

#include <array>
#include <cstddef>
#include <stdexcept>
#include <string_view>
#include <utility>
#include <variant>

#include <zermelo/catalog/base/memory.hpp>
#include <zermelo/catalog/base/text.hpp>
#include <zermelo/catalog/games/any_game.hpp>
#include <zermelo/catalog/question/one_position.hpp>
#include <zermelo/core/base/shown_text.hpp>
#include <zermelo/tables/report/report_text.hpp>

namespace zermelo {
namespace {

json plies_json(position_value value) {
  return value.distance_plies == no_distance ? json(nullptr) : json(value.distance_plies);
}

json winner_json(const any_game& game, const verdict& v) {
  return v.winner ? json(game.player_names()[index_of(*v.winner)]) : json(nullptr);
}

json result_json(verdict::kind kind) {
  switch (kind) {
    case verdict::kind::win: return "win";
    case verdict::kind::tie: return "tie";
    case verdict::kind::draw: return "draw";
  }
  throw std::logic_error("verdict out of range");
}

json decided_by_json(decided_by how) {
  switch (how) {
    case decided_by::nothing: return nullptr;
    case decided_by::play: return "play";
    case decided_by::infinite_play: return "infinite_play";
    case decided_by::move_limit: return "move_limit";
  }
  throw std::logic_error("decided_by out of range");
}

json answer_json(const std::optional<answer_value>& answer) {
  if (!answer) return nullptr;
  return std::visit([](auto value) { return json(value); }, *answer);
}

/// Adds `notation` to the object of a position, if the game has the hook.
void add_notation(json& object, const position_report& report) {
  if (!report.notation.empty()) object["notation"] = report.notation;
}

/// Of each place the numbers of the place and of its piece, or null.
json places_json(const std::vector<changed_place>& places) {
  json pairs = json::array();
  for (const auto& [place, piece] : places) {
    pairs.push_back(json::array({place, piece == placed_pieces::none ? json(nullptr) : json(piece)}));
  }
  return pairs;
}

void add_to_move(const any_game& game, const position_report& report, json& object) {
  object["to_move"] = game.player_names()[index_of(report.to_move)];
}

/// Adds `cells` and `hands`.
void add_pieces(const placed_pieces& pieces, json& object) {
  object["cells"] = places_json(pieces_on(pieces));
  object["hands"] = pieces.in_hand;
}

json parameter_json(const parameter& declared, const parameter_values& values) {
  switch (declared.type) {
    case parameter_type::integer: return values.integer(declared.name);
    case parameter_type::optional_integer: return or_null(values.optional_integer(declared.name));
    case parameter_type::real: return values.real(declared.name);
    case parameter_type::choice:
    case parameter_type::text:
    case parameter_type::file_name: return values.text(declared.name);
  }
  throw std::logic_error("parameter type out of range");
}

std::string_view type_name(parameter_type type) {
  switch (type) {
    case parameter_type::integer: return "integer";
    case parameter_type::optional_integer: return "optional_integer";
    case parameter_type::real: return "real";
    case parameter_type::choice: return "choice";
    case parameter_type::text: return "text";
    case parameter_type::file_name: return "file_name";
  }
  throw std::logic_error("parameter type out of range");
}

/// null for a game with viewpoint::mover, whose player names do not last.
json winners_json(const any_game& game, const std::array<std::uint64_t, 2>& won, const outcome_counts& counts) {
  if (game.seen_by() != viewpoint::players) return nullptr;
  json winners;
  for (const player p : {player::first, player::second}) winners[game.player_names()[index_of(p)]] = won[index_of(p)];
  winners["tie"] = counts.tie;
  winners["draw"] = counts.draw;
  return winners;
}

/// Counts by distance; distances that no position has are left out.
json distances_json(const outcome_histogram& histogram, std::uint64_t outcome_counts::* kind) {
  json counts = json::object();
  for (std::size_t d = 0; d < histogram.by_distance.size(); ++d) {
    const std::uint64_t count = histogram.by_distance[d].*kind;
    if (count > 0) counts[std::to_string(d)] = count;
  }
  return counts;
}

json timing_json(const timing& seconds) {
  return {{"median", seconds.median}, {"min", seconds.min}, {"max", seconds.max}};
}

}  // namespace

std::string json_text(const json& object, int indent) {
  return shown_lines(object.dump(indent, ' ', false, json::error_handler_t::replace));
}

json declaration_json(const parameter& declared) {
  json object = {{"name", declared.name}, {"type", type_name(declared.type)}, {"help", declared.help}};
  object["default"] = or_null(declared.default_value);
  const auto add_range = [&](auto as_number) {
    object["minimum"] = as_number(declared.minimum);
    object["maximum"] = declared.has_maximum() ? json(as_number(declared.maximum)) : json(nullptr);
  };
  switch (declared.type) {
    case parameter_type::integer:
    case parameter_type::optional_integer:
      add_range([](double bound) { return static_cast<std::int64_t>(bound); });
      return object;
    case parameter_type::real: add_range([](double bound) { return bound; }); return object;
    case parameter_type::choice: object["choices"] = declared.choices; return object;
    case parameter_type::text:
    case parameter_type::file_name: return object;
  }
  throw std::logic_error("parameter type out of range");
}

json parameters_json(const std::vector<parameter>& schema, const parameter_values& values) {
  json object = json::object();
  for (const parameter& declared : schema) {
    if (values.reported().contains(declared.name)) object[declared.name] = parameter_json(declared, values);
  }
  return object;
}

json counts_json(const outcome_counts& counts) {
  return {{"win", counts.win}, {"loss", counts.loss}, {"tie", counts.tie}, {"draw", counts.draw}};
}

json tally_json(const outcome_histogram& tally) {
  json object = {{"positions", tally.counts.total()}};
  object.update(counts_json(tally.counts));
  object["max_distance_plies"] = or_null(tally.max_distance_plies());
  object["histogram"] = {{"win", distances_json(tally, &outcome_counts::win)},
                         {"loss", distances_json(tally, &outcome_counts::loss)},
                         {"tie", distances_json(tally, &outcome_counts::tie)}};
  return object;
}

json position_json(const any_game& game, const position_report& report) {
  json object = {{"state", report.state},
                 {"position", report.shown.at},
                 {"outcome", to_string(report.value.outcome)},
                 {"winner", winner_json(game, report.verdict)},
                 {"plies", plies_json(report.value)},
                 {"margin", margin_json(game, report.value.margin())},
                 {"result", result_json(report.verdict.result)},
                 {"decided_by", decided_by_json(report.verdict.decided_by)},
                 {"answer", answer_json(report.answer)}};
  add_notation(object, report);
  return object;
}

json board_json(const any_game& game, const game_board& board) {
  json object = {{"style", board.style == place_style::cells ? "cells" : "points"},
                 {"laid_out", board.is_laid_out},
                 {"places", json::array()},
                 {"lines", board.lines},
                 {"walls", json::array()},
                 {"marks", json::array()},
                 {"pieces", json::array()},
                 {"hands", board.hands}};
  for (const board_place& place : board.places) {
    object["places"].push_back({{"name", place.name}, {"x", place.centre.x}, {"y", place.centre.y}});
  }
  for (const plane_point& wall : board.walls) object["walls"].push_back({{"x", wall.x}, {"y", wall.y}});
  for (const board_mark& mark : board.marks) object["marks"].push_back(json::array({mark.place, mark.text}));
  for (const board_piece& piece : board.pieces) {
    const json owner = piece.owner ? json(game.player_names()[index_of(*piece.owner)]) : json(nullptr);
    object["pieces"].push_back({{"name", piece.name}, {"symbol", piece.symbol}, {"player", owner}});
  }
  return object;
}

json probe_json(const any_game& game, const shown_board* board, const position_report& report) {
  json object = position_json(game, report);
  add_to_move(game, report, object);
  if (board != nullptr) object["drawing"] = drawing(game, report.shown);
  const auto pieces = board == nullptr ? std::nullopt : board->pieces(report.shown, report.to_move);
  if (pieces) add_pieces(*pieces, object);
  object["plies_played"] = report.plies_played;
  if (!report.moves) return object;
  object["moves"] = json::array();
  for (const move_report& move : *report.moves) {
    json target = {{"state", move.to.state},
                   {"position", move.to.shown.at},
                   {"outcome", to_string(move.to.value.outcome)},
                   {"winner", winner_json(game, move.to.verdict)},
                   {"plies", plies_json(move.to.value)},
                   {"gain", gain_json(game, move.gain)},
                   {"margin", margin_json(game, move.margin)},
                   {"best", move.is_best()},
                   {"rank", move.rank},
                   {"ends", end_at(game, move.to.shown.at).has_value()}};
    add_notation(target, move.to);
    if (pieces) {
      const placed_pieces after = board->pieces(move.to.shown, move.to.to_move).value();
      target["changes"] = places_json(changed_places(*pieces, after));
      if (after.in_hand != pieces->in_hand) target["hands"] = after.in_hand;
    }
    object["moves"].push_back(std::move(target));
  }
  return object;
}

json line_json(const any_game& game, const shown_board& board, const principal_variation& line) {
  json positions = json::array();
  for (std::size_t place = 0; place < line.positions.size(); ++place) {
    const position_report& report = line.positions[place];
    json object = position_json(game, report);
    add_to_move(game, report, object);
    object["gain"] = gain_json(game, line.gains[place]);
    object["gained"] = gain_json(game, line.gained[place]);
    if (const auto pieces = board.pieces(report.shown, report.to_move)) add_pieces(*pieces, object);
    positions.push_back(std::move(object));
  }
  return {{"positions", positions}, {"repeats_from", or_null(line.repeats_from)}};
}

void add_notes(const any_game& game, json& object) {
  if (!game.notes().empty()) object["notes"] = game.notes();
}

json rules_json(const any_game& game) {
  const reading_rules rules = game.reading();
  return {{"infinite_play",
           rules.infinite_play ? json(game.player_names()[index_of(*rules.infinite_play)]) : json(nullptr)},
          {"move_limit", or_null(rules.move_limit)}};
}

json summary_json(const any_game& game, const solution_summary& summary) {
  return {{"positions", summary.positions},
          {"legal_positions", summary.legal_positions()},
          {"counts", counts_json(summary.counts)},
          {"winners", winners_json(game, summary.winners, summary.counts)},
          {"max_distance_plies", or_null(summary.max_distance_plies())},
          {"max_tie_plies", or_null(summary.max_tie_plies())},
          {"signature", signature_text(summary.signature)}};
}

json histogram_json(const solution_summary& summary) {
  json histogram = {{"win", json::array()}, {"loss", json::array()}, {"tie", json::array()}};
  for (const outcome_counts& counts : summary.by_distance) {
    histogram["win"].push_back(counts.win);
    histogram["loss"].push_back(counts.loss);
    histogram["tie"].push_back(counts.tie);
  }
  return histogram;
}

json census_json(const any_game& game, const position_census& census) {
  json object = json::object();
  if (census.has_orbits) {
    const outcome_histogram all = census.all();
    object["all_positions"] = tally_json(all);
    object["all_positions"]["winners"] = winners_json(game, census.winners(), all.counts);
  }
  if (!census.has_groups) return object;
  object["groups"] = json::array();
  for (const group_tally& group : census.groups) {
    json entry = {{"group", group.name}, {"to_move", mover_name(game, group.to_move)}};
    entry.update(tally_json(group.all));
    if (census.has_orbits) entry["orbits"] = tally_json(group.orbits);
    object["groups"].push_back(std::move(entry));
  }
  return object;
}

json solve_json(const any_game& game, const std::vector<parameter>& schema, const solved_game& solved,
                const std::optional<reachable_summary>& reachable, const std::optional<position_census>& census) {
  json object = {{"game", game.name()},
                 {"params", parameters_json(schema, game.parameters())},
                 {"engine", to_string(solved.report.engine)},
                 {"threads", solved.report.threads},
                 {"edges", solved.report.edges}};
  add_notes(game, object);
  object.update(summary_json(game, solved.report.summary));
  if (reachable) {
    object["reachable"] = {{"positions", reachable->positions}, {"counts", counts_json(reachable->counts)}};
  }
  if (census) object.update(census_json(game, *census));
  const auto start = game.start();
  object["start"] =
      start ? position_json(game, report_position(game, *start, lookup_in(*solved.values))) : json(nullptr);
  object["seconds"] = solved.report.seconds;
  object.update(rules_json(game));
  object["peak_bytes"] = peak_bytes();
  return object;
}

json entry_json(const any_game& game, position_value entry) {
  return {{"outcome", to_string(entry.outcome)},
          {"plies", plies_json(entry)},
          {"margin", margin_json(game, entry.margin())}};
}

json margin_json(const any_game& game, int margin) { return has_margins(game) ? json(margin) : json(nullptr); }
json gain_json(const any_game& game, int gain) { return has_gains(game) ? json(gain) : json(nullptr); }

json check_json(const check_report& report) {
  return {{"checked", report.checked},
          {"findings", report.findings},
          {"is_cut_short", report.is_cut_short},
          {"unchecked", report.unchecked.empty() ? json(nullptr) : json(report.unchecked)}};
}

json verify_json(const any_game& game, const verify_report& report) {
  json first = json::array();
  for (const verify_failure& failure : report.first) {
    json wrong = {{"state", entry_name(game, failure.at)}};
    wrong.update(entry_json(game, failure.stored));
    wrong["reason"] = failure.reason;
    first.push_back(std::move(wrong));
  }
  return {{"accepted", report.accepted()}, {"checked", report.checked}, {"wrong", report.wrong}, {"first", first}};
}

json plan_json(const solve_plan& plan) {
  json engines = json::array();
  for (const engine_estimate& estimate : plan.engines) {
    json entry = {{"engine", to_string(estimate.engine)},
                  {"baseline", estimate.engine.is_baseline()},
                  {"saves", estimate.engine.saves()},
                  {"available", estimate.is_available}};
    if (estimate.is_available) {
      entry["peak_bytes"] = estimate.peak_bytes;
      if (!estimate.how.empty()) entry["how"] = estimate.how;
    } else {
      entry["reason"] = estimate.reason;
    }
    engines.push_back(entry);
  }
  json object = {{"chosen", to_string(plan.chosen)},
                 {"limit_bytes", plan.limit_bytes},
                 {"edges_per_position", plan.edges_per_position},
                 {"engines", engines}};
  for (const planned_group& one : plan.groups) {
    object["groups"].push_back({{"group", one.name}, {"engine", to_string(one.chosen)}});
  }
  return object;
}

json positions_forecast_json(const position_forecast& found) {
  json object = {{"is_complete", found.is_complete}, {"min_positions", found.min_positions()},
                 {"found", found.positions},         {"full_plies", found.full_plies},
                 {"edges_per_position", nullptr},    {"sample", nullptr}};
  if (found.expanded > 0) {
    object["edges_per_position"] = static_cast<double>(found.moves) / static_cast<double>(found.expanded);
  }
  if (found.sample) {
    object["sample"] = {{"ply", found.sample->ply},
                        {"plays", found.sample->plays},
                        {"collisions", found.sample->collisions},
                        {"min_positions", found.sample->min_positions}};
  }
  return object;
}

json size_forecast_json(const size_forecast& forecast) {
  json object = positions_forecast_json(forecast.found);
  object["min_bytes"] = forecast.min_bytes;
  object["limit_bytes"] = forecast.limit_bytes;
  return object;
}

json benchmark_json(const any_game& game, const std::vector<parameter>& schema, unsigned repeat,
                    const benchmark_report& report, const machine_description& machine) {
  json results = json::array();
  for (const benchmark_result& result : report.results) {
    json seconds = json::object();
    for (const auto& [phase, phase_seconds] : result.seconds) seconds[phase] = timing_json(phase_seconds);
    results.push_back({{"engine", to_string(result.engine)},
                       {"threads", result.threads},
                       {"seconds", seconds},
                       {"positions_per_second", result.positions_per_second},
                       {"edges_per_second", result.edges_per_second},
                       {"bytes_per_position", or_null(result.bytes_per_position)},
                       {"bytes_per_edge", or_null(result.bytes_per_edge)},
                       {"ratio_to_textbook", or_null(result.ratio_to_textbook)},
                       {"ratio_to_queue", or_null(result.ratio_to_queue)},
                       {"ratio_to_stream_limit", or_null(result.ratio_to_stream_limit)},
                       {"ratio_to_gather_limit", or_null(result.ratio_to_gather_limit)},
                       {"signature", signature_text(result.signature)}});
  }
  json limits = json::array();
  for (const limit_result& limit : report.limits) {
    limits.push_back(
        {{"threads", limit.threads}, {"stream", timing_json(limit.stream)}, {"gather", timing_json(limit.gather)}});
  }
  json machine_object = {
      {"processor", machine.processor},  {"cores", machine.cores}, {"memory_bytes", machine.memory_bytes},
      {"compiler", machine.compiler},    {"flags", machine.flags}, {"version", machine.program_version},
      {"revision", machine.git_revision}};
  if (!machine.program.empty()) machine_object["program"] = machine.program;
  return {{"game", game.name()},
          {"params", parameters_json(schema, game.parameters())},
          {"positions", report.positions},
          {"edges", report.edges},
          {"repeat", repeat},
          {"planned_bytes", report.planned_bytes},
          {"machine", machine_object},
          {"limits", limits},
          {"results", results}};
}

json hooks_json(const hook_set& found) {
  json list = json::array();
  for (const hook_status& hook : list_hooks(found)) {
    list.push_back({{"name", hook.name}, {"found", hook.is_found}, {"fallback", hook.fallback}});
  }
  return list;
}

}  // namespace zermelo
