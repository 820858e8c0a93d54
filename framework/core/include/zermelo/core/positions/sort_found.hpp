// SPDX-License-Identifier: MIT
// Sorts the positions of a key_table by their keys, in parallel: each part of the table is divided into ranges of keys,
// and the ranges are sorted in the cache, one after another. The memory of sorted ranges is freed.
//
//   memory  while a part is divided, a copy of its positions, and 2 bytes per slot
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <numeric>
#include <vector>

#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/base/per_thread.hpp>
#include <zermelo/core/base/uninitialized_array.hpp>
#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/base/zeroed_pages.hpp>
#include <zermelo/core/positions/key_ranges.hpp>
#include <zermelo/core/positions/key_table.hpp>

namespace zermelo::detail {

/// The positions of a part of a table, in the order of their ranges.
template <class Key>
struct divided_part {
  zeroed_pages<found_key<Key>> found;
  std::vector<std::size_t> starts;  ///< [range]: where the range begins, followed by the number of positions
};

/// Ranges of keys that are small enough to sort in the cache, for all parts together.
template <class Key>
[[nodiscard]] key_ranges<Key> ranges_of_found(const key_table<Key>& table) {
  constexpr std::uint64_t positions_of_range = 1 << 15;
  constexpr std::uint64_t max_ranges = 1 << 16;  // 2 bytes per slot
  constexpr std::uint64_t sampled_per_range = 16;
  const std::uint64_t num_ranges = std::min(table.size() / positions_of_range + 1, max_ranges);
  std::vector<Key> sample;
  // The order of the slots is independent of the keys.
  for (std::size_t part = 0; part < table.num_parts(); ++part) {
    std::uint64_t awaited = num_ranges * sampled_per_range / table.num_parts() + 1;
    for (const found_key<Key>& at : table.slots(part)) {
      if (at.number_plus_1 == 0) continue;
      sample.push_back(at.key());
      if (--awaited == 0) break;
    }
  }
  return key_ranges<Key>(std::move(sample), num_ranges);
}

/// Takes a part out of the table, and divides it. @throws interrupted, std::bad_alloc.
template <class Key>
[[nodiscard]] divided_part<Key> divide_part(key_table<Key>& table, std::size_t part, const key_ranges<Key>& ranges,
                                            const work_monitor& monitor) {
  const zeroed_pages<found_key<Key>> slots = table.take_part(part);
  uninitialized_array<std::uint16_t> range_of(slots.size());
  std::vector<std::size_t> starts(ranges.size() + 1, 0);
  constexpr std::size_t slots_between_stop_checks = 1 << 16;
  for (std::size_t i = 0; i < slots.size(); ++i) {
    if (i % slots_between_stop_checks == 0) monitor.check_stop();
    if (slots[i].number_plus_1 == 0) continue;
    range_of[i] = static_cast<std::uint16_t>(ranges.range_of(slots[i].key()));
    ++starts[range_of[i] + std::size_t{1}];
  }
  std::inclusive_scan(starts.begin(), starts.end(), starts.begin());
  zeroed_pages<found_key<Key>> found(starts.back());
  std::vector<std::size_t> ends = starts;
  for (std::size_t i = 0; i < slots.size(); ++i) {
    if (slots[i].number_plus_1 != 0) found[ends[range_of[i]]++] = slots[i];
  }
  return {std::move(found), std::move(starts)};
}

/// Calls f(i, found position) for the i-th smallest key, for all i, from several threads, and empties the table.
/// Advances the monitor by two units per position. @throws interrupted, std::bad_alloc.
template <class Key, class Function>
void take_sorted(key_table<Key>& table, const Function& f, worker_arena& arena, unsigned threads,
                 work_monitor& monitor) {
  struct buffers {
    std::vector<found_key<Key>> found;
    std::vector<found_key<Key>> scratch;
  };
  const key_ranges<Key> ranges = ranges_of_found(table);
  std::vector<divided_part<Key>> parts(table.num_parts());
  for_each_index(arena, threads, parts.size(), [&](std::uint64_t part) {
    parts[part] = divide_part(table, part, ranges, monitor);
    monitor.advance(parts[part].found.size());
  });
  std::vector<std::uint64_t> starts(ranges.size() + 1, 0);
  for (const divided_part<Key>& part : parts) {
    for (std::size_t range = 0; range <= ranges.size(); ++range) starts[range] += part.starts[range];
  }
  // Threads begin the ranges in order, so that sorted ranges are at the front, where their memory can be freed.
  std::atomic<std::size_t> next{0};
  std::vector<bool> is_sorted(ranges.size(), false);
  std::size_t num_sorted_in_front = 0;
  std::mutex guard;  // for is_sorted and num_sorted_in_front
  per_thread<buffers> workers;
  for_each_index(arena, threads, ranges.size(), [&](std::uint64_t) {
    monitor.check_stop();
    const std::size_t range = next.fetch_add(1);
    buffers& local = workers.local();
    local.found.clear();
    for (const divided_part<Key>& part : parts) {
      local.found.insert(local.found.end(), part.found.data() + part.starts[range],
                         part.found.data() + part.starts[range + 1]);
    }
    sort_by_bytes(local.found, local.scratch, [](const found_key<Key>& at) { return at.key(); });
    for (std::size_t i = 0; i < local.found.size(); ++i) f(starts[range] + i, local.found[i]);
    monitor.advance(local.found.size());
    const std::lock_guard lock(guard);
    is_sorted[range] = true;
    while (num_sorted_in_front < ranges.size() && is_sorted[num_sorted_in_front]) ++num_sorted_in_front;
    for (divided_part<Key>& part : parts) part.found.give_back(part.starts[num_sorted_in_front]);
  });
}

}  // namespace zermelo::detail
