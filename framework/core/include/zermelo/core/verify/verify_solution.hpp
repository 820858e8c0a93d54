// SPDX-License-Identifier: MIT
// An independent check of a solution, in one pass over the forward moves. The check shares only the rules with the
// solvers, and uses the reference path of the rules (rules.hpp): hooks by state, never the hooks by index that solvers
// use for speed.
//
// The rule: the entry of a position follows from its best move in the order of entry_scores.hpp: it has the result of
// the move's target, and a distance that is one ply greater. The entry of a terminal is the game's result. The
// following table lists the cases by winner, for any order of turns, where o is the player to move, `best` is the least
// distance and `worst` the greatest over the named successors, and P is the player that wins infinite play, if any
// player does:
//
//   terminal, no moves  the game's result; a drawn terminal is a draw
//   won by o            some successor is won by o; distance 1 + best such successor
//   won by the other    every successor is won by the other player; distance 1 + worst
//   tie, o is not P     no successor is won by o, some successor is a tie; distance 1 + best tie
//   tie, o is P         no successor is won by o, none is a draw, some is a tie; distance 1 + worst tie
//   draw, o is not P    no successor is won by o, none is a tie, some is a draw
//   draw, o is P        no successor is won by o, some is a draw
//
// If terminals have points, margins have priority: the margin is the greatest that a move secures for o, and `best` and
// `worst` range over the moves that secure it. A margin over the bound of the game or of the position's slice is wrong
// even if moves require it, since no solve returns it.
//
// Checking all positions is a proof: distances of wins, losses and ties strictly decrease towards terminals, so that no
// chain of entries can support itself, and a drawn position always has a drawn successor, or is a drawn terminal. With
// margins, the player that is ahead by m plays moves that keep m and decrease the distance; the answers do the same, or
// raise the margin, which cannot continue for ever: play ends with m points or more. The player that is behind by m, or
// even, plays moves that keep m: no answer leads to more than m, and endless play counts 0. So margins are exact. Moves
// that gain points count as terminals, since they must lead to a group of slices that is solved earlier. See
// framework/docs/algorithms/verify_solution.md.
//
//   time    V + E, in parallel; the moves of every position are listed once
//   memory  per thread, the moves of 128 positions, and some runs of entries if the solution is not in memory
//   throws  interrupted; what the game's rules throw, and what reading the entries throws
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/game/game.hpp>
#include <zermelo/core/game/slice.hpp>
#include <zermelo/core/graph/graph_access.hpp>
#include <zermelo/core/graph/position_labels.hpp>
#include <zermelo/core/rules/graph_rules.hpp>
#include <zermelo/core/rules/rules.hpp>
#include <zermelo/core/rules/rules_of_game.hpp>
#include <zermelo/core/slices/part_rules.hpp>
#include <zermelo/core/slices/slice_order.hpp>
#include <zermelo/core/value/outcome_bits.hpp>
#include <zermelo/core/value/solution_entries.hpp>
#include <zermelo/core/verify/verify_report.hpp>
#include <zermelo/core/verify/verify_scope.hpp>

namespace zermelo {

/// The groups of slices that the verifier needs. Returns nothing unless moves of the game gain points, or its slices
/// have separate bounds of margins. @throws what `slice_order` throws
[[nodiscard]] std::optional<slice_lookup> groups_to_verify(std::span<const slice> slices, bool has_gains);

/// Checks the solution of a whole game. Precondition: the rules are not those of a part. Entries that are not in memory
/// are read in runs, which suits a sample; to check all positions, load the entries into memory first. Phase "verify".
/// @param groups  the result of `groups_to_verify`; null if it returned nothing
[[nodiscard]] verify_report verify_solution(const rules& game, const solution_entries& entries,
                                            const verify_scope& scope, work_monitor& monitor,
                                            const slice_lookup* groups = nullptr);

/// As above, for a ranked game.
template <RankedGame G>
[[nodiscard]] verify_report verify_solution(const G& game, const solution_entries& entries, const verify_scope& scope,
                                            work_monitor& monitor) {
  std::optional<slice_lookup> groups;
  if constexpr (HasSlices<G>) groups = groups_to_verify(game.slices(), HasGains<G>);
  return verify_solution(rules_of_game<G>(game), entries, scope, monitor, groups ? &*groups : nullptr);
}

/// As above, for any graph that lists successors.
template <SuccessorGraph Graph, class Labels>
  requires PositionLabels<Labels, vertex_of<Graph>>
[[nodiscard]] verify_report verify_solution(const Graph& graph, const Labels& labels, const solution_entries& entries,
                                            const verify_scope& scope, work_monitor& monitor) {
  return verify_solution(graph_rules<Graph, Labels>(graph, labels), entries, scope, monitor);
}

// The following functions check a whole part of a game with the game's rules, and ignore `scope.ranges`. The entries of
// the part are numbered from 0.

/// Checks the entries of a group of slices against the finished slices to which the group leads. Failures are reported
/// by index in the group. @param groups  as for verify_solution @throws what verify_solution throws.
[[nodiscard]] verify_report verify_group(const part_rules& group, const solution_entries& values,
                                         const verify_scope& scope, work_monitor& monitor,
                                         const slice_lookup* groups = nullptr);

/// Checks the outcomes of a slice that every move leaves. Distances are not compared: the entries may have none. This
/// is a proof if the outcomes of the slices to which moves lead are right, since no move stays in the slice;
/// within a cycle, wrong outcomes could support each other. Failures are reported by index in the game.
/// @param slices    all slices of the game
/// @param number    the slice to check
/// @param finished  [slice]: its outcomes, for all slices to which this slice leads except the slice itself; may be
///   null for other slices
/// @throws what verify_solution throws; contract_error if a move leads to a slice without outcomes, or stays inside.
[[nodiscard]] verify_report verify_outcomes(const rules& game, std::span<const slice> slices, std::uint32_t number,
                                            const solution_entries& values,
                                            std::span<const outcome_bits* const> finished, const verify_scope& scope,
                                            work_monitor& monitor);

}  // namespace zermelo
