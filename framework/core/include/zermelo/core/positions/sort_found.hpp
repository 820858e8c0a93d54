// SPDX-License-Identifier: MIT
// The positions of a hash table in the order of their keys, in parallel and in little more memory than they take: they
// are divided among buckets by keys of a sample, part by part of the table, and each bucket is sorted by itself.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/base/zeroed_pages.hpp>
#include <zermelo/core/positions/key_table.hpp>

namespace zermelo::detail {

inline constexpr std::uint64_t positions_per_bucket = 1 << 15;
inline constexpr std::uint64_t most_buckets = 512;

/// Of the sorted positions, the memory that is touched when the first part of the table is: a huge page a bucket.
[[nodiscard]] inline double most_bytes_at_first(std::uint64_t positions) {
  constexpr double huge_page_bytes = 1 << 21;
  return huge_page_bytes * static_cast<double>(std::min(most_buckets, positions / positions_per_bucket + 1));
}

/// Keys that divide those of the table into about equal shares, ascending: none for few keys.
template <class Key>
[[nodiscard]] std::vector<Key> splitters_of(const key_table<Key>& table) {
  constexpr std::size_t sampled = std::size_t{1} << 15;
  std::vector<Key> sample;
  for (std::size_t part = 0; part < table.num_parts(); ++part) {
    std::size_t taken = 0;
    table.for_each(part, [&](const found_position<Key>& at) {
      if (taken++ < sampled / table.num_parts()) sample.push_back(at.key);
    });
  }
  std::sort(sample.begin(), sample.end());
  const std::uint64_t buckets = std::min(most_buckets, table.size() / positions_per_bucket + 1);
  std::vector<Key> splitters;
  for (std::uint64_t i = 1; i < buckets; ++i) splitters.push_back(sample[sample.size() * i / buckets]);
  splitters.erase(std::unique(splitters.begin(), splitters.end()), splitters.end());
  return splitters;
}

/// Empties the table. `make(slot)` is an element, and `key_of(element)` its key. @throws interrupted.
template <class Element, class Key, class Make, class KeyOf>
[[nodiscard]] zeroed_pages<Element> take_sorted(key_table<Key>& table, const Make& make, const KeyOf& key_of,
                                                worker_arena& arena, unsigned threads, work_monitor& monitor) {
  const std::size_t num_parts = table.num_parts();
  const std::vector<Key> splitters = splitters_of(table);
  const std::size_t num_buckets = splitters.size() + 1;
  const auto bucket_of = [&splitters](const Key& key) {
    return static_cast<std::size_t>(std::upper_bound(splitters.begin(), splitters.end(), key) - splitters.begin());
  };
  // Where the elements of each part begin in each bucket.
  std::vector<std::vector<std::uint64_t>> starts(num_parts, std::vector<std::uint64_t>(num_buckets, 0));
  for_each_index(arena, threads, num_parts, [&](std::uint64_t part) {
    monitor.check_stop();
    table.for_each(part, [&](const found_position<Key>& at) { ++starts[part][bucket_of(at.key)]; });
  });
  std::vector<std::uint64_t> bounds{0};
  std::uint64_t sum = 0;
  for (std::size_t bucket = 0; bucket < num_buckets; ++bucket) {
    for (std::size_t part = 0; part < num_parts; ++part) sum += std::exchange(starts[part][bucket], sum);
    bounds.push_back(sum);
  }
  zeroed_pages<Element> sorted(sum);
  for_each_index(arena, threads, num_parts, [&](std::uint64_t part) {
    monitor.check_stop();
    table.for_each(part, [&](const found_position<Key>& at) {
      sorted[starts[part][bucket_of(at.key)]++] = std::invoke(make, at);
    });
    table.forget(part);
  });
  for_each_index(arena, threads, num_buckets, [&](std::uint64_t bucket) {
    monitor.check_stop();
    std::sort(
        sorted.data() + bounds[bucket], sorted.data() + bounds[bucket + 1],
        [&key_of](const Element& a, const Element& b) { return std::invoke(key_of, a) < std::invoke(key_of, b); });
    monitor.advance(bounds[bucket + 1] - bounds[bucket]);
  });
  return sorted;
}

}  // namespace zermelo::detail
