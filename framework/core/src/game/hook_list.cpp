// SPDX-License-Identifier: MIT
#include <zermelo/core/game/hook_list.hpp>

#include <array>
#include <cstddef>

namespace zermelo::detail {
namespace {

struct listed_hook {
  const char* name;
  const char* fallback;
};

/// In the order of `hooks_found`.
constexpr std::array hooks{
    listed_hook{"seen_by_mover", "player_to_move names the same two players everywhere"},
    listed_hook{"rank/unrank", "positions are explored from the start by hashing"},
    listed_hook{"is_legal", "every position is legal"},
    listed_hook{"why_illegal", "positions are refused without a reason"},
    listed_hook{"for_each_state", "unrank, position by position"},
    listed_hook{"for_each_predecessor", "solved on the stored graph"},
    listed_hook{"num_successors", "successors are counted"},
    listed_hook{"for_each_successor_index", "unrank, for_each_successor, rank"},
    listed_hook{"for_each_predecessor_index", "unrank, for_each_predecessor, rank"},
    listed_hook{"pack/unpack", "positions have numbers of their own"},
    listed_hook{"start", "no start position"},
    listed_hook{"canonical", "no symmetry is used"},
    listed_hook{"orbit_size", "only representatives are counted"},
    listed_hook{groups_hook, "one count for all positions"},
    listed_hook{"uses_canonical", "canonical is used wherever there is one"},
    listed_hook{"is_canonical_index", "rank(canonical(state)) == p"},
    listed_hook{"axes", "one axis, 'position'"},
    listed_hook{"layers", "ranks cut along an axis, or in each slice"},
    listed_hook{"slices", "solved as a whole"},
    listed_hook{"slice_of", "by the ranking; without one the game is solved as a whole"},
    listed_hook{"for_each_leaving_index", "all successors, by what slices they lie in"},
    listed_hook{"settle_outcomes", "outcomes alone are settled move by move"},
    listed_hook{"infinite_play", "endless play is a draw"},
    listed_hook{"move_limit", "no limit"},
    listed_hook{"format/parse", "position=INDEX"},
    listed_hook{"player_name", "first, second"},
    listed_hook{"drawing", "the position's text"},
    listed_hook{"answer", "no answer of its own"},
    listed_hook{"product/for_each_terminal", "no engine 'product'"},
    listed_hook{"size_of", "built before its size is known"},
    listed_hook{"G(values, monitor)", "building it is not interrupted"},
};

}  // namespace

static_assert(hooks.size() == num_listed_hooks);

std::vector<hook_status> list_hooks(std::span<const bool, num_listed_hooks> found) {
  std::vector<hook_status> list;
  list.reserve(hooks.size());
  for (std::size_t i = 0; i < hooks.size(); ++i) list.push_back({hooks[i].name, found[i], hooks[i].fallback});
  return list;
}

}  // namespace zermelo::detail
