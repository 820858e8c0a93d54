// SPDX-License-Identifier: MIT
#include <zermelo/tables/report/position_report.hpp>

#include <algorithm>
#include <compare>
#include <cstddef>
#include <functional>
#include <unordered_map>

#include <fmt/core.h>

#include <zermelo/catalog/games/any_game.hpp>
#include <zermelo/catalog/query/one_position.hpp>
#include <zermelo/core/base/error.hpp>
#include <zermelo/core/value/entry_reader.hpp>
#include <zermelo/core/value/entry_scores.hpp>

namespace zermelo {
namespace {

/// The value of a move for the player who moves: compared member by member; greater is better.
struct preference {
  int rank = 0;            ///< 3 win, 2 tie, 1 draw, 0 loss
  std::int64_t score = 0;  ///< score of the result that the move leads to
  friend auto operator<=>(const preference&, const preference&) = default;
};

/// @param end  the result that the move leads to
game_result::kind kind_of(const result& end) {
  if (end.winner) return game_result::kind::win;
  return end.is_drawn ? game_result::kind::draw : game_result::kind::tie;
}

/// @param move  the move, with its gain
/// @param end   the result that the move leads to; at distance 0 if the distances of some moves are unknown
preference preference_of(const move_report& move, const result& end, player to_move, const result_rules& rules) {
  // If moves gain points, only the points decide who wins.
  const bool gains = move.gain != 0;
  const std::optional<player> winner = gains ? end.winner : move.to.game_result.winner;
  preference found;
  switch (gains ? kind_of(end) : move.to.game_result.result) {
    case game_result::kind::win: found.rank = winner == to_move ? 3 : 0; break;
    case game_result::kind::tie: found.rank = 2; break;
    case game_result::kind::draw: found.rank = 1; break;
  }
  found.score = entry_scores<std::int64_t>(to_move, rules.infinite_play).score_of_end(end);
  return found;
}

/// Returns the player to move after a move of `to_move` in a game with viewpoint::to_move; nothing for any other game.
std::optional<player> player_after_move(const any_game& game, player to_move) {
  if (game.seen_by() == viewpoint::to_move) return opponent(to_move);
  return std::nullopt;
}

}  // namespace

std::string to_move_name(const any_game& game, player to_move) {
  return game.seen_by() == viewpoint::players ? game.player_names()[index_of(to_move)] : "either";
}

std::vector<player> players_to_move(const any_game& game) {
  if (game.seen_by() == viewpoint::to_move) return {player::first};
  return {player::first, player::second};
}

value_lookup lookup_in(const solution_entries& entries) {
  return [reader = entry_reader(entries)](position p) mutable { return reader[p]; };
}

position_report report_position(const any_game& game, const query_position& requested, const value_lookup& values,
                                moves_in_report moves) {
  const display_position& display = requested.display;
  position_report report{.display = display,
                         .plies_played = requested.plies_played,
                         .state = format(game, display),
                         .to_move = requested.to_move.value_or(player_to_move(game, display.at)),
                         .value = values(display.at),
                         .game_result = {},
                         .answer = {},
                         .notation = notation(game, display),
                         .moves = {}};
  if (report.value.outcome == outcome::illegal) {
    throw input_error(fmt::format("'{}' is legal, but illegal in the table; solve it again", report.state));
  }
  report.game_result = read_value(report.value, report.to_move, game.result_rule(), requested.plies_played);
  report.answer = answer_at(game, display.at, report.game_result, values);
  if (moves == moves_in_report::included) report.moves = report_moves(game, requested, values);
  return report;
}

position_report report_position(const any_game& game, position p, const value_lookup& values) {
  return report_position(game, query_position{as_stored(game, p)}, values);
}

std::vector<move_report> report_moves(const any_game& game, const query_position& from, const value_lookup& values) {
  std::vector<move_report> moves;
  const player to_move = from.to_move.value_or(player_to_move(game, from.display.at));
  const std::optional<player> next = player_after_move(game, to_move);
  bool has_distances = true;
  for (const auto& [to, gain] : moves_from(game, from.display)) {
    moves.push_back({report_position(game, {to, from.plies_played + 1, next}, values), gain});
    moves.back().converts = game.converts(from.display.at, to.at);
    has_distances = has_distances && (moves.back().converts || !lacks_distance(moves.back().to.value));
  }
  if (moves.empty()) return moves;
  std::vector<preference> values_of_moves;
  for (move_report& move : moves) {
    position_value value = value_after(game, from.display.at, move.to.display.at, move.to.value);
    if (!has_distances && value.outcome != outcome::draw) value.distance_plies = 0;
    const result end = end_of_move(value, move.to.to_move, move.gain, to_move);
    move.margin = margin_for(end, to_move);
    values_of_moves.push_back(preference_of(move, end, to_move, game.result_rule()));
  }
  std::vector<preference> distinct = values_of_moves;
  std::sort(distinct.begin(), distinct.end(), std::greater());
  distinct.erase(std::unique(distinct.begin(), distinct.end()), distinct.end());
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const auto entry = std::lower_bound(distinct.begin(), distinct.end(), values_of_moves[i], std::greater());
    moves[i].rank = static_cast<std::size_t>(entry - distinct.begin());
  }
  return moves;
}

principal_variation report_principal_variation(const any_game& game, const query_position& from,
                                               const value_lookup& values) {
  principal_variation line{{}, {0}, {0}, {}};
  std::unordered_multimap<position, std::size_t> indices_in_line;
  for (position_report at = report_position(game, from, values);;) {
    indices_in_line.emplace(at.display.at, line.positions.size());
    line.positions.push_back(at);
    const auto moves = report_moves(game, {at.display, at.plies_played, at.to_move}, values);
    if (moves.empty()) return line;
    const auto best = std::find_if(moves.begin(), moves.end(), [](const move_report& move) { return move.is_best(); });
    const bool gains_for_first = at.to_move == line.positions.front().to_move;
    const int gained = line.gained.back() + (gains_for_first ? best->gain : -best->gain);
    at = best->to;
    const auto [first, last] = indices_in_line.equal_range(at.display.at);
    const auto seen = std::find_if(first, last, [&](const auto& entry) {
      return are_equal(game, line.positions[entry.second].display, at.display);
    });
    if (seen != last) {
      line.repeats_from = seen->second;
      return line;
    }
    line.gains.push_back(best->gain);
    line.gained.push_back(gained);
  }
}

}  // namespace zermelo
