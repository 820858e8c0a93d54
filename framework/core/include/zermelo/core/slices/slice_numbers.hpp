// SPDX-License-Identifier: MIT
// The numbers of positions in a group of slices, starting at 0: the positions of its first slice, then of the next
// slice, and so on.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include <zermelo/core/game/slice.hpp>
#include <zermelo/core/slices/slice_order.hpp>
#include <zermelo/core/value/outcome.hpp>

namespace zermelo {

/// Translates between the numbers of a group's positions in the game and in the group.
class slice_numbers {
 public:
  static constexpr position absent = std::numeric_limits<position>::max();

  /// @param slices  all slices of the game
  slice_numbers(std::span<const slice> slices, const slice_group& group) : m_has_inner_moves(group.has_inner_moves) {
    position first = 0;
    std::uint32_t number = 0;
    for (const std::uint32_t member : group.slices) {
      for (; number != member; ++number) first += slices[number].size;
      m_slices.push_back({first, m_size, slices[member].size});
      m_size += slices[member].size;
      m_max_margins.push_back(slices[member].max_margin);
    }
  }

  [[nodiscard]] position size() const noexcept { return m_size; }
  [[nodiscard]] bool has_inner_moves() const noexcept { return m_has_inner_moves; }
  /// The bound of margins in the group: the greatest bound of its slices. @param of_game  the bound of the game
  [[nodiscard]] std::uint32_t max_margin(std::uint32_t of_game) const noexcept {
    std::uint32_t bound = 1;
    for (const std::uint32_t of_slice : m_max_margins) {
      bound = std::max(bound, margin_bound_of_slice(of_slice, of_game));
    }
    return bound;
  }
  /// Calls f(begin, end, max_margin) for each slice: its positions have the group's numbers begin .. end - 1, and
  /// max_margin is slice::max_margin.
  template <class Callback>
  void for_each_slice(const Callback& f) const {
    for (std::size_t i = 0; i < m_slices.size(); ++i) {
      f(m_slices[i].first_in_group, m_slices[i].first_in_group + m_slices[i].size, m_max_margins[i]);
    }
  }
  /// The game's number of a position of the group. Precondition: number < size().
  [[nodiscard]] position of_game(position number) const noexcept {
    assert(number < m_size);
    const slice_range* found = m_slices.data();
    while (number - found->first_in_group >= found->size) ++found;
    return found->first_in_game + (number - found->first_in_group);
  }
  /// The group's number of a position of the game; `absent` if the position is outside the group.
  [[nodiscard]] position of_group(position of_game) const noexcept {
    for (const slice_range& one : m_slices) {
      const position in_slice = of_game - one.first_in_game;  // wraps around
      if (in_slice < one.size) return one.first_in_group + in_slice;
    }
    return absent;
  }
  /// Calls f(begin, end) for the ranges of the game's numbers that correspond to the group's numbers first .. last - 1,
  /// in order.
  template <class Callback>
  void for_each_range(position first, position last, const Callback& f) const {
    for (const slice_range& one : m_slices) {
      const position begin = std::max(first, one.first_in_group);
      const position end = std::min(last, one.first_in_group + one.size);
      const position offset = one.first_in_game - one.first_in_group;  // not negative
      if (begin < end) f(begin + offset, end + offset);
    }
  }

 private:
  struct slice_range {
    position first_in_game = 0;   ///< the game's number of the slice's first position
    position first_in_group = 0;  ///< the group's number of that position
    position size = 0;
  };

  std::vector<slice_range> m_slices;         ///< few, so that a linear search is fast
  std::vector<std::uint32_t> m_max_margins;  ///< [index of the slice in the group]
  position m_size = 0;
  bool m_has_inner_moves = false;
};

}  // namespace zermelo
