// SPDX-License-Identifier: MIT
// Gathers keys with many duplicates from several threads, and returns the distinct keys in ascending order. Each bucket
// contains a range of keys, and is sorted in the cache. A thread collects some keys of a bucket before it appends them,
// so that it writes whole cache lines.
//
//   time    a search among the ranges per key; per bucket, a pass for every byte in which its keys differ
//   memory  all keys, including the duplicates added since the last compaction
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <mutex>
#include <span>
#include <utility>
#include <vector>

#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/base/per_thread.hpp>
#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/base/zeroed_pages.hpp>
#include <zermelo/core/positions/key_ranges.hpp>

namespace zermelo {
/// @tparam Key std::uint64_t or wide_key
template <class Key>
class distinct_keys {
 public:
  /// @param sample  keys in any order with the distribution of the expected keys, for choosing the ranges; if empty,
  ///   there is one range until the first compaction
  /// @param max_keys  the approximate number of keys added between two compactions
  distinct_keys(std::vector<Key> sample, std::uint64_t max_keys, unsigned threads)
      : m_max_keys(max_keys),
        m_threads(threads),
        m_arena(threads),
        m_ranges(std::move(sample), max_buckets),
        m_buckets(m_ranges.size()) {}

  /// Thread-safe.
  void add(const Key& key) { add_to(m_writers.local(), key); }
  /// Thread-safe.
  void add(std::span<const Key> keys) {
    writer& local = m_writers.local();
    for (const Key& key : keys) add_to(local, key);
  }
  /// Whether `compact` is due.
  [[nodiscard]] bool is_full() const noexcept { return m_num_raw.load(std::memory_order_relaxed) > m_max_keys; }

  /// An upper bound of the memory in bytes: keys, unused space in buckets, and threads' buffers. Thread-safe.
  [[nodiscard]] std::uint64_t num_bytes() const noexcept {
    constexpr std::uint64_t growth_factor = 2;  // the capacity of a vector is at most twice its size
    const std::uint64_t keys = m_num_sorted.load(std::memory_order_relaxed) +
                               growth_factor * m_num_raw.load(std::memory_order_relaxed) +
                               max_buckets * max_waiting_keys * m_threads;
    return keys * sizeof(Key);
  }
  /// The peak memory in bytes until `take` returns, if no more keys are added.
  [[nodiscard]] std::uint64_t num_bytes_to_take() const noexcept {
    return num_bytes() + m_num_sorted.load(std::memory_order_relaxed) * sizeof(Key);
  }

  /// Removes duplicates. Must not run while keys are added. @throws interrupted.
  void compact(const work_monitor& monitor) {
    flush();
    for_each_index(m_arena, m_threads, m_buckets.size(), [&](std::uint64_t i) {
      monitor.check_stop();
      compact(m_buckets[i]);
    });
    m_num_raw = 0;
    std::uint64_t sorted = 0;
    for (const bucket& one : m_buckets) sorted += one.keys.size();
    m_num_sorted = sorted;
    if (m_buckets.size() == 1 && m_buckets.front().keys.size() > max_keys_of_one_bucket) {
      const std::vector<Key> all = std::move(m_buckets.front().keys);
      m_ranges = key_ranges<Key>(all, max_buckets);
      m_buckets = std::vector<bucket>(m_ranges.size());
      m_writers.clear();
      for (const Key& key : all) m_buckets[m_ranges.range_of(key)].keys.push_back(key);
      for (bucket& one : m_buckets) one.num_sorted = one.keys.size();
    }
  }

  /// Moves all keys out, ascending and without duplicates. Must not run while keys are added. @throws interrupted.
  [[nodiscard]] zeroed_pages<Key> take(const work_monitor& monitor) {
    compact(monitor);
    std::vector<std::uint64_t> starts{0};
    for (const bucket& one : m_buckets) starts.push_back(starts.back() + one.keys.size());
    zeroed_pages<Key> all(starts.back());
    for_each_index(m_arena, m_threads, m_buckets.size(), [&](std::uint64_t i) {
      std::vector<Key>& keys = m_buckets[i].keys;
      std::copy(keys.begin(), keys.end(), all.data() + starts[i]);
      keys = {};
      m_buckets[i].num_sorted = 0;
    });
    m_num_sorted = 0;
    return all;
  }

 private:
  static constexpr std::size_t max_buckets = 512;  ///< the waiting keys of all buckets fit the second-level cache
  static constexpr std::size_t max_keys_of_one_bucket = std::size_t{1}
                                                        << 14;  ///< with more, a single bucket is divided
  static constexpr std::size_t max_waiting_keys = 32;           ///< per thread and bucket

  struct bucket {
    std::mutex guard;
    std::vector<Key> keys;
    std::size_t num_sorted = 0;  ///< number of keys at the front that are sorted and distinct
  };
  /// The buffers of one thread.
  struct writer {
    std::vector<Key> waiting;           ///< [bucket][key]: not yet appended
    std::vector<std::uint32_t> counts;  ///< [bucket]: the number of waiting keys
    std::vector<Key> scratch;           ///< for sort_by_bytes
  };

  void add_to(writer& local, const Key& key) {
    if (local.counts.size() != m_buckets.size()) {
      local.counts.assign(m_buckets.size(), 0);
      local.waiting.resize(m_buckets.size() * max_waiting_keys);
    }
    const std::size_t at = m_ranges.range_of(key);
    std::uint32_t& count = local.counts[at];
    local.waiting[at * max_waiting_keys + count] = key;
    if (++count == max_waiting_keys) append_waiting(local, at);
  }
  void append_waiting(writer& local, std::size_t at) {
    const auto first = local.waiting.begin() + static_cast<std::ptrdiff_t>(at * max_waiting_keys);
    {
      const std::lock_guard lock(m_buckets[at].guard);
      std::vector<Key>& keys = m_buckets[at].keys;
      keys.insert(keys.end(), first, first + local.counts[at]);
    }
    m_num_raw.fetch_add(local.counts[at], std::memory_order_relaxed);
    local.counts[at] = 0;
  }
  void flush() {
    for (writer& one : m_writers) {
      for (std::size_t at = 0; at < one.counts.size(); ++at) {
        if (one.counts[at] > 0) append_waiting(one, at);
      }
    }
  }
  void compact(bucket& one) {
    if (one.keys.size() == one.num_sorted) return;
    writer& local = m_writers.local();
    std::vector<Key> fresh(one.keys.begin() + static_cast<std::ptrdiff_t>(one.num_sorted), one.keys.end());
    one.keys.resize(one.num_sorted);
    sort_by_bytes(fresh, local.scratch, [](const Key& key) { return key; });
    fresh.erase(std::unique(fresh.begin(), fresh.end()), fresh.end());
    if (one.keys.empty()) {
      fresh.shrink_to_fit();
      one.keys = std::move(fresh);
    } else {
      std::vector<Key> merged;
      merged.reserve(one.keys.size() + fresh.size());
      std::set_union(one.keys.begin(), one.keys.end(), fresh.begin(), fresh.end(), std::back_inserter(merged));
      one.keys = std::move(merged);
    }
    one.num_sorted = one.keys.size();
  }

  std::uint64_t m_max_keys;
  unsigned m_threads;
  worker_arena m_arena;
  key_ranges<Key> m_ranges;  ///< of the buckets
  std::vector<bucket> m_buckets;
  per_thread<writer> m_writers;
  std::atomic<std::uint64_t> m_num_raw{0};     ///< added since the last compaction
  std::atomic<std::uint64_t> m_num_sorted{0};  ///< left by the last compaction
};

}  // namespace zermelo
