// SPDX-License-Identifier: MIT
// Checks a game module against the contract of game.hpp: at every position of a small game, like the conformance kit,
// or at a sample of a large one. Each violation is reported as a sentence in the game's notation.
//
//   by position   rank and unrank, pack and unpack, format and parse are inverse; notation is one line that parse
//                 accepts;
//                 hooks by index agree with hooks by state; results are well-formed; a canonical position has the same
//                 turn, result and moves as the states that it represents; moves lead to legal positions, and
//                 predecessors list each move as often as it occurs; a product form has the same moves and terminals;
//                 why_illegal gives a reason exactly for illegal states; drawings are not empty; pieces are on the
//                 board's cells, and different moves leave different pieces
//   as a whole    axes contain all positions; players have names; the start is legal; a product form is well-formed;
//                 orbits have the size that orbit_size returns, and groups have names; the cells and pieces of a board
//                 have names, and its lines join cells. Large boards are checked only in the first positions, up to
//                 some million cells
//   by state      for a game without a ranking: the parts of the contract that concern states
//
// A sample contains positions spread evenly over the index space, and positions reached by random play from the start,
// since an even spread over a sparse space rarely has positions that occur in play. The sample is always the same.
//
//   time    V + E D calls of the rules for V positions, E moves and D predecessors per position; one thread
//   memory  the moves of one position; the list of a sample; with the hook orbit_size, a key of every state
//   throws  interrupted. Other exceptions of the rules are violations
#pragma once

#include <string>

#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/game/game_hooks.hpp>
#include <zermelo/core/rules/product_rules.hpp>
#include <zermelo/core/rules/rules.hpp>
#include <zermelo/core/verify/check_report.hpp>

namespace zermelo {

/// Checks the contract of a game, in several phases "check". @throws interrupted.
/// @param ranked   the game's rules; null: the game has no ranking, and states are found by play
/// @param product  the game's product form; null: the game has none
[[nodiscard]] check_report check_game(const game_hooks& hooks, const rules* ranked, const product_rules* product,
                                      const check_scope& scope, work_monitor& monitor);

/// The name of a state in reports: its text if the game formats states, otherwise its number, otherwise its key.
[[nodiscard]] std::string name_of_state(const game_hooks& hooks, state_ref s);

}  // namespace zermelo
