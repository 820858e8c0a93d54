// SPDX-License-Identifier: MIT
// Counts over the solution of a game: reachable positions, groups, the signature by state.
#pragma once

#include <cstdint>
#include <optional>

#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/position_census.hpp>
#include <zermelo/core/value/solution_summary.hpp>

namespace zermelo {
class solution_entries;
class solve_visitor;
class work_monitor;
}  // namespace zermelo

namespace zermelo::experiment {

class any_game;

/// Positions that can be reached from the start, terminals not expanded.
struct reachable_summary {
  std::uint64_t positions = 0;
  outcome_counts counts;
};

/// Precondition: the game has a start, which the solution has said by now if it is for the solution to say.
/// @throws interrupted.
[[nodiscard]] reachable_summary reachable(const any_game& game, const solution_entries& values, unsigned threads,
                                          solve_visitor& visitor);

/// A digest of the entries that does not depend on how positions are numbered, see state_signature.hpp.
/// @throws interrupted, and what reading the entries throws.
[[nodiscard]] std::uint64_t state_signature(const any_game& game, const solution_entries& values, unsigned threads,
                                            work_monitor& monitor);

/// The positions by the game's own groups, and all that representatives stand for; nothing for a game that has a hook
/// for neither, or is not folded and has no groups. Phase "census". @throws as take_census.
[[nodiscard]] std::optional<position_census> census(const any_game& game, const solution_entries& values,
                                                    unsigned threads, work_monitor& monitor);

}  // namespace zermelo::experiment
