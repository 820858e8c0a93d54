// SPDX-License-Identifier: MIT
// The positions of a group of slices, numbered from 0: those of its first slice, then those of the next.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include <zermelo/core/game/slice.hpp>
#include <zermelo/core/slices/slice_order.hpp>
#include <zermelo/core/value/outcome.hpp>

namespace zermelo {

class slice_numbers {
 public:
  static constexpr position absent = std::numeric_limits<position>::max();

  slice_numbers(std::span<const slice> slices, const slice_group& group) {
    position first = 0;
    std::uint32_t number = 0;
    for (const std::uint32_t member : group.slices) {
      for (; number != member; ++number) first += slices[number].size;
      m_ranges.push_back({first, m_size, slices[member].size});
      m_size += slices[member].size;
    }
  }

  [[nodiscard]] position size() const noexcept { return m_size; }
  /// The game's number. Precondition: below size().
  [[nodiscard]] position of_game(position number) const noexcept {
    assert(number < m_size);
    const range* found = m_ranges.data();
    while (number - found->own >= found->size) ++found;
    return found->first + (number - found->own);
  }
  /// The group's number; `absent` if the position belongs to another.
  [[nodiscard]] position of_group(position of_game) const noexcept {
    for (const range& one : m_ranges) {
      if (of_game - one.first < one.size) return one.own + (of_game - one.first);  // wraps around
    }
    return absent;
  }

 private:
  struct range {
    position first = 0;  ///< the game's number of its first position
    position own = 0;    ///< the group's
    position size = 0;
  };

  std::vector<range> m_ranges;  ///< few
  position m_size = 0;
};

}  // namespace zermelo
