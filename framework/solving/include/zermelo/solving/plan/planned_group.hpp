// SPDX-License-Identifier: MIT
// Plans one group of slices, and groups that are solved at the same time, for a game that is solved group after group.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include <zermelo/catalog/games/engine.hpp>
#include <zermelo/core/base/saturating.hpp>
#include <zermelo/core/solve/solve_steps.hpp>

namespace zermelo {

/// The name of the method that solves groups for outcomes only, used in place of an engine's name.
inline constexpr std::string_view outcomes_engine = "outcomes";

/// A group of slices that are solved together.
struct planned_group : solve_step {
  double edges_per_position = 0;  ///< estimated number of moves, including moves out of the group
  bool by_outcome = false;        ///< solved for outcomes only, without an engine
  /// Only the outcomes of the slices that the group leads to are needed, and are in memory: the group is solved for
  /// outcomes only, or its distances count to the conversion.
  bool inputs_by_outcome = false;
  bool fits = false;  ///< for a set: within the memory limit, with inputs in memory or read from their
                      ///< files
  std::optional<engine> chosen = std::nullopt;  ///< nothing: solved for outcomes only, or no engine fits
  std::uint64_t solving_bytes = 0;  ///< memory of the chosen engine, or of the one that needs the least; includes the
                                    ///< program and the game, excludes inputs
  std::uint64_t input_bytes = 0;    ///< for a set: the slices that the group leads to, in memory
  std::uint64_t later_bytes = 0;    ///< other finished slices in memory: all, or those that a later group leads to
  std::uint64_t reading_bytes = 0;  ///< for a set: memory for reading the inputs from their files instead
  double cpu_seconds = 0;           ///< for a set: a rough estimate, from the time of the rules
  /// Returns the engine or `outcomes_engine`; nothing if no engine fits.
  [[nodiscard]] std::optional<std::string_view> solver() const {
    if (by_outcome) return fits ? std::optional(outcomes_engine) : std::nullopt;
    return chosen ? std::optional(to_string(chosen)) : std::nullopt;
  }
  /// Returns the least memory for solving the group. Inputs of outcomes only have to be in memory.
  [[nodiscard]] std::uint64_t min_bytes() const noexcept {
    return inputs_by_outcome ? max_bytes() : saturating_sum(solving_bytes, std::min(input_bytes, reading_bytes));
  }
  /// Returns the memory with all inputs in memory. Slices for later groups are also retained if space allows.
  [[nodiscard]] std::uint64_t max_bytes() const noexcept { return saturating_sum(solving_bytes, input_bytes); }
};

/// Returns the memory of groups that are solved at the same time, with all inputs in memory.
/// @param shared_bytes  the part of every `solving_bytes` that is needed only once
[[nodiscard]] std::uint64_t bytes_side_by_side(std::span<const planned_group> groups,
                                               std::uint64_t shared_bytes) noexcept;

/// Marks small groups to be solved at the same time as the group before, as far as memory suffices. Groups that are
/// solved at the same time do not lead to each other.
void plan_side_by_side(std::vector<planned_group>& groups, std::uint64_t shared_bytes, std::uint64_t limit_bytes,
                       unsigned threads);

}  // namespace zermelo
