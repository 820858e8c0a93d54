// SPDX-License-Identifier: MIT
// The rules of a game for one position, for reports, probes, play and exports. A call takes some hundred nanoseconds;
// solvers call the rules directly, for many positions at a time.
//
// Preconditions of all functions: the game is numbered, and p < num_positions(). p must be legal, except for
// `is_legal`, `run_at` and `entry_name`.
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

/// The raw entry of a position, from memory or from a table on disk.
using value_lookup = std::function<position_value(position)>;

/// Calls `rules::expand`, with `gains` if moves can gain points; `gains` is unchanged in other games.
void expand_with_gains(const zermelo::rules& rules, position first, std::span<position_word> words,
                       batch_list<position>& moves, batch_list<std::int16_t>& gains);

[[nodiscard]] bool is_legal(const any_game& game, position p);
[[nodiscard]] bool is_legal(const zermelo::rules& rules, position p);
[[nodiscard]] player player_to_move(const any_game& game, position p);
/// The player to move in p, and the end of the run of positions from p with the same player to move. For an unused
/// index, the player is arbitrary.
[[nodiscard]] to_move_run run_at(const any_game& game, position p);
/// The result in p, if p is terminal or has no moves; nothing if play continues.
[[nodiscard]] std::optional<result> end_at(const any_game& game, position p);
/// Whether p is terminal, by its entry if the entry has a distance, else by the rules.
[[nodiscard]] bool has_ended(const any_game& game, position p, position_value value);
/// The result that a move of `moving` with a gain leads to, see result_of_move.
/// @param to_move  the player to move after the move, in the numbering of the position before it
/// @throws input_error if the points exceed the limit, as in a damaged table
[[nodiscard]] result end_of_move(position_value value, player to_move, int gain, player moving);
/// The points of a result for a player: positive if the player wins, negative if the opponent wins, else 0.
[[nodiscard]] int margin_for(const result& end, player whom);

/// A move, by the number of its target.
struct numbered_move {
  position to = 0;
  int gain = 0;  ///< the points that it gains for the player who moves; 0 in games without gains
  friend bool operator==(const numbered_move&, const numbered_move&) = default;
};

/// All moves from p (two moves may lead to one position), in the game's order; empty for a terminal position.
[[nodiscard]] std::vector<numbered_move> moves_of(const any_game& game, position p);
/// For each position that a move from p leads to, in ascending order, the move with the largest gain.
[[nodiscard]] std::vector<numbered_move> distinct_moves(const any_game& game, position p);

/// The stored state as the game's `field=value` text; display_position.hpp has the version for states that a user
/// named.
[[nodiscard]] std::string format(const any_game& game, position p);
/// A position in the standard notation of the field, such as FEN; empty without such a notation.
[[nodiscard]] std::string notation(const any_game& game, position p);
/// Like `format`, but "illegal position N" for an unused index.
[[nodiscard]] std::string entry_name(const any_game& game, position p);
/// A raw entry as text, with its margin in games for points.
[[nodiscard]] std::string entry_text(const any_game& game, position_value entry);
/// The number of the position that a text names, see read_position. @throws what read_position throws
[[nodiscard]] position find_position(const any_game& game, std::string_view text);
/// The answer to the game's problem for p with the result `v`; nothing if the game has no such answer.
/// @param values  the entries of the solution, which the answer may depend on
[[nodiscard]] std::optional<answer_value> answer_at(const any_game& game, position p, const game_result& v,
                                                    const value_lookup& values);

}  // namespace zermelo
