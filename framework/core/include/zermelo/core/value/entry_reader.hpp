// SPDX-License-Identifier: MIT
// Single entries out of a solution, wherever it is: words in memory are read where they lie, also those of a part of
// it. What is read fastest in runs, such as a file or a log of waves, is read so, and the last runs are kept, since the
// moves of a position lead to a few of them only.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <zermelo/core/base/index_range.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/packed_word.hpp>
#include <zermelo/core/value/solution_entries.hpp>

namespace zermelo {

/// For one thread. Memory: nothing for entries in memory, else up to 16 runs, 8 bytes an entry.
class entry_reader {
 public:
  /// `entries` outlives this.
  explicit entry_reader(const solution_entries& entries) : m_entries(&entries), m_words(entries.words()) {}

  /// Precondition: p < size(). @throws what reading the entries throws.
  [[nodiscard]] position_value operator[](position p) {
    if (!m_words.narrow.empty()) return packed_word<std::uint16_t>::value(m_words.narrow[p]);
    if (!m_words.wide.empty()) return packed_word<std::uint32_t>::value(m_words.wide[p]);
    return out_of_run(p);
  }

 private:
  struct run {
    index_range range;
    std::vector<position_value> entries;
  };

  [[nodiscard]] position_value out_of_run(position p) {
    if (const resident_words here = m_entries->resident(p); !here.words.narrow.empty()) {
      return packed_word<std::uint16_t>::value(here.words.narrow[p - here.first]);
    } else if (!here.words.wide.empty()) {
      return packed_word<std::uint32_t>::value(here.words.wide[p - here.first]);
    }
    for (const run& r : m_runs) {
      if (r.range.begin <= p && p < r.range.end) return r.entries[p - r.range.begin];
    }
    constexpr std::size_t most_runs = 16;
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
  entry_words m_words;
  std::vector<run> m_runs;
  std::size_t m_next = 0;  ///< the run to be replaced
};

}  // namespace zermelo
