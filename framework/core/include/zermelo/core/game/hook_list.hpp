// SPDX-License-Identifier: MIT
// The optional hooks of a game as a list for people: those that the game has, and the fallbacks of the others.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include <zermelo/core/game/check_hooks.hpp>
#include <zermelo/core/game/game.hpp>
#include <zermelo/core/game/hook_status.hpp>

namespace zermelo {

namespace detail {

/// The number of optional hooks.
inline constexpr std::size_t num_listed_hooks = 31;

/// Whether G has each hook, in the order of the list.
template <class G>
inline constexpr bool hooks_found[num_listed_hooks] = {
    SeenByMover<G>,                           // seen_by_mover
    HasRanking<G>,                            // rank/unrank
    HasIsLegal<G>,                            // is_legal
    HasWhyIllegal<G>,                         // why_illegal
    HasStatesInOrder<G>,                      // for_each_state
    HasPredecessors<G>,                       // for_each_predecessor
    HasNumSuccessors<G>,                      // num_successors
    HasSuccessorIndex<G>,                     // for_each_successor_index
    HasPredecessorIndex<G>,                   // for_each_predecessor_index
    HasPacking<G>,                            // pack/unpack
    HasStart<G> || HasChosenStart<G>,         // start
    HasCanonical<G>,                          // canonical
    HasOrbitSize<G>,                          // orbit_size
    HasGroups<G>,                             // groups_hook
    HasCanonicalOption<G>,                    // uses_canonical
    HasCanonicalIndex<G>,                     // is_canonical_index
    HasAxes<G>,                               // axes
    HasLayers<G>,                             // layers
    HasSlices<G>,                             // slices
    HasSliceOf<G>,                            // slice_of
    HasLeavingIndex<G>,                       // for_each_leaving_index
    HasSettleOutcomes<G>,                     // settle_outcomes
    HasInfinitePlay<G>,                       // infinite_play
    HasMoveLimit<G>,                          // move_limit
    HasText<G>,                               // format/parse
    HasPlayerName<G>,                         // player_name
    HasDrawing<G>,                            // drawing
    HasAnswer<G> || HasAnswerFromEntries<G>,  // answer
    HasProductForm<G>,                        // product/for_each_terminal
    HasSizeOf<G>,                             // size_of
    HasMonitoredBuild<G>,                     // G(values, monitor)
};

/// The list of all optional hooks.
[[nodiscard]] std::vector<hook_status> list_hooks(std::span<const bool, num_listed_hooks> found);

}  // namespace detail

/// The optional hooks and whether G has them, in the order of the table in game.hpp.
template <class G>
[[nodiscard]] std::vector<hook_status> list_hooks() {
  static_assert(check_game_hooks<G>());
  return detail::list_hooks(detail::hooks_found<G>);
}

}  // namespace zermelo
