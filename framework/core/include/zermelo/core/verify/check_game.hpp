// SPDX-License-Identifier: MIT
// Checks a game module against the promises of game.hpp: at every position of a small game, as the conformance kit
// does, or at a sample of a large one. Each broken promise is a finding: a sentence in the game's own notation.
//
//   by position   rank and unrank, pack and unpack, format and parse are inverse; hooks by index say what those by
//                 state say; ends are well-formed; a representative is the same game as what it stands for; moves lead
//                 to legal positions, and predecessors list them as often as there are; a product form says the same;
//                 why_illegal has a reason where is_legal says no; drawings are not empty
//   as a whole    axes hold all positions; players have names; the start is legal; a product form makes sense; orbits
//                 are as large as orbit_size says, and groups have names
//   by state      of a game without a ranking: what of this can be said of states
//
// A sample is positions spread evenly over the index space, and others met by random play from the start, since what is
// played is rarely what an even spread hits in a sparse space. It is the same one every time.
//
//   time    V + E D calls of the rules for V positions, E moves and D predecessors of one; one thread
//   memory  what one position's moves take; of a sample, a list of it; with the hook orbit_size, a key of every state
//   throws  interrupted. What the rules throw is a finding
#pragma once

#include <string>

#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/game/game_hooks.hpp>
#include <zermelo/core/rules/product_rules.hpp>
#include <zermelo/core/rules/rules.hpp>
#include <zermelo/core/verify/check_report.hpp>

namespace zermelo {

/// Checks the promises of a game. @throws interrupted. Phases "check".
/// @param ranked   the game's rules; null: the game has no ranking, and states are met by play
/// @param product  the game's product form; null: none
[[nodiscard]] check_report check_game(const game_hooks& hooks, const rules* ranked, const product_rules* product,
                                      const check_scope& scope, work_monitor& monitor);

/// The name of a state in findings: the text of the game, if it has one.
[[nodiscard]] std::string name_of_state(const game_hooks& hooks, state_ref s);

}  // namespace zermelo
