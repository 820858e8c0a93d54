// SPDX-License-Identifier: MIT
// Every line of play in which both players make best moves, from one position to a depth: for people as a tree, for
// programs as positions and moves. Moves are best by the entries of the solution, see play_graph.hpp.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <zermelo/catalog/query/play_graph.hpp>
#include <zermelo/catalog/query/read_query.hpp>
#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/tables/report/position_report.hpp>
#include <zermelo/tables/report/report_part.hpp>

namespace zermelo {

class any_game;

/// The options of `follow_play` for optimal lines of so many plies; nothing: to the terminal positions.
[[nodiscard]] play_options optimal_play(std::optional<std::uint64_t> depth);

struct optimal_lines {
  play_graph play;
  std::optional<std::uint64_t> depth;    ///< in plies; nothing: to the terminal positions
  std::vector<position_report> reports;  ///< [place in `play.positions`]
};

/// The positions are shown as play from the first one makes them; one that comes in several images, as it comes first.
/// @param from          the first position of `play`, as it was asked about; its `plies_played` count against the
/// game's move limit
/// @param play          of `optimal_play(depth)`
/// @throws what report_position throws; contract_error if a position of a class has no move that its representative
/// has; interrupted.
[[nodiscard]] optimal_lines report_optimal_lines(const any_game& game, const query_position& from, play_graph play,
                                                 std::optional<std::uint64_t> depth, const value_lookup& values,
                                                 const work_monitor& monitor);

/// A line with the numbers of positions and moves, and the tree: a line for each position with its ply, indented by
/// it. Of a position that comes several times the moves are shown once, where it comes soonest.
[[nodiscard]] std::string optimal_lines_text(const any_game& game, const optimal_lines& lines);

/// `depth` (null: to the terminal positions); `positions`, an array with the members of position_json, `depth` (the
/// least number of plies to the position) and `num_moves` (of the game, best or not); `moves`, an array of `from` and
/// `to` (places in `positions`) and `gain`.
[[nodiscard]] json optimal_lines_json(const any_game& game, const optimal_lines& lines);

}  // namespace zermelo
