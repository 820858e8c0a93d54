// SPDX-License-Identifier: MIT
#include <zermelo/tables/report/position_report.hpp>

#include <algorithm>
#include <compare>
#include <cstddef>
#include <functional>
#include <unordered_map>

#include <fmt/core.h>

#include <zermelo/catalog/games/any_game.hpp>
#include <zermelo/catalog/question/one_position.hpp>
#include <zermelo/core/base/error.hpp>
#include <zermelo/core/value/entry_reader.hpp>
#include <zermelo/core/value/entry_scores.hpp>

namespace zermelo {
namespace {

/// What a move is worth to the player who makes it: compared member by member, greater is better.
struct preference {
  int verdict = 0;         ///< 3 win, 2 tie, 1 draw, 0 loss
  std::int64_t score = 0;  ///< of the end to which the move leads
  friend auto operator<=>(const preference&, const preference&) = default;
};

/// @param end  to which the move leads
verdict::kind kind_of(const result& end) {
  if (end.winner) return verdict::kind::win;
  return end.is_drawn ? verdict::kind::draw : verdict::kind::tie;
}

/// @param move  with its gain
/// @param end   to which the move leads; at distance 0 if the distances of some moves are not known
preference preference_of(const move_report& move, const result& end, player mover, const reading_rules& rules) {
  // Where moves gain points, no rule but these says who wins.
  const bool gains = move.gain != 0;
  const std::optional<player> winner = gains ? end.winner : move.to.verdict.winner;
  preference worth;
  switch (gains ? kind_of(end) : move.to.verdict.result) {
    case verdict::kind::win: worth.verdict = winner == mover ? 3 : 0; break;
    case verdict::kind::tie: worth.verdict = 2; break;
    case verdict::kind::draw: worth.verdict = 1; break;
  }
  worth.score = entry_scores<std::int64_t>(mover, rules.infinite_play).score_of_end(end);
  return worth;
}

/// The player to move after a move of `mover` in a game with viewpoint::mover; nothing for any other game.
std::optional<player> player_after_move(const any_game& game, player mover) {
  if (game.seen_by() == viewpoint::mover) return opponent(mover);
  return std::nullopt;
}

}  // namespace

std::string mover_name(const any_game& game, player to_move) {
  return game.seen_by() == viewpoint::players ? game.player_names()[index_of(to_move)] : "mover";
}

std::vector<player> movers(const any_game& game) {
  if (game.seen_by() == viewpoint::mover) return {player::first};
  return {player::first, player::second};
}

value_lookup lookup_in(const solution_entries& entries) {
  return [reader = entry_reader(entries)](position p) mutable { return reader[p]; };
}

position_report report_position(const any_game& game, const asked_position& asked, const value_lookup& values,
                                moves_in_report moves) {
  const shown_position& shown = asked.shown;
  position_report report{.shown = shown,
                         .plies_played = asked.plies_played,
                         .state = format(game, shown),
                         .to_move = asked.to_move.value_or(player_to_move(game, shown.at)),
                         .value = values(shown.at),
                         .verdict = {},
                         .answer = {},
                         .notation = notation(game, shown),
                         .moves = {}};
  if (report.value.outcome == outcome::illegal) {
    throw input_error(fmt::format("the table calls '{}' an illegal position, but it is legal", report.state));
  }
  report.verdict = read_value(report.value, report.to_move, game.reading(), asked.plies_played);
  report.answer = answer_at(game, shown.at, report.verdict, values);
  if (moves == moves_in_report::shown) report.moves = report_moves(game, asked, values);
  return report;
}

position_report report_position(const any_game& game, position p, const value_lookup& values) {
  return report_position(game, asked_position{as_stored(game, p)}, values);
}

std::vector<move_report> report_moves(const any_game& game, const asked_position& from, const value_lookup& values) {
  std::vector<move_report> moves;
  const player mover = from.to_move.value_or(player_to_move(game, from.shown.at));
  const std::optional<player> next = player_after_move(game, mover);
  bool has_distances = true;
  for (const auto& [to, gain] : moves_from(game, from.shown)) {
    moves.push_back({report_position(game, {to, from.plies_played + 1, next}, values), gain});
    has_distances = has_distances && !lacks_distance(moves.back().to.value);
  }
  if (moves.empty()) return moves;
  std::vector<preference> worths;
  for (move_report& move : moves) {
    position_value value = move.to.value;
    if (!has_distances && value.outcome != outcome::draw) value.distance_plies = 0;
    const result end = end_of_move(value, move.to.to_move, move.gain, mover);
    move.margin = margin_for(end, mover);
    worths.push_back(preference_of(move, end, mover, game.reading()));
  }
  std::vector<preference> distinct = worths;
  std::sort(distinct.begin(), distinct.end(), std::greater());
  distinct.erase(std::unique(distinct.begin(), distinct.end()), distinct.end());
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const auto place = std::lower_bound(distinct.begin(), distinct.end(), worths[i], std::greater());
    moves[i].rank = static_cast<std::size_t>(place - distinct.begin());
  }
  return moves;
}

principal_variation report_principal_variation(const any_game& game, const asked_position& from,
                                               const value_lookup& values) {
  principal_variation line{{}, {0}, {0}, {}};
  std::unordered_multimap<position, std::size_t> places_in_line;
  for (position_report at = report_position(game, from, values);;) {
    places_in_line.emplace(at.shown.at, line.positions.size());
    line.positions.push_back(at);
    const auto moves = report_moves(game, {at.shown, at.plies_played, at.to_move}, values);
    if (moves.empty()) return line;
    const auto best = std::find_if(moves.begin(), moves.end(), [](const move_report& move) { return move.is_best(); });
    const bool gains_for_first = at.to_move == line.positions.front().to_move;
    const int gained = line.gained.back() + (gains_for_first ? best->gain : -best->gain);
    at = best->to;
    const auto [first, last] = places_in_line.equal_range(at.shown.at);
    const auto seen = std::find_if(
        first, last, [&](const auto& place) { return are_equal(game, line.positions[place.second].shown, at.shown); });
    if (seen != last) {
      line.repeats_from = seen->second;
      return line;
    }
    line.gains.push_back(best->gain);
    line.gained.push_back(gained);
  }
}

}  // namespace zermelo
