// SPDX-License-Identifier: MIT
// A request for a solve, and what a game does not support of it: each refusal is a row of one table, and is made before
// anything is explored, planned or written.
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
  /// The slices to be solved into a set of tables, see slice_choice.hpp; nothing: all positions, in memory.
  std::optional<std::string> slices{};
  bool by_outcome = false;  ///< with `slices`: those without inner moves by outcome only, 2 bits per position
};

/// @throws input_error if the game cannot be solved in this way, with the reason.
void expect_solvable(const any_game& game, const solve_request& request);

/// Refuses a requested engine that can solve no part of the game; before exploring, since the sizes of the parts need
/// not be known. @throws input_error with the reason
void expect_engine(const any_game& game, const solve_options& options);

/// The error for an engine that is not available.
[[nodiscard]] input_error unavailable_error(engine rejected, std::string_view reason);

/// Whether a game is solved group of slices after group even where all of it is solved at once: its moves gain points,
/// and a solve of a group takes what a gain leads to as known.
[[nodiscard]] bool is_solved_by_groups(const any_game& game);

}  // namespace zermelo
