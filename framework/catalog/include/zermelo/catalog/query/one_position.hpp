// SPDX-License-Identifier: MIT
// Applies the rules of a game to one position, for reports, probes, play and exports. A call takes several hundred
// nanoseconds. Solvers call the rules directly, for many positions at a time.
//
// Preconditions of all functions: the game is numbered, p < num_positions(), and p is legal, except in `is_legal`,
// `run_at` and `entry_name`.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <zermelo/core/base/batch_list.hpp>
#include <zermelo/core/game/game_hooks.hpp>
#include <zermelo/core/rules/position_word.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/to_move_run.hpp>

namespace zermelo {

class any_game;
class rules;

/// Returns the raw entry of a position from memory or from a table on disk.
using value_lookup = std::function<position_value(position)>;

[[nodiscard]] bool is_legal(const any_game& game, position p);
[[nodiscard]] bool is_legal(const zermelo::rules& rules, position p);
[[nodiscard]] player player_to_move(const any_game& game, position p);
/// Returns the player to move in p, and the end of the run of positions from p with the same player to move. For an
/// unused index, the player is arbitrary.
[[nodiscard]] to_move_run run_at(const any_game& game, position p);
/// Returns the result if p is terminal or has no moves, or nothing if play continues.
[[nodiscard]] std::optional<result> end_at(const any_game& game, position p);
/// Whether p is terminal, according to its entry if it has a distance, and otherwise according to the rules.
[[nodiscard]] bool has_ended(const any_game& game, position p, position_value value);
/// Returns the result of a move by `moving` that gains `gain` points, see result_of_move.
/// @param to_move  the player to move after the move, in the numbering of the position before it
/// @throws input_error if the points exceed the limit, which means that the table is wrong
[[nodiscard]] result end_of_move(position_value value, player to_move, int gain, player moving);
/// Returns the points of a result for a player: positive for a win, negative for a loss, otherwise 0.
[[nodiscard]] int margin_for(const result& end, player whom);

/// Returns the entry of the target of a move as the position before the move counts its distance: 0 if the move is a
/// conversion, see any_game::converts.
[[nodiscard]] position_value value_after(const any_game& game, position from, position to, position_value stored);

/// A move that is identified by the number of its target.
struct numbered_move {
  position to = 0;
  int gain = 0;  ///< the points that it gains for the player who moves; 0 in games without gains
  friend bool operator==(const numbered_move&, const numbered_move&) = default;
};

/// Returns all moves from p in the game's order, or an empty list for a terminal position. Several moves may lead to
/// the same position.
[[nodiscard]] std::vector<numbered_move> moves_of(const any_game& game, position p);
/// Returns the move with the largest gain to each target of the moves from p, in ascending order of targets.
[[nodiscard]] std::vector<numbered_move> distinct_moves(const any_game& game, position p);

/// Returns the stored state as the game's `field=value` text. For states that a user has named, see
/// display_position.hpp.
[[nodiscard]] std::string format(const any_game& game, position p);
/// Returns a position in a standard notation such as FEN, or an empty string if the game has none.
[[nodiscard]] std::string notation(const any_game& game, position p);
/// Like `format`, but returns "illegal position N" for an unused index.
[[nodiscard]] std::string entry_name(const any_game& game, position p);
/// Returns a distance as text, such as "5 plies", or "5 plies to conversion" if the game's distances count to it.
[[nodiscard]] std::string distance_text(const any_game& game, std::uint32_t plies);
/// Returns a raw entry as text, with its margin in games for points.
[[nodiscard]] std::string entry_text(const any_game& game, position_value entry);
/// Returns the number of the position that a text names, see read_position. @throws what read_position throws
[[nodiscard]] position find_position(const any_game& game, std::string_view text);
/// Returns the answer to the game's problem for p with the result `v`, or nothing if there is no answer.
/// @param values  the entries of the solution, on which the answer may depend
[[nodiscard]] std::optional<answer_value> answer_at(const any_game& game, position p, const game_result& v,
                                                    const value_lookup& values);

}  // namespace zermelo
