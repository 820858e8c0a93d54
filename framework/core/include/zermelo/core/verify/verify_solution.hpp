// SPDX-License-Identifier: MIT
// An independent check of a solution: one pass over the forward moves. The check shares no code with the solvers but
// the rules, and uses the second channel of the rules (rules.hpp): hooks by state, never the index hooks that solvers
// use for speed.
//
// The rule: the entry of a position is the entry of its best move's target, taken one ply back, in the order of
// entry_scores.hpp; the entry of an end of play is the game's result. Spelt out by winner, so that any order of turns
// is covered, where `best` is the least distance, `worst` the greatest, over the named successors, and P the player who
// wins infinite play, if anybody does:
//
//   terminal, no moves  the game's result; a drawn end is a draw
//   won by its owner    some successor is won by the owner; distance 1 + best such successor
//   won by the other    every successor is won by the other; distance 1 + worst
//   tie, owner not P    no successor is won by the owner, some successor is a tie; distance 1 + best tie
//   tie, owner P        no successor is won by the owner, none is a draw, some is a tie; 1 + worst tie
//   draw, owner not P   no successor is won by the owner, none is a tie, some is a draw
//   draw, owner P       no successor is won by the owner, some is a draw
//
// Where ends have points, margins come first: the margin is the greatest that a move keeps for the owner, and `best`
// and `worst` are taken over the moves that keep it. A margin over the bound of the game or of the position's slice is
// wrong even where moves demand it, since no solve gives it.
//
// Checking all positions is a proof: distances of wins, losses and ties strictly decrease towards ends, so that no
// chain of entries can support itself, and a drawn position always has a drawn successor, or is a drawn end. With
// margins, who is ahead by m plays moves that keep m and decrease the distance; the answers do so, too, or raise the
// margin, which cannot go on for ever: play ends with m points or more. Who is behind by m, or even, plays moves that
// keep m: no answer leads to more than m, and play that never ends is worth 0. So margins are exact. Moves that gain
// points are as good as ends, since they must lead to a group of slices that is solved earlier. See
// framework/docs/algorithms/verify_solution.md.
//
//   time    V + E, in parallel; the moves of every position are listed once
//   memory  for each thread the moves of 128 positions, and some runs of entries of a solution that is not in memory
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

/// The groups of slices that the verifier has to know: those of a game whose moves gain points, or whose slices have
/// bounds of margins of their own; else nothing. @throws as `slice_order`
[[nodiscard]] std::optional<slice_lookup> groups_to_verify(std::span<const slice> slices, bool has_gains);

/// Checks the solution of a whole game. Precondition: the rules are not those of a part. Entries that are not in memory
/// are read in runs, which suits a sample; to check all positions, load the entries into memory first. Phase "verify".
/// @param groups  as `groups_to_verify` gives them; null: none
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

/// As above, for any graph that can be walked forwards.
template <SuccessorGraph Graph, class Labels>
  requires PositionLabels<Labels, vertex_of<Graph>>
[[nodiscard]] verify_report verify_solution(const Graph& graph, const Labels& labels, const solution_entries& entries,
                                            const verify_scope& scope, work_monitor& monitor) {
  return verify_solution(graph_rules<Graph, Labels>(graph, labels), entries, scope, monitor);
}

// A part of a game is checked as a whole, by the rules of the game; `scope.ranges` is ignored. Its entries are numbered
// from 0.

/// Checks the entries of a group of slices, beside the finished slices that the group enters. Failures have the numbers
/// of the group. @param groups  as for verify_solution @throws as verify_solution.
[[nodiscard]] verify_report verify_group(const part_rules& group, const solution_entries& values,
                                         const verify_scope& scope, work_monitor& monitor,
                                         const slice_lookup* groups = nullptr);

/// Checks the outcomes of a slice that every move leaves. Distances are not compared: the entries may have none. This
/// is a proof if the outcomes of the entered slices are right, since no move stays inside; on a cycle outcomes might
/// support each other. Failures have the game's numbers.
/// @param slices    all slices of the game
/// @param number    the slice to check
/// @param finished  by slice: the outcomes of at least the entered slices, but not of the slice itself; else null
/// @throws as verify_solution; contract_error if a move leads to a slice whose outcomes are missing, or stays inside.
[[nodiscard]] verify_report verify_outcomes(const rules& game, std::span<const slice> slices, std::uint32_t number,
                                            const solution_entries& values,
                                            std::span<const outcome_bits* const> finished, const verify_scope& scope,
                                            work_monitor& monitor);

}  // namespace zermelo
