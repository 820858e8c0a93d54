// SPDX-License-Identifier: MIT
// Solves a range of a slice in the placing phase of nine men's morris for outcomes only, row by row, from the outcomes
// of the slices that it leads to (2 bits per position).
//
// A row has the positions with one set of the first player's men, which represents its orbit. Its columns are the
// second player's sets, by number among the remaining points (the *closed* points). Moves lead to these rows:
//
//   the second player places   without a capture: the same row, a column with one man more
//                              with a capture of z: the row of the first player's set without z
//   the first player places    on x: the row of the first player's set with x, with or without a capture
//
// So all moves from a row lead to at most 24 rows, each a range of a few thousand entries. For each of these rows, a
// table has the images of all sets of the lower closed points, and another table those of the higher points. The number
// of a set is the sum of two entries of further tables. A move then needs a few look-ups in the processor's nearest
// caches.
//
//   input   outcomes of slices; those of unused indices are ignored. A row with a symmetric set has unused indices: it
//           is copied with their outcomes filled in, once for each row that leads to it
//   output  outcomes; an unused index has the outcome of its representative
//   time    for each position, its moves up to the first winning one; for each pair of a row and a row to which it
//           leads, 2^(n/2) steps for n closed points there
//   memory  up to 2^13 words of 4 bytes for each row that a row leads to, at most 800 KiB, and copies of rows
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <zermelo/core/game_module.hpp>

#include "nine_slices.hpp"
#include "three_rings.hpp"

namespace zermelo::games {

/// Solves ranges of a slice in the placing phase. Not thread-safe.
class placing_rows {
 public:
  enum class side : std::uint8_t { has_rows, has_columns };  ///< the first player, the second player
  enum class placing : std::uint8_t { earlier, last };       ///< `last`: the second player places the last man

  /// The outcomes of a slice, and its number of columns.
  struct target {
    std::span<const std::uint64_t> words{};
    position stride = 0;
    [[nodiscard]] bool exists() const { return stride > 0; }
  };

  /// @param own, others  numbers of men of the player to move and of the opponent
  /// @param quiet, capture  the slices to which moves without and with a capture lead; empty if no such move is
  ///   possible or each one ends play
  placing_rows(const three_rings& rings, unsigned own, unsigned others, side to_move, placing which, target quiet,
               target capture)
      : m_rings(rings),
        m_to_move(to_move),
        m_placing(which),
        m_row_size(to_move == side::has_rows ? own : others),
        m_column_size(to_move == side::has_rows ? others : own),
        m_num_closed(three_rings::num_points - m_row_size),
        m_low_bits(m_num_closed / 2),
        m_low_mask(first_points(m_low_bits)),
        m_stride(binomial(m_num_closed, m_column_size)),
        m_quiet(quiet),
        m_capture(capture) {
    make_numbers();
  }

  /// Solves the positions first .. last - 1 of the slice. Precondition: `first` is a multiple of
  /// outcome_bits::positions_per_word, and `last` is such a multiple or the size of the slice.
  void solve(position first, position last, outcome_bits& found) {
    code_writer out(first, found);
    while (first < last) {
      const position row = first / m_stride;
      const position begin = first - row * m_stride;
      const position end = std::min(m_stride, begin + (last - first));
      start_row(row);
      if (m_to_move == side::has_rows) {
        solve_columns<side::has_rows>(begin, end, out);
      } else {
        solve_columns<side::has_columns>(begin, end, out);
      }
      first += end - begin;
    }
    out.finish();
  }

 private:
  using code = std::uint64_t;
  static constexpr code win = outcome_bits::code_of(outcome::win);
  static constexpr code loss = outcome_bits::code_of(outcome::loss);
  static constexpr code draw = outcome_bits::code_of(outcome::draw);

  class code_writer {
   public:
    code_writer(position first, outcome_bits& found)
        : m_words(found.words()), m_at(first / outcome_bits::positions_per_word) {}
    void add(code c) {
      m_word |= c << m_shift;
      m_shift += outcome_bits::bits_per_position;
      if (m_shift == bits_of_word) finish();
    }
    void finish() {
      if (m_shift == 0) return;
      m_words[m_at++] = m_word;
      m_word = 0;
      m_shift = 0;
    }

   private:
    static constexpr unsigned bits_of_word = outcome_bits::positions_per_word * outcome_bits::bits_per_position;
    std::span<std::uint64_t> m_words;
    position m_at;
    std::uint64_t m_word = 0;
    unsigned m_shift = 0;
  };

  /// A row to which moves lead, and the images of the current row's closed points in it.
  struct target_row {
    const point_set* images_of_low = nullptr;  ///< images of sets of the lower closed points
    const point_set* images_of_high = nullptr;
    const std::uint64_t* words = nullptr;
    position first = 0;
    std::array<point_set, three_rings::num_points> image_of{};  ///< of a closed point; 0 if not closed there
    std::vector<point_set> images;                              ///< images of low sets, then of high sets
    std::vector<std::uint64_t> filled;                          ///< outcomes of the row, with unused indices filled in
  };

  // Numbers of sets.

  /// The contribution of a set of lower closed points to a number, and the index in m_high where the contributions of
  /// higher points begin for this size of the lower set.
  struct low_share {
    std::uint32_t number = 0;
    std::uint32_t high = 0;
  };
  void make_numbers() {
    // A set in a target row has at most one man more than the columns here, among at most one closed point more.
    const unsigned high_bits = m_num_closed + 1 - m_low_bits;
    const unsigned max_men = m_column_size + 1;
    m_low.resize(std::size_t{1} << m_low_bits);
    for (point_set low = 0; low < m_low.size(); ++low) {
      m_low[low] = {subset_number(low), std::min(num_points_of(low), max_men) << high_bits};
    }
    m_high.resize(std::size_t{max_men + 1} << high_bits);
    for (unsigned below = 0; below <= max_men; ++below) {
      for (point_set high = 0; high < point_set{1} << high_bits; ++high) {
        std::uint32_t number = 0;
        unsigned size = below;
        for_each_point(high, [&](unsigned point) {
          if (++size <= max_men) number += binomial(m_low_bits + point, size);
        });
        m_high[below << high_bits | high] = number;
      }
    }
  }
  [[nodiscard]] std::uint32_t number_of(point_set closed) const {
    const low_share& low = m_low[closed & m_low_mask];
    return low.number + m_high[low.high + (closed >> m_low_bits)];
  }
  [[nodiscard]] code code_at(const target_row& row, point_set closed) const { return code_of(row, number_of(closed)); }
  [[nodiscard]] static code code_of(const target_row& row, position column) {
    const position at = row.first + column;
    constexpr unsigned bits = outcome_bits::bits_per_position;
    constexpr position per_word = outcome_bits::positions_per_word;
    return row.words[at / per_word] >> at % per_word * bits & first_points(bits);
  }
  [[nodiscard]] point_set image_in(const target_row& row, point_set closed) const {
    return row.images_of_low[closed & m_low_mask] | row.images_of_high[closed >> m_low_bits];
  }

  // Rows.

  void start_row(position number) {
    m_rows_men = m_rings.least_of(m_row_size, number).set;
    m_vacant = three_rings::all_points & ~m_rows_men;
    unsigned closed = 0;
    for_each_point(m_vacant, [&](unsigned point) {
      m_closed_of[point] = static_cast<std::uint8_t>(closed);
      m_point_of[closed++] = static_cast<std::uint8_t>(point);
    });
    m_capturing = 0;
    m_captured = 0;
    if (m_placing == placing::last && m_row_size < nine_men::min_men) return;
    if (m_to_move == side::has_rows) {
      start_row_of_first();
    } else {
      start_row_of_second(number);
    }
  }
  void start_row_of_first() {
    const point_set closing = m_column_size > 0 ? three_rings::completed_by(m_rows_men) & m_vacant : 0;
    for_each_point(m_vacant, [&](unsigned to) {
      const bool takes = (closing & one_point(to)) != 0;
      const unsigned closed = m_closed_of[to];
      if (takes) m_capturing |= one_point(closed);
      enter(m_rows[closed], m_rows_men | one_point(to), takes ? m_capture : m_quiet,
            takes ? m_column_size - 1 : m_column_size);
    });
  }
  void start_row_of_second(position number) {
    target_row& same = m_rows[three_rings::num_points];
    if (m_quiet.exists()) {
      same.words = m_quiet.words.data();
      same.first = number * m_quiet.stride;
      fill_uncounted(same, m_rings.least_of(m_row_size, number), m_column_size + 1, m_quiet.stride);
    }
    m_captured = m_row_size > 0 ? three_rings::takeable(m_rows_men) : 0;
    if (!m_capture.exists()) return;
    for_each_point(m_captured, [&](unsigned taken) {
      target_row& row = m_rows[taken];
      enter(row, m_rows_men & ~one_point(taken), m_capture, m_column_size + 1);
    });
  }

  /// Sets `row` to the row of a set of the first player's men, with the images of the current row's closed points.
  void enter(target_row& row, point_set men, const target& to, unsigned column_size) {
    const unsigned size = num_points_of(men);
    const three_rings::orbit_of_set orbit = m_rings.orbit_of(men);
    const three_rings::representative& least = m_rings.least_of(size, orbit.number);
    const std::uint8_t* points = m_rings.point_images(orbit.symmetry);
    for (unsigned closed = 0; closed < m_num_closed; ++closed) {
      const point_set image = one_point(points[m_point_of[closed]]);
      row.image_of[closed] = (least.set & image) != 0 ? 0 : one_point(num_points_of(~least.set & (image - 1)));
    }
    const std::size_t num_low = std::size_t{1} << m_low_bits;
    const std::size_t num_high = std::size_t{1} << (m_num_closed - m_low_bits);
    row.images.resize(num_low + num_high);
    add_images(std::span(row.images).first(num_low), row.image_of.data());
    add_images(std::span(row.images).last(num_high), row.image_of.data() + m_low_bits);
    row.images_of_low = row.images.data();
    row.images_of_high = row.images.data() + num_low;
    assert(to.exists());
    row.words = to.words.data();
    row.first = orbit.number * to.stride;
    fill_uncounted(row, least, column_size, to.stride);
  }
  static void add_images(std::span<point_set> images, const point_set* image_of) {
    images[0] = 0;
    for (std::size_t set = 1; set < images.size(); ++set) {
      images[set] = images[set & (set - 1)] | image_of[std::countr_zero(set)];
    }
  }
  /// Fills in the unused columns of a row with a symmetric set: of columns that symmetries map to each other, only the
  /// least is stored.
  void fill_uncounted(target_row& row, const three_rings::representative& least, unsigned column_size,
                      position stride) {
    if (least.fixing == three_rings::identity_only) return;
    outcome_bits filled(stride);
    point_set closed = first_points(column_size);
    for (position column = 0; column < stride; ++column, closed = three_rings::next_of_its_size(closed)) {
      const point_set men = m_rings.least_image(m_rings.open_gaps_by_bytes(closed, least.set), least.fixing);
      const position at = m_rings.number_among_rest(men, least.set);
      filled.set(column, outcome_bits::of_code(code_of(row, at)));
    }
    row.filled.assign(filled.words().begin(), filled.words().end());
    row.words = row.filled.data();
    row.first = 0;
  }

  // Columns.

  template <side ToMove>
  void solve_columns(position begin, position end, code_writer& out) {
    point_set columns_men = subset_of_number(m_column_size, static_cast<std::uint32_t>(begin));
    for (position column = begin; column < end; ++column) {
      if constexpr (ToMove == side::has_rows) {
        out.add(code_of_first(columns_men));
      } else {
        out.add(code_of_second(columns_men));
      }
      columns_men = three_rings::next_of_its_size(columns_men);
    }
  }
  [[nodiscard]] static unsigned first_of(point_set points) { return static_cast<unsigned>(std::countr_zero(points)); }
  [[nodiscard]] point_set open(point_set closed) const { return m_rings.open_gaps_by_bytes(closed, m_rows_men); }

  [[nodiscard]] code code_of_first(point_set closed) const {
    const point_set vacant = first_points(m_num_closed) & ~closed;
    unsigned seen = 0;  // set of outcome codes, a bit each
    if (const point_set capturing = m_capturing & vacant; capturing != 0) {
      const point_set taken = three_rings::takeable(open(closed));
      for (point_set to = capturing; to != 0; to &= to - 1) {
        const target_row& row = m_rows[first_of(to)];
        const point_set image = image_in(row, closed);
        for (point_set left = taken; left != 0; left &= left - 1) {
          const unsigned man = m_closed_of[first_of(left)];
          seen |= 1U << code_at(row, image & ~row.image_of[man]);
        }
        if ((seen & 1U << loss) != 0) return win;
      }
    }
    for (point_set to = vacant & ~m_capturing; to != 0; to &= to - 1) {
      const target_row& row = m_rows[first_of(to)];
      seen |= 1U << code_at(row, image_in(row, closed));
      if ((seen & 1U << loss) != 0) return win;
    }
    return (seen & 1U << draw) != 0 ? draw : loss;
  }

  [[nodiscard]] code code_of_second(point_set closed) const {
    const bool is_last = m_placing == placing::last;
    if (is_last && m_row_size < nine_men::min_men) return win;
    const point_set closing = m_captured != 0 ? three_rings::completed_by(open(closed)) & m_vacant : 0;
    point_set vacant = first_points(m_num_closed) & ~closed;
    unsigned seen = 0;
    for (point_set left = closing; left != 0; left &= left - 1) {
      const unsigned to = m_closed_of[first_of(left)];
      if ((vacant & one_point(to)) == 0) continue;
      if (is_last && m_row_size == nine_men::min_men) return win;
      vacant &= ~one_point(to);
      for (point_set men = m_captured; men != 0; men &= men - 1) {
        const target_row& row = m_rows[first_of(men)];
        seen |= 1U << code_at(row, image_in(row, closed) | row.image_of[to]);
      }
      if ((seen & 1U << loss) != 0) return win;
    }
    if (is_last && m_column_size + 1 < nine_men::min_men) return loss;
    const target_row& same = m_rows[three_rings::num_points];
    for (; vacant != 0; vacant &= vacant - 1) {
      seen |= 1U << code_at(same, closed | (vacant & (~vacant + 1)));
      if ((seen & 1U << loss) != 0) return win;
    }
    return (seen & 1U << draw) != 0 ? draw : loss;
  }

  const three_rings& m_rings;
  side m_to_move;
  placing m_placing;
  unsigned m_row_size;
  unsigned m_column_size;
  unsigned m_num_closed;
  unsigned m_low_bits;
  point_set m_low_mask;
  position m_stride;
  target m_quiet;
  target m_capture;
  std::vector<low_share> m_low;
  std::vector<std::uint32_t> m_high;

  // State of the current row.
  point_set m_rows_men = 0;
  point_set m_vacant = 0;
  point_set m_capturing = 0;  ///< closed points where the first player closes a mill
  point_set m_captured = 0;   ///< men of the first player that the second player may capture
  std::array<std::uint8_t, three_rings::num_points> m_closed_of{};  ///< by vacant point
  std::array<std::uint8_t, three_rings::num_points> m_point_of{};   ///< by closed point
  /// If the first player places: by closed point. If the second places: by captured man, and last the row itself.
  std::array<target_row, three_rings::num_points + 1> m_rows;
};

}  // namespace zermelo::games
