// SPDX-License-Identifier: MIT
// Reports on a position, its moves and the principal variation, by the result rules of the game; position_forms.hpp
// formats them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <zermelo/catalog/query/one_position.hpp>
#include <zermelo/catalog/query/read_query.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/solution_entries.hpp>

namespace zermelo {

class any_game;

/// Returns the name of the player to move; "either" if positions are relative to the player to move, so that names
/// change sides.
[[nodiscard]] std::string to_move_name(const any_game& game, player to_move);

/// Returns the players to move in at least one position; the first player if positions are relative to the player to
/// move.
[[nodiscard]] std::vector<player> players_to_move(const any_game& game);

struct move_report;
/// Whether a report has the moves of its position.
enum class moves_in_report : bool { left_out, included };

/// A position and its result by the result rules of the game.
struct position_report {
  display_position display;
  std::uint64_t plies_played = 0;
  std::string state;  ///< the text of the displayed state
  player to_move = player::first;
  position_value value;  ///< the raw entry
  zermelo::game_result game_result;
  std::optional<answer_value> answer;             ///< the problem's answer for `result`
  std::string notation;                           ///< empty without the hook `notation`
  std::optional<std::vector<move_report>> moves;  ///< nothing if moves are left out
};

/// A move: the position that it leads to, its gain, and its rank among the moves of a position.
struct move_report {
  position_report to;
  int gain = 0;           ///< the points that it gains for the player who moves; 0 in games without gains
  int margin = 0;         ///< the gain plus the margin afterwards, for the player who moves
  bool converts = false;  ///< see any_game::converts
  std::size_t rank = 0;   ///< 0 for a best move; equal moves have the same rank, the next worse ones have the next rank
  [[nodiscard]] bool is_best() const noexcept { return rank == 0; }
};

/// Returns a look-up function of a solution, for one thread; entries that are not in memory are read in runs. `entries`
/// must outlive it.
[[nodiscard]] value_lookup lookup_in(const solution_entries& entries);

/// Reports on a position. Precondition: the position is legal.
/// @param requested  its `plies_played` count towards the game's move limit; without `to_move`, a position of a game
/// with viewpoint::to_move is reported for the first player
/// @param values  the entries of all positions, since the game's answer may depend on entries of other positions
/// @throws input_error if the entry is that of an illegal position, as in a damaged table
[[nodiscard]] position_report report_position(const any_game& game, const query_position& requested,
                                              const value_lookup& values,
                                              moves_in_report moves = moves_in_report::left_out);
/// Reports on a position in its stored state.
[[nodiscard]] position_report report_position(const any_game& game, position p, const value_lookup& values);

/// Returns the moves of `moves_from`, in their order. A move has a lower rank than another if it gives the player to
/// move a better result (win, tie, draw, loss in this order), an equal result with a greater margin, or both equal with
/// a better distance: short for wins, long for losses. The gain of a move counts towards margin and result. Short ties
/// are better, but long ones for the player that `infinite_play` names, as in a solve. Distances are ignored unless the
/// distances of all moves are known.
/// @throws what report_position throws.
[[nodiscard]] std::vector<move_report> report_moves(const any_game& game, const query_position& from,
                                                    const value_lookup& values);

/// The line of play if both players always choose the first of their best moves, to a terminal position or a repeated
/// state.
struct principal_variation {
  std::vector<position_report> positions;  ///< the first is the given position
  std::vector<int> gains;   ///< [index in `positions`]: the gain of the move to it, for the player who moves; 0 for the
                            ///< first
  std::vector<int> gained;  ///< [index in `positions`]: gains so far of the player to move in the first position, minus
                            ///< those of the opponent
  std::optional<std::size_t> repeats_from;  ///< in infinite play: the index of the successor of the last position
};

/// @throws what report_position throws.
[[nodiscard]] principal_variation report_principal_variation(const any_game& game, const query_position& from,
                                                             const value_lookup& values);

}  // namespace zermelo
