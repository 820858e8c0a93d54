// SPDX-License-Identifier: MIT
// The ranking of nine men's morris. A number in a slice consists of a row and a column. A row is the orbit of a set of
// w men under the board's 16 symmetries; rows ascend by their least image. A column is the number of the other side's
// set of b men among the 24 - w points outside the least image. After the placing, rows are sets of the player to move.
// Before, they are sets of the first player, whichever player is to move, so that the moves from a row lead to few
// rows. Columns that a symmetry of the row's least image maps to each other are the same position: the least of them
// represents it, and the others are unused indices.
#pragma once

#include <cstdint>

#include <zermelo/core/game_module.hpp>

#include "nine_slices.hpp"
#include "three_rings.hpp"

namespace zermelo::games::nine_men {

/// The ranking of positions. Immutable, and therefore thread-safe.
class numbering : public three_rings {
 public:
  /// @param men  number of men of each side, from `min_men` to `max_men`
  explicit numbering(unsigned men) : three_rings(men), m_boxes(*this, men) {}

  [[nodiscard]] const slice_boxes& boxes() const { return m_boxes; }
  [[nodiscard]] position num_positions() const { return m_boxes.num_positions(); }
  /// The number of an image whose set of the rows is least.
  [[nodiscard]] position rank(const placement& s) const {
    const row_image in_row = image_in_row(s);
    return in_row.first + number_among_rest(in_row.columns, in_row.least.set);
  }
  [[nodiscard]] placement unrank(position number) const {
    const slice_box& box = m_boxes.box_of(number);
    number -= box.first;
    const point_set rows = least_of(box.row_size(), number / box.stride).set;
    const point_set closed = subset_of_number(box.column_size(), static_cast<std::uint32_t>(number % box.stride));
    return placement_of(rows, open_gaps_by_bytes(closed, rows), box.hand);
  }
  /// Calls f(placement) for each number from `first` to `last` - 1.
  template <class Callback>
  void for_each_state(position first, position last, Callback&& f) const {
    if (first == last) return;
    const slice_box* box = nullptr;
    position rest = 0;  // remaining numbers with this set of the rows
    point_set rows = 0;
    point_set closed = 0;
    for (position number = first; number != last; ++number) {
      if (rest == 0) {
        box = &m_boxes.box_of(number);
        const position within = number - box->first;
        rows = least_of(box->row_size(), within / box->stride).set;
        const auto at = static_cast<std::uint32_t>(within % box->stride);
        closed = subset_of_number(box->column_size(), at);
        rest = box->stride - at;
      }
      f(placement_of(rows, open_gaps_by_bytes(closed, rows), box->hand));
      closed = next_of_its_size(closed);
      --rest;
    }
  }
  /// The image with the least set of the rows and, among these images, the least set of the columns.
  [[nodiscard]] placement canonical(const placement& s) const {
    const row_image in_row = image_in_row(s);
    return placement_of(in_row.least.set, least_image(in_row.columns, in_row.least.fixing), s.hand);
  }
  /// Whether a number is the number of a representative.
  [[nodiscard]] bool is_canonical_index(position number) const {
    const slice_box& box = m_boxes.box_of(number);
    const position within = number - box.first;
    const representative& least = least_of(box.row_size(), within / box.stride);
    if (least.fixing == identity_only) return true;
    const point_set closed = subset_of_number(box.column_size(), static_cast<std::uint32_t>(within % box.stride));
    const point_set columns = open_gaps_by_bytes(closed, least.set);
    return least_image(columns, least.fixing) == columns;
  }
  /// The number of different images of a placement, including itself.
  [[nodiscard]] std::uint64_t orbit_size(const placement& s) const { return num_symmetries(s) / num_fixing(s); }
  [[nodiscard]] std::uint64_t num_symmetries(const placement&) const { return three_rings::num_symmetries; }
  /// The number of symmetries that leave a placement as it is.
  [[nodiscard]] std::uint64_t num_fixing(const placement& s) const {
    const row_image in_row = image_in_row(s);
    return num_fixing(in_row.columns, in_row.least.fixing);
  }
  using three_rings::num_fixing;
  /// The representative of a placement.
  struct numbered {
    position number = 0;
    std::uint64_t fixing = 1;  ///< the number of symmetries that leave the representative as it is
  };
  [[nodiscard]] numbered numbered_representative(const placement& s) const {
    const row_image in_row = image_in_row(s);
    return {in_row.first + number_among_rest(least_image(in_row.columns, in_row.least.fixing), in_row.least.set),
            num_fixing(in_row.columns, in_row.least.fixing)};
  }

 private:
  /// An image of a placement whose set of the rows is least.
  struct row_image {
    position first = 0;           ///< the first number of the row
    const representative& least;  ///< the set of the rows
    point_set columns = 0;
  };
  [[nodiscard]] row_image image_in_row(const placement& s) const {
    const point_set rows = rows_of(s);
    const orbit_of_set orbit = orbit_of(rows);
    const slice_box& box = m_boxes.box_of(s);
    return {box.first + orbit.number * box.stride, least_of(num_points_of(rows), orbit.number),
            image(orbit.symmetry, columns_of(s))};
  }

  slice_boxes m_boxes;
};

/// The row of positions after the placing with a given set of men of the player to move.
struct target_row {
  /// @param own, others  the men of the player to move, and of the opponent
  target_row(const numbering& numbers, point_set own, point_set others) {
    const three_rings::orbit_of_set orbit = numbers.orbit_of(own);
    const unsigned size = num_points_of(own);
    least = numbers.least_of(size, orbit.number);
    const slice_box& box = numbers.boxes().box_after_placing(size, num_points_of(others));
    first = box.first + orbit.number * box.stride;
    points = numbers.point_images(orbit.symmetry);
    image = numbers.image(orbit.symmetry, others);
  }
  /// The number of the representative after the opponent has moved a man.
  [[nodiscard]] position number(const numbering& numbers, unsigned from, unsigned to) const {
    const point_set moved = image ^ one_point(points[from]) ^ one_point(points[to]);
    return first + numbers.number_among_rest(numbers.least_image(moved, least.fixing), least.set);
  }
  position first = 0;  ///< number of the row's first position
  three_rings::representative least;
  point_set image = 0;                   ///< image of `others` under the symmetry that minimizes `own`
  const std::uint8_t* points = nullptr;  ///< images of points under that symmetry
};

}  // namespace zermelo::games::nine_men
