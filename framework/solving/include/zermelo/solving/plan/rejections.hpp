// SPDX-License-Identifier: MIT
// Defines a request for a solve, and rejects requests that a game does not support before anything is explored, planned
// or written.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <zermelo/core/base/error.hpp>
#include <zermelo/solving/plan/solve_options.hpp>

namespace zermelo {

class any_game;

/// A request for a solve.
struct solve_request {
  solve_options solve{};
  bool logs_waves = false;
  /// The slices to solve into a set of tables, see slice_choice.hpp; nothing: all positions, in memory.
  std::optional<std::string> slices{};
  bool by_outcome = false;  ///< with `slices`: solves slices without inner moves for outcomes only, 2 bits per position
};

/// @throws input_error with the reason if the game cannot be solved in this way.
void expect_solvable(const any_game& game, const solve_request& request);

/// Rejects a requested engine that cannot solve any part of the game. Called before exploring, since the sizes of the
/// parts need not be known. @throws input_error with the reason
void expect_engine(const any_game& game, const solve_options& options);

/// Returns the error for an unavailable engine.
[[nodiscard]] input_error unavailable_error(engine rejected, std::string_view reason);

/// Whether a game is solved group after group even in a solve of the whole game: its moves gain points, and the solve
/// of a group requires the values that a gain leads to.
[[nodiscard]] bool is_solved_by_groups(const any_game& game);

}  // namespace zermelo
