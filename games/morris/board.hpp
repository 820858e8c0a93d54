// SPDX-License-Identifier: MIT
// The boards of men's morris: their points, neighbours, mills and symmetries. See morris.hpp for the order of points.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <stdexcept>
#include <string_view>
#include <utility>
#include <vector>

#include <zermelo/core/game_module.hpp>

#include "text.hpp"
#include "variant.hpp"

namespace zermelo::games::men_morris {

inline constexpr unsigned ring_size = 8;

/// The symmetries of a board of rings: rotations, their mirror images, and all of these turned inside out. The first is
/// the identity.
[[nodiscard]] inline std::vector<point_symmetries::permutation> symmetries_of_rings(unsigned num_rings) {
  constexpr unsigned quarter = ring_size / 4;
  std::vector<point_symmetries::permutation> group;
  for (const bool is_inside_out : {false, true}) {
    for (const bool is_reflected : {false, true}) {
      for (unsigned turned = 0; turned < ring_size; turned += quarter) {
        point_symmetries::permutation to;
        for (unsigned point = 0; point < num_rings * ring_size; ++point) {
          const unsigned ring = point / ring_size;
          const unsigned along = is_reflected ? ring_size - point % ring_size : point % ring_size;
          to.push_back(static_cast<std::uint8_t>((is_inside_out ? num_rings - 1 - ring : ring) * ring_size +
                                                 (along + turned) % ring_size));
        }
        group.push_back(std::move(to));
      }
    }
  }
  return group;
}

/// A board of men's morris. Immutable, and therefore thread-safe.
class board {
 public:
  static constexpr unsigned side = 3;  ///< side of the board `three`
  static constexpr point_set centre = one_point(side * side / 2);

  explicit board(const variant& rules)
      : m_rules(rules),
        m_symmetries(has_rings() ? symmetries_of_rings(rings_of(rules.board)) : symmetries_of_square(side)) {
    if (has_rings()) {
      add_rings();
    } else {
      add_square();
    }
    for (unsigned point = 0; point < num_points(); ++point) {
      for (const point_set mill : m_mills) {
        if ((mill & one_point(point)) != 0) m_mills_through[point].push_back(mill);
      }
    }
  }

  [[nodiscard]] bool has_rings() const { return m_rules.board != boards::three; }
  [[nodiscard]] unsigned num_points() const { return points_of(m_rules.board); }
  [[nodiscard]] unsigned row_length() const { return has_rings() ? ring_size : side; }
  [[nodiscard]] unsigned num_rows() const { return num_points() / row_length(); }
  [[nodiscard]] point_set all_points() const { return first_points(num_points()); }
  [[nodiscard]] const point_symmetries& symmetries() const { return m_symmetries; }
  [[nodiscard]] point_set neighbours(unsigned point) const { return m_neighbours[point]; }
  [[nodiscard]] bool has_mill(point_set men) const {
    return std::any_of(m_mills.begin(), m_mills.end(), [men](point_set mill) { return (men & mill) == mill; });
  }
  [[nodiscard]] bool is_in_mill(point_set men, unsigned point) const {
    const auto& through = m_mills_through[point];
    return std::any_of(through.begin(), through.end(), [men](point_set mill) { return (men & mill) == mill; });
  }
  /// The men that may be taken: all men outside mills, or all men if each is in a mill.
  [[nodiscard]] point_set takeable(point_set men) const {
    point_set free = men;
    for (const point_set mill : m_mills) {
      if ((men & mill) == mill) free &= ~mill;
    }
    return free != 0 ? free : men;
  }
  /// The board as text. The letters from a on represent the points in their order.
  [[nodiscard]] std::string_view picture() const {
    switch (m_rules.board) {
      case boards::three:
        if (m_rules.moves == moves::diagonal) return "a-b-c\n|\\|/|\nd-e-f\n|/|\\|\ng-h-i";
        return "a-b-c\n| | |\nd-e-f\n| | |\ng-h-i";
      case boards::two_rings:
        return "a-----b-----c\n"
               "|     |     |\n"
               "|  i--j--k  |\n"
               "|  |     |  |\n"
               "h--p     l--d\n"
               "|  |     |  |\n"
               "|  o--n--m  |\n"
               "|     |     |\n"
               "g-----f-----e";
      case boards::nine: return three_rings_picture;
    }
    throw std::logic_error("board out of range");
  }

 private:
  static constexpr unsigned max_points = 24;

  [[nodiscard]] static unsigned rings_of(boards board) { return board == boards::nine ? 3 : 2; }
  [[nodiscard]] static unsigned points_of(boards board) {
    return board == boards::three ? side * side : rings_of(board) * ring_size;
  }

  void join(unsigned a, unsigned b) {
    m_neighbours[a] |= one_point(b);
    m_neighbours[b] |= one_point(a);
  }
  void add_mill(unsigned a, unsigned b, unsigned c) { m_mills.push_back(one_point(a) | one_point(b) | one_point(c)); }
  /// Adds three points in a row as a mill and as a line of moves.
  void add_line(unsigned a, unsigned b, unsigned c) {
    join(a, b);
    join(b, c);
    add_mill(a, b, c);
  }
  void add_square() {
    for (unsigned i = 0; i < side; ++i) {
      add_line(side * i, side * i + 1, side * i + 2);
      add_line(i, side + i, 2 * side + i);
    }
    constexpr unsigned middle = side * side / 2;
    for (const unsigned corner : {0U, side - 1}) {
      const unsigned opposite = side * side - 1 - corner;
      if (m_rules.mills == mills::all) add_mill(corner, middle, opposite);
      if (m_rules.moves == moves::diagonal) {
        join(corner, middle);
        join(middle, opposite);
      }
    }
  }
  void add_rings() {
    const unsigned rings = rings_of(m_rules.board);
    for (unsigned ring = 0; ring < rings; ++ring) {
      for (unsigned corner = 0; corner < ring_size; corner += 2) {
        const unsigned first = ring * ring_size;
        add_line(first + corner, first + corner + 1, first + (corner + 2) % ring_size);
        if (ring + 1 < rings) join(first + corner + 1, first + ring_size + corner + 1);
      }
    }
    if (m_rules.board != boards::nine) return;  // the spokes of two rings have two points
    for (unsigned middle = 1; middle < ring_size; middle += 2) {
      add_mill(middle, ring_size + middle, 2 * ring_size + middle);
    }
  }

  variant m_rules;
  point_symmetries m_symmetries;
  std::vector<point_set> m_mills;
  std::array<std::vector<point_set>, max_points> m_mills_through;  ///< by point
  std::array<point_set, max_points> m_neighbours{};                ///< by point
};

}  // namespace zermelo::games::men_morris
