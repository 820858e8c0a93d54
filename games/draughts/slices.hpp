// SPDX-License-Identifier: MIT
// The slices of draughts, one for each combination of numbers of men and kings of both sides, and the numbering of
// their positions. The digits are, from the slowest: the number of own men on the first row, where the opponent has no
// men; the squares of these men; the own men on the six middle rows; the opponent's men on the remaining squares; the
// own kings, then the opponent's, on the remaining squares. There are no unused numbers.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <fmt/core.h>

#include <zermelo/core/game_module.hpp>

#include "board.hpp"
#include "moves.hpp"

namespace zermelo::games::draughts_board {

inline constexpr unsigned max_pieces = 8;
inline constexpr point_set middle_rows = ~(first_row | last_row);
inline constexpr unsigned middle_squares = num_points_of(middle_rows);

/// The numbers of men and kings of both sides.
struct material {
  std::uint8_t own_men = 0;
  std::uint8_t own_kings = 0;
  std::uint8_t other_men = 0;
  std::uint8_t other_kings = 0;
  friend bool operator==(const material&, const material&) = default;

  [[nodiscard]] unsigned own() const { return unsigned{own_men} + own_kings; }
  [[nodiscard]] unsigned others() const { return unsigned{other_men} + other_kings; }
  [[nodiscard]] unsigned men() const { return unsigned{own_men} + other_men; }
  [[nodiscard]] unsigned total() const { return own() + others(); }
  /// A name such as "2m1k-3k"; 0 for a side without pieces.
  [[nodiscard]] std::string name() const {
    const auto side = [](unsigned men, unsigned kings) -> std::string {
      if (men == 0 && kings == 0) return "0";
      return (men > 0 ? fmt::format("{}m", men) : "") + (kings > 0 ? fmt::format("{}k", kings) : "");
    };
    return side(own_men, own_kings) + "-" + side(other_men, other_kings);
  }
  [[nodiscard]] material exchanged() const { return {other_men, other_kings, own_men, own_kings}; }
};

[[nodiscard]] inline material material_of(const placement& s) {
  const auto count = [](point_set points) { return static_cast<std::uint8_t>(num_points_of(points)); };
  return {count(s.own & ~s.kings), count(s.own & s.kings), count(s.others & ~s.kings), count(s.others & s.kings)};
}

/// The numbering of a slice. Arrays are indexed by the number of own men on the first row, which divides the slice into
/// parts. A part with more men than the slice is empty, and begins after all others.
struct layout {
  material pieces;
  std::uint32_t exchanged = 0;  ///< the slice of the same pieces with the sides exchanged
  position first = 0;
  position size = 0;
  position king_sets = 0;                                          ///< of both sides
  std::uint32_t other_king_sets = 0;                               ///< per set of all other pieces
  std::array<position, squares_of_row + 1> part_begins{};          ///< the number of the part's first sets of men
  std::array<std::uint32_t, squares_of_row + 1> middle_sets{};     ///< of own men
  std::array<std::uint32_t, squares_of_row + 1> other_men_sets{};  ///< per set of own men
};

/// All slices and their numbering. Immutable, and therefore thread-safe.
class numbered_slices {
 public:
  /// @param pieces  the maximum number of pieces of both sides, 1 to `max_pieces`
  explicit numbered_slices(unsigned pieces) {
    for (unsigned size = 0; size <= max_listed_size; ++size) m_subsets[size] = subsets(max_points, size);
    make_layouts(pieces);
  }

  /// The layout of each slice.
  [[nodiscard]] const std::vector<layout>& layouts() const { return m_layouts; }
  [[nodiscard]] position num_positions() const { return m_layouts.back().first + m_layouts.back().size; }
  [[nodiscard]] std::uint64_t bytes() const {
    std::uint64_t bytes = m_layouts.capacity() * sizeof(layout) + m_slice_of.capacity() * sizeof(m_slice_of[0]);
    for (const std::vector<point_set>& sets : m_subsets) bytes += sets.capacity() * sizeof(point_set);
    return bytes;
  }
  [[nodiscard]] std::uint32_t slice_with(const material& m) const { return m_slice_of[material_index(m)]; }
  [[nodiscard]] const layout& layout_of(const material& m) const { return m_layouts[slice_with(m)]; }
  [[nodiscard]] const layout& layout_at(position number) const {
    const auto after = std::upper_bound(m_layouts.begin(), m_layouts.end(), number,
                                        [](position p, const layout& one) { return p < one.first; });
    return *(after - 1);
  }
  /// The slices that moves lead to, ascending. Precondition: both sides have pieces.
  [[nodiscard]] std::vector<std::uint32_t> slices_after(const material& m) const {
    // A man jumps two rows at a time, so it takes at most three pieces. A king may take any number.
    constexpr unsigned max_taken_by_a_man = 3;
    std::vector<std::uint32_t> reachable;
    for (std::uint8_t men = 0; men <= m.other_men; ++men) {
      for (std::uint8_t kings = 0; kings <= m.other_kings; ++kings) {
        const bool is_within_reach_of_a_man = unsigned{men} + kings <= max_taken_by_a_man;
        material after{static_cast<std::uint8_t>(m.other_men - men), static_cast<std::uint8_t>(m.other_kings - kings),
                       m.own_men, m.own_kings};
        if (m.own_kings > 0 || is_within_reach_of_a_man) reachable.push_back(slice_with(after));
        if (m.own_men > 0 && is_within_reach_of_a_man) {
          --after.other_men;
          ++after.other_kings;
          reachable.push_back(slice_with(after));
        }
      }
    }
    std::sort(reachable.begin(), reachable.end());
    return reachable;
  }

  [[nodiscard]] position number_of(const layout& here, const placement& s) const {
    const point_set own_men = s.own & ~s.kings;
    const point_set other_men = s.others & ~s.kings;
    const point_set first_men = own_men & first_row;
    const point_set middle_men = own_men & middle_rows;
    const unsigned part = num_points_of(first_men);
    position number = subset_number(first_men);
    number = number * here.middle_sets[part] + subset_number(middle_men >> squares_of_row);
    number = number * here.other_men_sets[part] + subset_number(close_gaps(other_men, middle_men) >> squares_of_row);
    number += here.part_begins[part];
    const point_set men = own_men | other_men;
    const point_set own_kings = s.own & s.kings;
    const point_set other_kings = s.others & s.kings;
    const auto kings =
        position{subset_number(own_kings, men)} * here.other_king_sets + subset_number(other_kings, men | own_kings);
    return here.first + number * here.king_sets + kings;
  }
  [[nodiscard]] placement placement_of(const layout& here, position number) const {
    number -= here.first;
    position men_number = number / here.king_sets;
    const position kings_number = number % here.king_sets;
    unsigned part = 0;
    while (part < here.pieces.own_men && part < squares_of_row && here.part_begins[part + 1] <= men_number) ++part;
    men_number -= here.part_begins[part];
    const auto own_number = static_cast<std::uint32_t>(men_number / here.other_men_sets[part]);
    const auto other_number = static_cast<std::uint32_t>(men_number % here.other_men_sets[part]);
    const unsigned in_middle = here.pieces.own_men - part;
    const point_set first_men = subset_of(part, own_number / here.middle_sets[part]);
    const point_set middle_men = subset_of(in_middle, own_number % here.middle_sets[part]) << squares_of_row;
    const point_set other_men = open_gaps(subset_of(here.pieces.other_men, other_number) << squares_of_row, middle_men);
    const point_set men = first_men | middle_men | other_men;
    const auto own_king_number = static_cast<std::uint32_t>(kings_number / here.other_king_sets);
    const auto other_king_number = static_cast<std::uint32_t>(kings_number % here.other_king_sets);
    const point_set own_kings = open_gaps(subset_of(here.pieces.own_kings, own_king_number), men);
    const point_set other_kings = open_gaps(subset_of(here.pieces.other_kings, other_king_number), men | own_kings);
    return {first_men | middle_men | own_kings, other_men | other_kings, own_kings | other_kings};
  }

 private:
  /// The size of the largest listed sets; larger sets are found by their last points.
  static constexpr unsigned max_listed_size = 3;

  void make_layouts(unsigned pieces) {
    m_slice_of.assign(std::size_t{max_pieces + 1} * (max_pieces + 1) * (max_pieces + 1) * (max_pieces + 1), 0);
    position first = 0;
    for (unsigned total = 1; total <= pieces; ++total) {
      // Among slices with equal numbers of pieces, those with fewer men come first, since moves lead to them.
      for (unsigned men = 0; men <= total; ++men) {
        for (unsigned own_men = 0; own_men <= men; ++own_men) {
          for (unsigned own_kings = 0; own_kings <= total - men; ++own_kings) {
            const auto byte = [](unsigned number) { return static_cast<std::uint8_t>(number); };
            m_layouts.push_back(make_layout(
                {byte(own_men), byte(own_kings), byte(men - own_men), byte(total - men - own_kings)}, first));
            first += m_layouts.back().size;
            m_slice_of[material_index(m_layouts.back().pieces)] = static_cast<std::uint16_t>(m_layouts.size() - 1);
          }
        }
      }
    }
    for (layout& one : m_layouts) one.exchanged = slice_with(one.pieces.exchanged());
    m_layouts.shrink_to_fit();
  }
  [[nodiscard]] static layout make_layout(const material& m, position first) {
    layout l;
    l.pieces = m;
    l.first = first;
    l.other_king_sets = binomial(num_squares - m.men() - m.own_kings, m.other_kings);
    l.king_sets = position{binomial(num_squares - m.men(), m.own_kings)} * l.other_king_sets;
    position men = 0;
    for (unsigned on_first_row = 0; on_first_row <= squares_of_row; ++on_first_row) {
      l.part_begins[on_first_row] = men;
      if (on_first_row > m.own_men) continue;
      const unsigned in_middle = m.own_men - on_first_row;
      l.middle_sets[on_first_row] = binomial(middle_squares, in_middle);
      l.other_men_sets[on_first_row] = binomial(middle_squares + squares_of_row - in_middle, m.other_men);
      men += position{binomial(squares_of_row, on_first_row)} * l.middle_sets[on_first_row] *
             l.other_men_sets[on_first_row];
    }
    l.size = men * l.king_sets;
    return l;
  }
  [[nodiscard]] static std::size_t material_index(const material& m) {
    constexpr std::size_t numbers = max_pieces + 1;
    return ((m.own_men * numbers + m.own_kings) * numbers + m.other_men) * numbers + m.other_kings;
  }
  [[nodiscard]] point_set subset_of(unsigned size, std::uint32_t number) const {
    if (size <= max_listed_size) return m_subsets[size][number];
    return subset_of_number(size, number);
  }

  std::vector<layout> m_layouts;                                      ///< by slice
  std::vector<std::uint16_t> m_slice_of;                              ///< by `material_index`
  std::array<std::vector<point_set>, max_listed_size + 1> m_subsets;  ///< [size][number]
};

}  // namespace zermelo::games::draughts_board
