// SPDX-License-Identifier: MIT
// The optional hooks of a game as a list for people: which it has, and what stands in for the others.
#pragma once

#include <vector>

#include <zermelo/core/game/check_hooks.hpp>
#include <zermelo/core/game/game.hpp>
#include <zermelo/core/game/hook_status.hpp>

namespace zermelo {

/// The name of the hooks for groups in the list.
inline constexpr const char* groups_hook = "group_of/group_name";

/// The optional hooks and whether G has them, in the order of the table in game.hpp.
template <class G>
[[nodiscard]] std::vector<hook_status> list_hooks() {
  static_assert(check_game_hooks<G>());
  return {
      {"seen_by_mover", SeenByMover<G>, "player_to_move names the same two players everywhere"},
      {"rank/unrank", HasRanking<G>, "positions are explored from the start by hashing"},
      {"is_legal", HasIsLegal<G>, "every position is legal"},
      {"why_illegal", HasWhyIllegal<G>, "positions are refused without a reason"},
      {"for_each_state", HasStatesInOrder<G>, "unrank, position by position"},
      {"for_each_predecessor", HasPredecessors<G>, "solved on the stored graph"},
      {"player_to_move_index", HasPlayerToMoveIndex<G>, "unrank, then player_to_move"},
      {"num_successors", HasNumSuccessors<G>, "successors are counted"},
      {"for_each_successor_index", HasSuccessorIndex<G>, "unrank, for_each_successor, rank"},
      {"for_each_predecessor_index", HasPredecessorIndex<G>, "unrank, for_each_predecessor, rank"},
      {"pack/unpack", HasPacking<G>, "positions have numbers of their own"},
      {"start", HasStart<G> || HasChosenStart<G>, "no start position"},
      {"canonical", HasCanonical<G>, "no symmetry is used"},
      {"orbit_size", HasOrbitSize<G>, "only representatives are counted"},
      {groups_hook, HasGroups<G>, "one count for all positions"},
      {"uses_canonical", HasCanonicalOption<G>, "canonical is used wherever there is one"},
      {"merges_moves", MergesMoves<G>, "moves to one representative are sorted out"},
      {"is_canonical_index", HasCanonicalIndex<G>, "rank(canonical(state)) == p"},
      {"axes", HasAxes<G>, "one axis, 'position'"},
      {"layers", HasLayers<G>, "ranks cut along an axis, or in each slice"},
      {"slices", HasSlices<G>, "solved as a whole"},
      {"slice_of", HasSliceOf<G>, "by the ranking; without one the game is solved as a whole"},
      {"for_each_leaving_index", HasLeavingIndex<G>, "all successors, by what slices they lie in"},
      {"for_each_inner_predecessor_index", HasInnerPredecessorIndex<G>, "all predecessors, by what slices they lie in"},
      {"settle_outcomes", HasSettleOutcomes<G>, "outcomes alone are settled move by move"},
      {"infinite_play", HasInfinitePlay<G>, "endless play is a draw"},
      {"move_limit", HasMoveLimit<G>, "no limit"},
      {"format/parse", HasText<G>, "position=INDEX"},
      {"player_name", HasPlayerName<G>, "first, second"},
      {"drawing", HasDrawing<G>, "the position's text"},
      {"answer", HasAnswer<G> || HasAnswerFromEntries<G>, "no answer of its own"},
      {"product/for_each_terminal", HasProductForm<G>, "no engine 'product'"},
      {"size_of", HasSizeOf<G>, "built before its size is known"},
      {"G(values, monitor)", HasMonitoredBuild<G>, "building it is not interrupted"},
  };
}

}  // namespace zermelo
