// SPDX-License-Identifier: MIT
// Sorts the positions of a key_table by their keys, in parallel: each part of the table is sorted in place, and the
// parts are merged, one range of keys after another. The memory of merged ranges is freed.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <span>
#include <vector>

#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/positions/key_table.hpp>

namespace zermelo::detail {

/// Sorts each part of a table in place, and returns the parts. Advances the monitor by one unit per position.
/// @throws interrupted.
template <class Key>
[[nodiscard]] std::vector<std::span<const found_key<Key>>> sort_parts(key_table<Key>& table, worker_arena& arena,
                                                                      unsigned threads, work_monitor& monitor) {
  constexpr std::uint32_t comparisons_between_stop_checks = 1 << 16;
  std::vector<std::span<const found_key<Key>>> sorted(table.num_parts());
  for_each_index(arena, threads, sorted.size(), [&](std::uint64_t part) {
    monitor.check_stop();
    const std::span<found_key<Key>> found = table.gather(part);
    std::uint32_t compared = 0;
    std::sort(found.begin(), found.end(), [&](const found_key<Key>& a, const found_key<Key>& b) {
      if (++compared % comparisons_between_stop_checks == 0) monitor.check_stop();
      return a.key < b.key;
    });
    sorted[part] = found;
    monitor.advance(found.size());
  });
  return sorted;
}

/// Splits sorted parts into ranges of keys: element [r][p] is the index at which range r begins in part p.
template <class Key>
[[nodiscard]] std::vector<std::vector<std::size_t>> bounds_of_ranges(
    const std::vector<std::span<const found_key<Key>>>& parts, std::uint64_t size) {
  constexpr std::uint64_t positions_of_range = 1 << 17;  // on average; small enough to merge in the cache
  constexpr std::size_t sampled_per_range = 16;
  const std::uint64_t num_ranges = size / positions_of_range + 1;
  std::vector<Key> sample;
  for (const auto& part : parts) {
    const std::size_t num_samples = std::min(part.size(), part.size() * sampled_per_range / positions_of_range + 1);
    for (std::size_t i = 0; i < num_samples; ++i) {
      sample.push_back(part[(2 * i + 1) * part.size() / (2 * num_samples)].key);
    }
  }
  std::sort(sample.begin(), sample.end());
  std::vector<std::vector<std::size_t>> bounds(num_ranges + 1, std::vector<std::size_t>(parts.size(), 0));
  for (std::size_t range = 1; range <= num_ranges; ++range) {
    for (std::size_t p = 0; p < parts.size(); ++p) {
      bounds[range][p] = range == num_ranges
                             ? parts[p].size()
                             : static_cast<std::size_t>(
                                   std::partition_point(parts[p].begin(), parts[p].end(),
                                                        [&](const found_key<Key>& at) {
                                                          return at.key < sample[sample.size() * range / num_ranges];
                                                        }) -
                                   parts[p].begin());
    }
  }
  return bounds;
}

/// Merges consecutive sorted runs into one. @param ends  [run]: where the run ends
template <class Key>
void merge_runs(std::vector<found_key<Key>>& found, const std::vector<std::size_t>& ends) {
  const auto is_less = [](const found_key<Key>& a, const found_key<Key>& b) { return a.key < b.key; };
  const auto end_of = [&](std::size_t runs) {
    return found.begin() + static_cast<std::ptrdiff_t>(runs == 0 ? 0 : ends[std::min(runs, ends.size()) - 1]);
  };
  for (std::size_t width = 1; width < ends.size(); width *= 2) {
    for (std::size_t run = 0; run + width < ends.size(); run += 2 * width) {
      std::inplace_merge(end_of(run), end_of(run + width), end_of(run + 2 * width), is_less);
    }
  }
}

/// Calls f(i, found position) for the i-th smallest key, for all i, from several threads, and empties the table.
/// Advances the monitor by two units per position. @throws interrupted, std::bad_alloc.
template <class Key, class Function>
void take_sorted(key_table<Key>& table, const Function& f, worker_arena& arena, unsigned threads,
                 work_monitor& monitor) {
  const std::uint64_t size = table.size();
  const auto parts = sort_parts(table, arena, threads, monitor);
  const auto bounds = bounds_of_ranges<Key>(parts, size);
  const std::size_t num_ranges = bounds.size() - 1;
  std::vector<std::uint64_t> starts{0};
  for (std::size_t range = 0; range < num_ranges; ++range) {
    std::uint64_t start = starts.back();
    for (std::size_t p = 0; p < parts.size(); ++p) start += bounds[range + 1][p] - bounds[range][p];
    starts.push_back(start);
  }
  // Threads begin the ranges in order, so that merged ranges are at the front, where their memory can be freed.
  std::atomic<std::size_t> next{0};
  std::vector<bool> is_merged(num_ranges, false);
  std::size_t num_merged_in_front = 0;
  std::mutex guard;  // for is_merged and num_merged_in_front
  for_each_index(arena, threads, num_ranges, [&](std::uint64_t) {
    monitor.check_stop();
    const std::size_t range = next.fetch_add(1);
    std::vector<found_key<Key>> found;
    found.reserve(starts[range + 1] - starts[range]);
    std::vector<std::size_t> ends;
    for (std::size_t p = 0; p < parts.size(); ++p) {
      const auto run = parts[p].subspan(bounds[range][p], bounds[range + 1][p] - bounds[range][p]);
      found.insert(found.end(), run.begin(), run.end());
      ends.push_back(found.size());
    }
    merge_runs(found, ends);
    for (std::size_t i = 0; i < found.size(); ++i) f(starts[range] + i, found[i]);
    monitor.advance(found.size());
    const std::lock_guard lock(guard);
    is_merged[range] = true;
    while (num_merged_in_front < num_ranges && is_merged[num_merged_in_front]) ++num_merged_in_front;
    for (std::size_t p = 0; p < parts.size(); ++p) table.give_back(p, bounds[num_merged_in_front][p]);
  });
  for (std::size_t part = 0; part < parts.size(); ++part) table.clear_part(part);
}

}  // namespace zermelo::detail
