// SPDX-License-Identifier: MIT
// Reads single entries of a solution in memory or in a file. Words in memory are read in place. Entries that are read
// fastest in runs, such as those of a file or of a log of waves, are read in runs, and the last runs are kept, since
// the moves of a position lead to few runs.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <vector>

#include <zermelo/core/base/index_range.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/packed_word.hpp>
#include <zermelo/core/value/solution_entries.hpp>

namespace zermelo {

/// For one thread. Memory: up to 16 runs of entries that are not in memory, 8 bytes an entry; and 48 bytes for each
/// part that is in memory, or lies between two such parts.
class entry_reader {
 public:
  static constexpr std::size_t most_runs = 16;

  /// Precondition: `entries` outlives this, and does not change.
  explicit entry_reader(const solution_entries& entries) : m_entries(&entries) {}

  /// Precondition: p < size(). @throws what reading the entries throws.
  [[nodiscard]] position_value operator[](position p) {
    const entry_words* const words = words_around(p);
    if (words == nullptr) return out_of_run(p);
    const position own = p - m_parts[m_last].range.begin;
    return words->narrow.empty() ? packed_word<std::uint32_t>::value(words->wide[own])
                                 : packed_word<std::uint16_t>::value(words->narrow[own]);
  }
  /// Prefetches the entry of p, if it lies in memory.
  void prefetch(position p) {
    const entry_words* const words = words_around(p);
    if (words == nullptr) return;
    const position own = p - m_parts[m_last].range.begin;
    if (words->narrow.empty()) {
      __builtin_prefetch(&words->wide[own]);
    } else {
      __builtin_prefetch(&words->narrow[own]);
    }
  }

 private:
  struct run {
    index_range range;
    std::vector<position_value> entries;
  };

  /// The words of the part in which p lies, which becomes the last part; null if the part does not lie in memory.
  [[nodiscard]] const entry_words* words_around(position p) {
    if (m_last == m_parts.size() || !has(m_parts[m_last], p)) find_part(p);
    const entry_words& words = m_parts[m_last].words;
    return words.narrow.empty() && words.wide.empty() ? nullptr : &words;
  }
  void find_part(position p) {
    const auto is_behind = [](position at, const resident_words& part) { return at < part.range.begin; };
    const auto after = std::upper_bound(m_parts.begin(), m_parts.end(), p, is_behind);
    m_last = static_cast<std::size_t>(after - m_parts.begin());
    if (after != m_parts.begin() && has(*std::prev(after), p)) {
      --m_last;
    } else {
      m_parts.insert(after, m_entries->resident(p));
    }
  }
  [[nodiscard]] static bool has(const resident_words& part, position p) noexcept {
    return p - part.range.begin < part.range.end - part.range.begin;  // wraps around
  }
  [[nodiscard]] position_value out_of_run(position p) {
    for (const run& r : m_runs) {
      if (r.range.begin <= p && p < r.range.end) return r.entries[p - r.range.begin];
    }
    if (m_runs.size() < most_runs) m_runs.insert(m_runs.begin() + static_cast<std::ptrdiff_t>(m_next), run());
    run& oldest = m_runs[m_next];
    m_next = (m_next + 1) % most_runs;
    const index_range range = m_entries->read_together(p);
    oldest.range = {};  // until it has been read
    oldest.entries.resize(range.end - range.begin);
    m_entries->read(range.begin, oldest.entries);
    oldest.range = range;
    return oldest.entries[p - range.begin];
  }

  const solution_entries* m_entries;
  std::vector<resident_words> m_parts;  ///< that have been met, in ascending order
  std::size_t m_last = 0;               ///< of these, the one that was needed last
  std::vector<run> m_runs;
  std::size_t m_next = 0;  ///< the run to be replaced
};

}  // namespace zermelo
