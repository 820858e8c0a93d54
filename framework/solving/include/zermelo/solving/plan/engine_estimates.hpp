// SPDX-License-Identifier: MIT
// Estimates of the memory that each engine needs for a game, or a group of slices, when solved at once.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <zermelo/catalog/games/engine.hpp>
#include <zermelo/solving/plan/solve_options.hpp>

namespace zermelo {
class any_game;

/// An estimate for one engine, from a sample of the positions.
struct engine_estimate {
  zermelo::engine engine;
  bool is_available = false;        ///< whether the engine can solve the game
  std::string reason;               ///< why the engine is not available; otherwise empty
  std::uint64_t peak_bytes = 0;     ///< the peak memory of the process, the program included
  std::uint64_t movable_bytes = 0;  ///< the part of `peak_bytes` that the engine can move to a disk
  bool uses_scratch = false;        ///< whether the solve may use a disk
  std::string how{};                ///< the engine's choice of method for this game; may be empty

  /// The least memory with which the engine solves the game.
  [[nodiscard]] std::uint64_t least_bytes() const noexcept { return peak_bytes - (uses_scratch ? movable_bytes : 0); }
  /// The peak memory of a solve within a limit, and the excess of `peak_bytes`, because of which the solution is moved
  /// to a disk. Precondition: least_bytes() <= limit_bytes.
  [[nodiscard]] std::uint64_t bytes_in_memory(std::uint64_t limit_bytes) const noexcept {
    return std::min(peak_bytes, limit_bytes);
  }
  [[nodiscard]] std::uint64_t excess_bytes(std::uint64_t limit_bytes) const noexcept {
    return peak_bytes - bytes_in_memory(limit_bytes);
  }
};

struct engine_estimates {
  double edges_per_position = 0;  ///< estimated number of moves, including moves out of a group of slices
  std::vector<engine_estimate> engines;

  /// Returns the estimate for an engine. Precondition: `engines` contains it.
  [[nodiscard]] const engine_estimate& estimate_of(zermelo::engine engine) const;
  /// Returns the requested engine or, if none is requested, the first that is not a baseline, provided that it is
  /// available and fits; null if there is no such engine.
  [[nodiscard]] const engine_estimate* first_that_fits(std::optional<zermelo::engine> requested,
                                                       std::uint64_t available_bytes) const;
};

/// Estimates all engines. Engines for another number of processes are left out, unless requested. @throws what the
/// rules throw.
[[nodiscard]] engine_estimates estimate_engines(const any_game& game, const solve_options& options);

/// Returns the peak memory after a solve, the solution included; 0 if the work after the solve needs no more than the
/// solve.
[[nodiscard]] std::uint64_t bytes_after_solve(const any_game& game, engine chosen, const solve_options& options);

}  // namespace zermelo
