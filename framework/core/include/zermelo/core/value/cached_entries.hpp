// SPDX-License-Identifier: MIT
// Single entries out of a solution that is read fastest in runs: what was read last is kept, since the moves of a
// position lead to a few runs only.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include <oneapi/tbb/enumerable_thread_specific.h>

#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/solution_entries.hpp>

namespace zermelo {

/// Thread-safe, each thread with runs of its own. Memory: up to 16 runs a thread, 8 bytes an entry.
class cached_entries {
 public:
  /// `entries` outlives this.
  explicit cached_entries(const solution_entries& entries) : m_entries(entries) {}

  /// @throws what reading the entries throws.
  [[nodiscard]] position_value operator[](position p) const {
    cache& mine = m_caches.local();
    for (const run& r : mine.runs) {
      if (r.range.begin <= p && p < r.range.end) return r.entries[p - r.range.begin];
    }
    run& oldest = mine.runs[mine.next];
    mine.next = (mine.next + 1) % mine.runs.size();
    const index_range range = m_entries.read_together(p);
    oldest.range = {};  // until it has been read
    oldest.entries.resize(range.end - range.begin);
    m_entries.read(range.begin, oldest.entries);
    oldest.range = range;
    return oldest.entries[p - range.begin];
  }

 private:
  struct run {
    index_range range;
    std::vector<position_value> entries;
  };
  struct cache {
    std::array<run, 16> runs;
    std::size_t next = 0;
  };

  const solution_entries& m_entries;
  mutable tbb::enumerable_thread_specific<cache> m_caches;
};

}  // namespace zermelo
