// SPDX-License-Identifier: MIT
// Questions about one position of a game, for reports, probes, play and exports. A call takes some hundred nanoseconds;
// solvers ask the rules, many positions at a time.
//
// Precondition: p < num_positions(), the game is numbered, and p is legal for all but `is_legal` and `run_at`.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <zermelo/core/game/game_hooks.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/owned_run.hpp>

namespace zermelo::experiment {

class any_game;

/// The raw entry of a position, from memory or from a table on disk.
using value_lookup = std::function<position_value(position)>;

[[nodiscard]] bool is_legal(const any_game& game, position p);
[[nodiscard]] player player_to_move(const any_game& game, position p);
/// The player to move in p, and in how many positions behind it.
[[nodiscard]] owned_run run_at(const any_game& game, position p);
/// The end of play, if this is a terminal position or one without moves.
[[nodiscard]] std::optional<result> end_at(const any_game& game, position p);
/// One entry per move (a position twice if two moves lead there); none in an end.
[[nodiscard]] std::vector<position> successors(const any_game& game, position p);

[[nodiscard]] std::string format(const any_game& game, position p);
/// A position in the game's notation; a hole of the index space by its number.
[[nodiscard]] std::string entry_name(const any_game& game, position p);
[[nodiscard]] std::string drawing(const any_game& game, position p);
/// @throws input_error if the text is malformed, or names an illegal position.
[[nodiscard]] position parse(const any_game& game, std::string_view text);
/// `parse`; of an empty text the start. @throws input_error as `parse`, or if there is no start.
[[nodiscard]] position find_position(const any_game& game, std::string_view text);
/// The problem's own answer for a verdict on p, with the entries of the solution; nothing if the game has none.
[[nodiscard]] std::optional<answer_value> answer_at(const any_game& game, position p, const verdict& v,
                                                    const value_lookup& values);

}  // namespace zermelo::experiment
