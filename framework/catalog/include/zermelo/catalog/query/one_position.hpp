// SPDX-License-Identifier: MIT
// The rules of a game for one position, for reports, probes, play and exports. A call takes some hundred nanoseconds;
// solvers call the rules themselves, for many positions at a time.
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

/// `rules::expand`, with what moves gain where they may gain points; `gains` stays as it is in other games.
void expand_with_gains(const zermelo::rules& rules, position first, std::span<position_word> words,
                       batch_list<position>& moves, batch_list<std::int16_t>& gains);

[[nodiscard]] bool is_legal(const any_game& game, position p);
[[nodiscard]] bool is_legal(const zermelo::rules& rules, position p);
[[nodiscard]] player player_to_move(const any_game& game, position p);
/// The player to move in p, and the end of the run of positions from p on with this player to move. A hole has any
/// player.
[[nodiscard]] to_move_run run_at(const any_game& game, position p);
/// The end of play in p, a terminal position or one without moves; nothing if play continues.
[[nodiscard]] std::optional<result> end_at(const any_game& game, position p);
/// Whether play has ended in p, by its entry if that has a distance, else by the rules.
[[nodiscard]] bool has_ended(const any_game& game, position p, position_value value);
/// The end to which play leads by a move of `moving` that gains points, see result_of_move.
/// @param to_move  the player to move after it, as the position before it calls this player
/// @throws input_error for more points than there can be, as of false tables.
[[nodiscard]] result end_of_move(position_value value, player to_move, int gain, player moving);
/// The points of an end for a player: positive where the player wins, negative where the opponent does, else 0.
[[nodiscard]] int margin_for(const result& end, player whom);

/// A move to a position of this number.
struct numbered_move {
  position to = 0;
  int gain = 0;  ///< the points that it gains for the player who makes it; 0 in games without gains
  friend bool operator==(const numbered_move&, const numbered_move&) = default;
};

/// All moves from p (two moves may lead to one position), in the game's order; none where play has ended.
[[nodiscard]] std::vector<numbered_move> moves_of(const any_game& game, position p);
/// For each position to which a move from p leads, ascending, the move that gains most.
[[nodiscard]] std::vector<numbered_move> distinct_moves(const any_game& game, position p);

/// A position as the game's `field=value` words, as the table has it; display_position.hpp has what was asked about.
[[nodiscard]] std::string format(const any_game& game, position p);
/// A position in the standard notation of the field, such as FEN; empty if the game has none.
[[nodiscard]] std::string notation(const any_game& game, position p);
/// As `format`, but "illegal position N" for a hole of the index space.
[[nodiscard]] std::string entry_name(const any_game& game, position p);
/// A raw entry as text, in games for points with its margin.
[[nodiscard]] std::string entry_text(const any_game& game, position_value entry);
/// The number of the position that a text names, see read_position. @throws input_error as read_position.
[[nodiscard]] position find_position(const any_game& game, std::string_view text);
/// The answer to the game's problem for p and the verdict `v` on p; nothing if the game has no such answer.
/// @param values  the entries of the solution, on which the answer may depend
[[nodiscard]] std::optional<answer_value> answer_at(const any_game& game, position p, const game_result& v,
                                                    const value_lookup& values);

}  // namespace zermelo
