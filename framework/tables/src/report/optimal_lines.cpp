// SPDX-License-Identifier: MIT
#include <zermelo/tables/report/optimal_lines.hpp>

#include <algorithm>
#include <cstddef>
#include <utility>

#include <fmt/core.h>

#include <zermelo/catalog/base/text.hpp>
#include <zermelo/catalog/games/any_game.hpp>
#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/index_range.hpp>
#include <zermelo/tables/report/position_forms.hpp>

namespace zermelo {
namespace {

/// Returns the positions of `play` as they are displayed when reached from its first one.
std::vector<display_position> display_play(const any_game& game, const display_position& from, const play_graph& play,
                                           const work_monitor& monitor) {
  std::vector<std::optional<display_position>> found(play.positions.size());
  found.front() = from;
  for (std::size_t index = 0; index < found.size(); ++index) {  // in order of depth, so that each position is displayed
                                                                // before its successors
    monitor.check_stop();
    const play_position& at = play.positions[index];
    if (at.num_followed == 0) continue;
    const std::vector<display_move> next = moves_from(game, found[index].value());
    for (const play_move& followed : play.moves_of(at)) {
      const std::uint32_t to = followed.to;
      if (found[to]) continue;
      const auto move = std::find_if(next.begin(), next.end(),
                                     [&](const display_move& after) { return after.to.at == play.positions[to].at; });
      if (move == next.end()) {
        throw contract_error(fmt::format(
            "{}: '{}' has no move to '{}', but its canonical position does: the symmetry contradicts the moves",
            game.name(), format(game, found[index].value()), format(game, play.positions[to].at)));
      }
      found[to] = move->to;
    }
  }
  std::vector<display_position> display;
  display.reserve(found.size());
  for (std::optional<display_position>& one : found) display.push_back(std::move(one).value());
  return display;
}

}  // namespace

play_options optimal_play(std::optional<std::uint64_t> depth) {
  play_options options;
  options.followed = {followed_moves::best, followed_moves::best};
  options.depth = depth;
  return options;
}

optimal_lines report_optimal_lines(const any_game& game, const query_position& from, play_graph play,
                                   std::optional<std::uint64_t> depth, const value_lookup& values,
                                   const work_monitor& monitor) {
  const std::vector<display_position> display = display_play(game, from.display, play, monitor);
  // If positions are relative to the player to move, the player who moves first is called the first player.
  const bool is_first = player_to_move(game, from) == play.positions.front().to_move;
  optimal_lines lines{std::move(play), depth, {}};
  lines.reports.reserve(lines.play.positions.size());
  for (std::size_t index = 0; index < display.size(); ++index) {
    monitor.check_stop();
    const play_position& at = lines.play.positions[index];
    const player to_move = is_first ? at.to_move : opponent(at.to_move);
    lines.reports.push_back(report_position(game, {display[index], from.plies_played + at.depth, to_move}, values));
  }
  return lines;
}

std::string optimal_lines_text(const any_game& game, const optimal_lines& lines) {
  const std::vector<play_position>& positions = lines.play.positions;
  const std::vector<play_move>& moves = lines.play.moves;
  const std::string end = lines.depth ? fmt::format("to ply {}", *lines.depth) : "to the end";
  std::string text =
      labelled_line("lines", fmt::format("best play {}: positions {}, moves {}", end, grouped_digits(positions.size()),
                                         grouped_digits(moves.size())));
  std::vector<bool> is_expanded(positions.size());
  std::vector<index_range> path;  // for each position on the path, the indices of the moves that are not yet expanded
  const auto show = [&](std::uint32_t index, const std::string& points) {
    const play_position& at = positions[index];
    const std::size_t ply = path.size();
    const bool has_moves = at.num_followed > 0;
    const bool is_first = at.depth == ply && !is_expanded[index];
    text += fmt::format("{:>4} {:{}}{}  {}{}{}\n", ply, "", 2 * ply, lines.reports[index].state,
                        game_result_text(game, lines.reports[index]), points,
                        has_moves && !is_first ? fmt::format("; its moves are shown at ply {}", at.depth) : "");
    const bool expands = has_moves && is_first;
    if (expands) is_expanded[index] = true;
    path.push_back({at.first_followed, at.first_followed + (expands ? at.num_followed : 0)});
  };
  show(0, "");
  while (!path.empty()) {
    if (path.back().begin == path.back().end) {
      path.pop_back();
    } else {
      const play_move& move = moves[path.back().begin++];
      show(move.to, has_gains(game) ? "; the move gains " + signed_points(move.gain) : "");
    }
  }
  return text;
}

json optimal_lines_json(const any_game& game, const optimal_lines& lines) {
  json positions = json::array();
  json moves = json::array();
  for (std::size_t index = 0; index < lines.reports.size(); ++index) {
    const play_position& at = lines.play.positions[index];
    json object = position_json(game, lines.reports[index]);
    object["depth"] = at.depth;
    object["num_moves"] = at.num_moves;
    positions.push_back(std::move(object));
    for (const play_move& move : lines.play.moves_of(at)) {
      moves.push_back({{"from", index}, {"to", move.to}, {"gain", gain_json(game, move.gain)}});
    }
  }
  return {{"depth", or_null(lines.depth)}, {"positions", std::move(positions)}, {"moves", std::move(moves)}};
}

}  // namespace zermelo
