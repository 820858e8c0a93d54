// SPDX-License-Identifier: MIT
// A position and its moves as the rules of the game read them. report_json.hpp and report_text.hpp write them
// down.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/solution_entries.hpp>
#include <zermelo/experiment/question/one_position.hpp>

namespace zermelo::experiment {

class any_game;

/// Who is to move, by name; "mover" where nobody has a name that lasts.
[[nodiscard]] std::string mover_name(const any_game& game, player to_move);

/// A position and its value under the game's rules.
struct position_report {
  position at = 0;
  std::string state;
  player to_move = player::first;
  position_value value;
  zermelo::verdict verdict;
  std::optional<answer_value> answer;  ///< the problem's own answer to `verdict`
};

/// A move, as the position that it leads to, and whether no other move is better.
struct move_report {
  position_report to;
  bool best = false;
};

/// A reader of the entries of a solution, for one thread, that reads in runs what is not in memory. `entries` outlives
/// it.
[[nodiscard]] value_lookup lookup_in(const solution_entries& entries);

/// `values` gives the entry of every position: the game's own answer may depend on others than p's.
/// `plies_played` counts against the game's move limit. `to_move` is whom reports call the player to move in p, where
/// positions do not say it (viewpoint::mover); nothing: the first. Precondition: p is legal.
/// @throws input_error if the entry calls the position illegal (it came from a false table).
[[nodiscard]] position_report report_position(const any_game& game, position p, const value_lookup& values,
                                              std::uint64_t plies_played = 0, std::optional<player> to_move = {});

/// Every move out of p, in the game's order; none where play has ended. A move is best if no other gives the
/// player to move a better verdict (win, tie, draw, loss), and none of an equal verdict a better raw distance:
/// forced wins come soon, forced losses late, and play without end lies between them. Ties come soon, but late
/// for the player whom `infinite_play` names, as in the solve itself.
/// @throws as report_position.
[[nodiscard]] std::vector<move_report> report_moves(const any_game& game, position p, const value_lookup& values,
                                                    std::uint64_t plies_played = 0, std::optional<player> to_move = {});

/// How play goes on if both sides play best moves, the first of several each time.
struct principal_variation {
  std::vector<position_report> positions;   ///< from the one asked about on
  std::optional<std::size_t> repeats_from;  ///< if play goes on for ever: the last position's successor is this one
};

/// @throws as report_position.
[[nodiscard]] principal_variation report_line(const any_game& game, position p, const value_lookup& values,
                                              std::uint64_t plies_played = 0);

}  // namespace zermelo::experiment
