// SPDX-License-Identifier: MIT
// Some rows of a graph, which one call lists. Builders of stored graphs take rows in this form, so that the builders
// are compiled once for all graphs.
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <span>

#include <zermelo/core/base/batch_list.hpp>

namespace zermelo {

class listed_rows {
 public:
  /// One call lists at most this many rows, with fewer than 2^32 targets together.
  static constexpr std::uint64_t max_rows = 256;

  [[nodiscard]] std::size_t size() const noexcept { return m_ends.size(); }
  [[nodiscard]] std::span<std::uint64_t> row(std::size_t i) noexcept {
    const std::size_t begin = i == 0 ? 0 : m_ends.all()[i - 1];
    return m_targets.all().subspan(begin, m_ends.all()[i] - begin);
  }
  void clear() noexcept {
    m_targets.clear();
    m_ends.clear();
  }

  /// The targets of all rows, one row behind the other. A lister appends the targets of a row, then calls `end_row`.
  [[nodiscard]] batch_list<std::uint64_t>& targets() noexcept { return m_targets; }
  void end_row() {
    assert(m_targets.size() <= std::numeric_limits<std::uint32_t>::max());
    end_row_at(static_cast<std::uint32_t>(m_targets.size()));
  }
  /// Ends a row. @param end  the number of targets up to the end of the row
  void end_row_at(std::uint32_t end) { m_ends.push(end); }
  /// [row]: the number of targets up to its end, for listers that append many rows at once.
  [[nodiscard]] batch_list<std::uint32_t>& ends() noexcept { return m_ends; }

 private:
  batch_list<std::uint64_t> m_targets;
  batch_list<std::uint32_t> m_ends;
};

/// Appends the rows of the vertices begin .. end - 1 to `rows`. Called from several threads at once.
using row_lister = std::function<void(std::uint64_t begin, std::uint64_t end, listed_rows& rows)>;

}  // namespace zermelo
