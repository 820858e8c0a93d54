// SPDX-License-Identifier: MIT
#include <zermelo/tables/report/position_forms.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <stdexcept>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include <zermelo/catalog/base/text.hpp>
#include <zermelo/catalog/games/any_game.hpp>
#include <zermelo/catalog/query/one_position.hpp>
#include <zermelo/core/base/text.hpp>

namespace zermelo {
namespace {

json winner_json(const any_game& game, const game_result& v) {
  return v.winner ? json(game.player_names()[index_of(*v.winner)]) : json(nullptr);
}

json result_json(game_result::kind kind) {
  switch (kind) {
    case game_result::kind::win: return "win";
    case game_result::kind::tie: return "tie";
    case game_result::kind::draw: return "draw";
  }
  throw std::logic_error("result kind out of range");
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

/// Returns, for each cell, the number of the cell and of its piece, or null without a piece.
json cells_json(const std::vector<changed_cell>& cells) {
  json pairs = json::array();
  for (const auto& [cell, piece] : cells) {
    pairs.push_back(json::array({cell, piece == placed_pieces::none ? json(nullptr) : json(piece)}));
  }
  return pairs;
}

void add_to_move(const any_game& game, const position_report& report, json& object) {
  object["to_move"] = game.player_names()[index_of(report.to_move)];
}

/// Adds `cells` and `hands`.
void add_pieces(const placed_pieces& pieces, json& object) {
  object["cells"] = cells_json(pieces_on(pieces));
  object["hands"] = pieces.in_hand;
}

const std::string& name_of(const std::array<std::string, 2>& names, player p) { return names[index_of(p)]; }

/// Returns the result of infinite play, or of play beyond the move limit.
std::string endless_text(const game_result& v, const std::array<std::string, 2>& names) {
  return v.winner ? fmt::format("{} wins", name_of(names, *v.winner)) : "a draw";
}

}  // namespace

std::string game_result_text(const any_game& game, const position_report& report) {
  const auto names = game.player_names();
  const game_result& v = report.game_result;
  const std::uint32_t plies = report.value.distance_plies;
  const std::string by = has_margins(game) ? fmt::format(" by {}", std::abs(report.value.margin())) : "";
  switch (v.decided_by) {
    case decided_by::play:
      if (lacks_distance(report.value)) {
        if (end_at(game, report.display.at))
          return v.winner ? fmt::format("{} has won{}", name_of(names, *v.winner), by) : "tied";
        return v.winner ? fmt::format("{} wins{}", name_of(names, *v.winner), by) : "a tie";
      }
      if (v.winner && plies == 0) return fmt::format("{} has won{}", name_of(names, *v.winner), by);
      if (v.winner) return fmt::format("{} wins{} in {}", name_of(names, *v.winner), by, distance_text(game, plies));
      return plies == 0 ? "tied" : fmt::format("a tie in {}", distance_text(game, plies));
    case decided_by::nothing:
    case decided_by::infinite_play: {
      const auto end = end_at(game, report.display.at);
      return endless_text(v, names) +
             (end && end->is_drawn ? ": play has ended in a draw" : ": nobody can force the end");
    }
    case decided_by::move_limit:
      return fmt::format("{}: the move limit is too short for {} to win in {}", endless_text(v, names),
                         name_of(names, raw_winner(report.value.outcome, report.to_move).value()), plies_text(plies));
  }
  throw std::logic_error("decided_by out of range");
}

std::string position_text(const any_game& game, const position_report& report) {
  std::string text = labelled_line("position", report.state);
  if (!report.notation.empty()) text += labelled_line("notation", report.notation);
  text += labelled_line("value", game_result_text(game, report));
  if (report.answer) {
    text += labelled_line("answer", std::visit([](auto value) { return fmt::format("{}", value); }, *report.answer));
  }
  return text;
}

std::string drawing_text(const any_game& game, const display_position& display) {
  std::string drawing = zermelo::drawing(game, display);
  if (!drawing.ends_with('\n')) drawing += '\n';
  return drawing;
}

std::string moves_text(const any_game& game, const std::vector<move_report>& moves) {
  std::size_t width = 0;
  for (const move_report& move : moves) width = std::max(width, move.to.state.size());
  std::string text;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const std::string points = has_gains(game) ? fmt::format("; gains {}, keeps {}", signed_points(moves[i].gain),
                                                             signed_points(moves[i].margin))
                                               : "";
    text += fmt::format("{:>4} {} {:<{}}  {}{}{}\n", i + 1, moves[i].is_best() ? '*' : ' ', moves[i].to.state, width,
                        game_result_text(game, moves[i].to), points, moves[i].converts ? "; converts" : "");
  }
  return text;
}

json position_json(const any_game& game, const position_report& report) {
  json object = {{"state", report.state},
                 {"position", report.display.at},
                 {"outcome", to_string(report.value.outcome)},
                 {"winner", winner_json(game, report.game_result)}};
  add_numbers(game, report.value, object);
  add_metric(game, object);
  object["result"] = result_json(report.game_result.result);
  object["decided_by"] = decided_by_json(report.game_result.decided_by);
  object["answer"] = answer_json(report.answer);
  add_notation(object, report);
  return object;
}

json board_json(const any_game& game, const game_board& board) {
  json object = {{"style", board.style == board_style::cells ? "cells" : "points"},
                 {"laid_out", board.is_laid_out},
                 {"places", json::array()},
                 {"lines", board.lines},
                 {"walls", json::array()},
                 {"marks", json::array()},
                 {"pieces", json::array()},
                 {"hands", board.hands}};
  for (const board_cell& cell : board.cells) {
    object["places"].push_back({{"name", cell.name}, {"x", cell.centre.x}, {"y", cell.centre.y}});
  }
  for (const plane_point& wall : board.walls) object["walls"].push_back({{"x", wall.x}, {"y", wall.y}});
  for (const board_mark& mark : board.marks) object["marks"].push_back(json::array({mark.cell, mark.text}));
  for (const board_piece& piece : board.pieces) {
    const json owner = piece.owner ? json(game.player_names()[index_of(*piece.owner)]) : json(nullptr);
    object["pieces"].push_back({{"name", piece.name}, {"symbol", piece.symbol}, {"player", owner}});
  }
  return object;
}

json probe_json(const any_game& game, const display_board* board, const position_report& report) {
  json object = position_json(game, report);
  add_to_move(game, report, object);
  if (board != nullptr) object["drawing"] = drawing(game, report.display);
  const auto pieces = board == nullptr ? std::nullopt : board->pieces(report.display, report.to_move);
  if (pieces) add_pieces(*pieces, object);
  object["plies_played"] = report.plies_played;
  if (!report.moves) return object;
  object["moves"] = json::array();
  for (const move_report& move : *report.moves) {
    json target = {{"state", move.to.state},
                   {"position", move.to.display.at},
                   {"outcome", to_string(move.to.value.outcome)},
                   {"winner", winner_json(game, move.to.game_result)},
                   {"plies", nullptr},
                   {"gain", gain_json(game, move.gain)}};
    add_numbers(game, move.to.value, target);
    if (has_margins(game)) target["margin"] = move.margin;  // for the player who moves, including the gain
    target["best"] = move.is_best();
    target["rank"] = move.rank;
    add_metric(game, target);
    if (game.metric() == metric::conversion) target["converts"] = move.converts;
    target["ends"] = end_at(game, move.to.display.at).has_value();
    add_notation(target, move.to);
    if (pieces) {
      const placed_pieces after = board->pieces(move.to.display, move.to.to_move).value();
      target["changes"] = cells_json(changed_cells(*pieces, after));
      if (after.in_hand != pieces->in_hand) target["hands"] = after.in_hand;
    }
    object["moves"].push_back(std::move(target));
  }
  return object;
}

json line_json(const any_game& game, const display_board& board, const principal_variation& line) {
  json positions = json::array();
  for (std::size_t cell = 0; cell < line.positions.size(); ++cell) {
    const position_report& report = line.positions[cell];
    json object = position_json(game, report);
    add_to_move(game, report, object);
    object["gain"] = gain_json(game, line.gains[cell]);
    object["gained"] = gain_json(game, line.gained[cell]);
    if (const auto pieces = board.pieces(report.display, report.to_move)) add_pieces(*pieces, object);
    positions.push_back(std::move(object));
  }
  return {{"positions", positions}, {"repeats_from", or_null(line.repeats_from)}};
}

json entry_json(const any_game& game, position_value entry) {
  json object = {{"outcome", to_string(entry.outcome)}};
  add_numbers(game, entry, object);
  return object;
}

void add_numbers(const any_game& game, position_value entry, json& object) {
  for_each_value_column([&](auto c) {
    using column = value_column<c>;
    const bool has_number = has_column(game, column()) && column::has_number(entry);
    object[column::field] = has_number ? json(column::number(entry)) : json(nullptr);
  });
}

void add_metric(const any_game& game, json& object) {
  if (game.metric() != metric::end) object["metric"] = to_string(game.metric());
}

json gain_json(const any_game& game, int gain) { return has_gains(game) ? json(gain) : json(nullptr); }

}  // namespace zermelo
