// SPDX-License-Identifier: MIT
// Counts over the solution of a game: reachable positions, positions by group, the state signature.
#pragma once

#include <cstdint>
#include <optional>

#include <zermelo/core/value/counts_by_group.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/solution_summary.hpp>

namespace zermelo {
class solution_entries;
class solve_visitor;
class work_monitor;
class any_game;

/// The positions that are reachable from the start, including the start.
struct reachable_summary {
  std::uint64_t positions = 0;
  outcome_counts counts;
};

/// Counts the reachable positions and their outcomes. Phases "reach" and "count".
/// Precondition: game.start() is set. @throws interrupted; contract_error for a group of slices; what reading the
///   entries throws.
[[nodiscard]] reachable_summary reachable(const any_game& game, const solution_entries& values, unsigned threads,
                                          solve_visitor& visitor);

/// Returns a digest of the entries that is independent of the numbering of positions, see state_signature.hpp.
/// @throws interrupted; what load_keys throws; what reading the entries throws.
[[nodiscard]] std::uint64_t state_signature(const any_game& game, const solution_entries& values, unsigned threads,
                                            work_monitor& monitor);

/// Counts positions by the game's groups, and the positions that canonical positions represent. Returns nothing for a
/// game without groups and orbits. Phase "groups". @throws what count_by_group throws.
[[nodiscard]] std::optional<counts_by_group> group_totals(const any_game& game, const solution_entries& values,
                                                          unsigned threads, work_monitor& monitor);

}  // namespace zermelo
