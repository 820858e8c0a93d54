// SPDX-License-Identifier: MIT
// Reports all lines of best play by both players, from one position to a depth: as a tree for people, and as positions
// and moves for programs. Moves are best by the entries of the solution, see play_graph.hpp.
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

/// Returns the options of `follow_play` for optimal lines of `depth` plies; nothing: to the terminal positions.
[[nodiscard]] play_options optimal_play(std::optional<std::uint64_t> depth);

struct optimal_lines {
  play_graph play;
  std::optional<std::uint64_t> depth;    ///< number of plies; nothing: to the terminal positions
  std::vector<position_report> reports;  ///< [index in `play.positions`]
};

/// The positions are displayed as play from the first one produces them; a position with several images, in its first
/// image.
/// @param from  the first position of `play`, as requested; its `plies_played` count towards the game's move limit
/// @param play  the result with `optimal_play(depth)`
/// @throws what report_position throws; contract_error if a position lacks a move of its canonical position;
/// interrupted
[[nodiscard]] optimal_lines report_optimal_lines(const any_game& game, const query_position& from, play_graph play,
                                                 std::optional<std::uint64_t> depth, const value_lookup& values,
                                                 const work_monitor& monitor);

/// Returns a line with the numbers of positions and moves, and the tree: a line per position with its ply, indented by
/// the ply. The moves of a repeated position are displayed once, at its smallest depth.
[[nodiscard]] std::string optimal_lines_text(const any_game& game, const optimal_lines& lines);

/// Returns `depth` (null: to the terminal positions); `positions`, an array with the members of position_json, `depth`
/// (the smallest number of plies to the position) and `num_moves` (all moves of the game); `moves`, an array of `from`
/// and `to` (indices in `positions`) and `gain`.
[[nodiscard]] json optimal_lines_json(const any_game& game, const optimal_lines& lines);

}  // namespace zermelo
