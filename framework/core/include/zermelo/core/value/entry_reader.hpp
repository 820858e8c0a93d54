// SPDX-License-Identifier: MIT
// Reads single entries of a solution in memory or in a file. Words in memory are read in place. Other entries, such as
// entries in a file or in a log of waves, are read in runs, which is fastest. The reader caches its last runs, since
// the moves of a position lead to few runs.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <vector>

#include <zermelo/core/base/index_range.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/solution_entries.hpp>

namespace zermelo {

/// Not thread-safe. Memory: up to 16 runs of entries that are not in memory, with 8 bytes per entry, and 48 bytes for
/// each part that is in memory or between two such parts.
class entry_reader {
 public:
  static constexpr std::size_t max_runs = 16;

  /// Precondition: `entries` outlives the reader, and does not change.
  explicit entry_reader(const solution_entries& entries) : m_entries(&entries) {}

  /// Precondition: p < size(). @throws what reading the entries throws.
  [[nodiscard]] position_value operator[](position p) {
    const resident_words& part = part_of(p);
    return part.words.empty() ? entry_in_run(p) : part.words.value(p - part.range.begin);
  }
  /// Prefetches the entry of p, if it is in memory.
  void prefetch(position p) {
    const auto& [range, words] = part_of(p);
    if (!words.narrow.empty()) {
      __builtin_prefetch(&words.narrow[p - range.begin]);
    } else if (!words.wide.empty()) {
      __builtin_prefetch(&words.wide[p - range.begin]);
    }
  }

 private:
  struct run {
    index_range range;
    std::vector<position_value> entries;
  };

  /// The part that contains p; it becomes the current part.
  [[nodiscard]] const resident_words& part_of(position p) {
    if (m_current == m_parts.size() || !has(m_parts[m_current], p)) find_part(p);
    return m_parts[m_current];
  }
  void find_part(position p) {
    const auto is_before = [](position at, const resident_words& part) { return at < part.range.begin; };
    const auto after = std::upper_bound(m_parts.begin(), m_parts.end(), p, is_before);
    m_current = static_cast<std::size_t>(after - m_parts.begin());
    if (after != m_parts.begin() && has(*std::prev(after), p)) {
      --m_current;
    } else {
      m_parts.insert(after, m_entries->resident(p));
    }
  }
  [[nodiscard]] static bool has(const resident_words& part, position p) noexcept {
    return p - part.range.begin < part.range.end - part.range.begin;  // wraps around
  }
  [[nodiscard]] position_value entry_in_run(position p) {
    for (const run& r : m_runs) {
      if (r.range.begin <= p && p < r.range.end) return r.entries[p - r.range.begin];
    }
    if (m_runs.size() < max_runs) m_runs.insert(m_runs.begin() + static_cast<std::ptrdiff_t>(m_next), run());
    run& oldest = m_runs[m_next];
    m_next = (m_next + 1) % max_runs;
    const index_range range = m_entries->read_together(p);
    oldest.range = {};  // the run stays empty if reading throws
    oldest.entries.resize(range.end - range.begin);
    m_entries->read(range.begin, oldest.entries);
    oldest.range = range;
    return oldest.entries[p - range.begin];
  }

  const solution_entries* m_entries;
  std::vector<resident_words> m_parts;  ///< the parts of all positions so far, ascending
  std::size_t m_current = 0;            ///< index of the part of the last position
  std::vector<run> m_runs;
  std::size_t m_next = 0;  ///< index of the run to replace next
};

}  // namespace zermelo
