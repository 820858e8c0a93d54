// SPDX-License-Identifier: MIT
// Checks a game module against the promises of game.hpp: at every position of a small game, as the conformance kit
// does, or at a sample of a large one. Each broken promise is a finding: a sentence in the game's own notation.
//
//   by position   rank and unrank, pack and unpack, format and parse are inverse; notation is a line that parse reads;
//                 hooks by index agree with hooks by state; ends are well-formed; a representative has the same turn,
//                 end and moves as the states that it represents; moves lead to legal positions, and predecessors list
//                 each move as often as it occurs; a product form has the same moves and ends; why_illegal gives a
//                 reason exactly for illegal states; drawings are not empty; pieces are on the board's places, and
//                 different moves leave different pieces
//   as a whole    axes hold all positions; players have names; the start is legal; a product form makes sense; orbits
//                 are as large as orbit_size says, and groups have names; the places and pieces of a board have names,
//                 and its lines join places. Of large boards some million places are looked at, in the first positions
//   by state      of a game without a ranking: the promises that concern states
//
// A sample has positions spread evenly over the index space, and positions met by random play from the start, since an
// even spread over a sparse space rarely hits positions that are played. The sample is the same every time.
//
//   time    V + E D calls of the rules for V positions, E moves and D predecessors of a position; one thread
//   memory  the moves of one position; the list of a sample; with the hook orbit_size, a key of every state
//   throws  interrupted. Other exceptions of the rules are findings
#pragma once

#include <string>

#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/game/game_hooks.hpp>
#include <zermelo/core/rules/product_rules.hpp>
#include <zermelo/core/rules/rules.hpp>
#include <zermelo/core/verify/check_report.hpp>

namespace zermelo {

/// Checks the promises of a game. Several phases "check". @throws interrupted.
/// @param ranked   the game's rules; null: the game has no ranking, and states are met by play
/// @param product  the game's product form; null: none
[[nodiscard]] check_report check_game(const game_hooks& hooks, const rules* ranked, const product_rules* product,
                                      const check_scope& scope, work_monitor& monitor);

/// The name of a state in findings: its text if the game formats states, else its number, else its key.
[[nodiscard]] std::string name_of_state(const game_hooks& hooks, state_ref s);

}  // namespace zermelo
