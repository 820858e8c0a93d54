// SPDX-License-Identifier: MIT
// The numbers of positions in a group of slices, from 0: first those of its first slice, then those of the next.
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

  /// @param slices  all slices of the game
  slice_numbers(std::span<const slice> slices, const slice_group& group) : m_has_inner_moves(group.has_inner_moves) {
    position first = 0;
    std::uint32_t number = 0;
    for (const std::uint32_t member : group.slices) {
      for (; number != member; ++number) first += slices[number].size;
      m_ranges.push_back({first, m_size, slices[member].size});
      m_size += slices[member].size;
    }
  }

  [[nodiscard]] position size() const noexcept { return m_size; }
  [[nodiscard]] bool has_inner_moves() const noexcept { return m_has_inner_moves; }
  /// The game's number of a position of the group. Precondition: number < size().
  [[nodiscard]] position of_game(position number) const noexcept {
    assert(number < m_size);
    const range* found = m_ranges.data();
    while (number - found->own >= found->size) ++found;
    return found->first + (number - found->own);
  }
  /// The group's number of a position of the game; `absent` if the position is outside the group.
  [[nodiscard]] position of_group(position of_game) const noexcept {
    for (const range& one : m_ranges) {
      if (of_game - one.first < one.size) return one.own + (of_game - one.first);  // wraps around
    }
    return absent;
  }
  /// Calls f(begin, end) for the stretches of the game's numbers that the group's numbers first .. last - 1 cover, in
  /// order.
  template <class Callback>
  void for_each_stretch(position first, position last, const Callback& f) const {
    for (const range& one : m_ranges) {
      const position begin = std::max(first, one.own);
      const position end = std::min(last, one.own + one.size);
      if (begin < end) f(one.first + (begin - one.own), one.first + (end - one.own));
    }
  }

 private:
  struct range {
    position first = 0;  ///< the game's number of its first position
    position own = 0;    ///< the group's
    position size = 0;
  };

  std::vector<range> m_ranges;  ///< few
  position m_size = 0;
  bool m_has_inner_moves = false;
};

}  // namespace zermelo
