// SPDX-License-Identifier: MIT
// Single entries out of a solution, wherever it is: words in memory are read where they lie, also those of a part of
// it. What is read fastest in runs, such as a file or a log of waves, is read so, and the last runs are kept, since the
// moves of a position lead to a few of them only.
#pragma once

#include <algorithm>
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
  static constexpr std::size_t most_runs = 16;

  /// `entries` outlives this, and stays as it is.
  explicit entry_reader(const solution_entries& entries) : m_entries(&entries) {}

  /// Precondition: p < size(). @throws what reading the entries throws.
  [[nodiscard]] position_value operator[](position p) {
    if (const stretch* const here = stretch_of(p)) {
      const position own = p - here->first;
      return here->words.narrow.empty() ? packed_word<std::uint32_t>::value(here->words.wide[own])
                                        : packed_word<std::uint16_t>::value(here->words.narrow[own]);
    }
    return out_of_run(p);
  }
  /// Says that the entry of p will be read soon: where it lies in memory, it is on its way from now on.
  void prefetch(position p) {
    const stretch* const here = stretch_of(p);
    if (here == nullptr) return;
    const position own = p - here->first;
    if (here->words.narrow.empty()) {
      __builtin_prefetch(&here->words.wide[own]);
    } else {
      __builtin_prefetch(&here->words.narrow[own]);
    }
  }

 private:
  /// Words that have been met.
  struct stretch {
    position first = 0;
    std::uint64_t size = 0;
    entry_words words;
  };
  struct run {
    index_range range;
    std::vector<position_value> entries;
  };

  /// Null if the entry of p does not lie in memory.
  [[nodiscard]] const stretch* stretch_of(position p) {
    for (const stretch& met : m_stretches) {
      if (p - met.first < met.size) return &met;  // wraps around
    }
    const resident_words here = m_entries->resident(p);
    const std::uint64_t size = std::max(here.words.narrow.size(), here.words.wide.size());
    if (size == 0) return nullptr;
    m_stretches.push_back({here.first, size, here.words});
    return &m_stretches.back();
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
  std::vector<stretch> m_stretches;  ///< few
  std::vector<run> m_runs;
  std::size_t m_next = 0;  ///< the run to be replaced
};

}  // namespace zermelo
