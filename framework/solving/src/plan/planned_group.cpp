// SPDX-License-Identifier: MIT
#include <zermelo/solving/plan/planned_group.hpp>

#include <cstddef>

#include <zermelo/core/base/parallel.hpp>

namespace zermelo {

std::uint64_t bytes_side_by_side(std::span<const planned_group> groups, std::uint64_t shared_bytes) noexcept {
  std::uint64_t bytes = shared_bytes;
  for (const planned_group& one : groups) {
    bytes = saturating_sum(bytes, saturating_difference(one.max_bytes(), shared_bytes));
  }
  return bytes;
}

void plan_side_by_side(std::vector<planned_group>& groups, std::uint64_t shared_bytes, std::uint64_t limit_bytes,
                       unsigned threads) {
  // Smaller groups are solved faster at the same time, on one thread each, than one after the other on all threads.
  constexpr std::uint64_t min_positions_for_all_threads = 8'000'000;
  threads = resolve_threads(threads);
  if (threads == 1) return;
  const auto is_small = [threads](const planned_group& one) {
    return one.chosen && one.group.size <= min_positions_for_all_threads / threads;
  };
  std::size_t first = 0;  // the first group that is solved at the same time as the last one
  for (std::size_t g = 1; g < groups.size(); ++g) {
    const std::vector<std::uint32_t>& reachable = groups[g].group.successor_groups;
    const bool is_apart = reachable.empty() || reachable.back() < groups[first].group.rank;
    groups[g].is_parallel_to_previous =
        is_apart && is_small(groups[g]) && is_small(groups[g - 1]) &&
        bytes_side_by_side(std::span(groups).subspan(first, g + 1 - first), shared_bytes) <= limit_bytes;
    if (!groups[g].is_parallel_to_previous) first = g;
  }
}

}  // namespace zermelo
