// SPDX-License-Identifier: MIT
// Enumerates the chunks of a table that one of several processes encodes.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include <zermelo/core/base/index_range.hpp>
#include <zermelo/core/value/outcome.hpp>

#include "../array/chunk_layout.hpp"

namespace zermelo::storage {

/// The chunks whose middle position is in one of the local ranges. Their positions, in order, are indexed consecutively
/// from 0.
class local_chunks {
 public:
  /// @param resident  ascending ranges of positions
  /// @param layout  must outlive the object
  local_chunks(const chunk_layout& layout, const std::vector<index_range>& resident) : m_layout(layout) {
    const auto middle = [&layout](std::uint64_t chunk) {
      return layout.first_position(chunk) + layout.num_positions(chunk) / 2;
    };
    for (const index_range& range : resident) {
      if (range.begin >= range.end) continue;
      // The middle of the first chunk may lie before the range, and the middle of the last chunk after it.
      std::uint64_t begin = layout.chunk_of(range.begin);
      if (middle(begin) < range.begin) ++begin;
      std::uint64_t end = layout.chunk_of(range.end - 1);
      if (middle(end) < range.end) ++end;
      if (begin >= end) continue;
      const position first = layout.first_position(begin);
      m_runs.push_back({m_size, first});
      m_size += layout.first_position(end - 1) + layout.num_positions(end - 1) - first;
    }
  }

  /// Returns the total number of positions in all chunks.
  [[nodiscard]] std::uint64_t num_positions() const noexcept { return m_size; }
  /// Returns the number of the chunk at an index. Precondition: index < num_positions().
  [[nodiscard]] std::uint64_t chunk_at(std::uint64_t index) const {
    const auto next = std::upper_bound(m_runs.begin(), m_runs.end(), index,
                                       [](std::uint64_t wanted, const run& s) { return wanted < s.index; });
    const run& containing = *(next - 1);
    return m_layout.chunk_of(containing.first + (index - containing.index));
  }
  /// Returns the end of the chunk that begins at `index`.
  [[nodiscard]] std::uint64_t end_of_chunk(std::uint64_t index) const {
    return index + m_layout.num_positions(chunk_at(index));
  }

 private:
  /// A run of consecutive chunks.
  struct run {
    std::uint64_t index = 0;
    position first = 0;  ///< the position at the run's index
  };

  const chunk_layout& m_layout;
  std::vector<run> m_runs;
  std::uint64_t m_size = 0;
};

}  // namespace zermelo::storage
