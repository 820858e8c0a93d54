// SPDX-License-Identifier: MIT
// The board of nine men's morris, three rings of eight points: its mills, neighbours and symmetries, and numbers for
// sets of points and for their orbits.
//
// Points       point 8 r + p for ring r (0 is the outermost) and p = 0 .. 7, clockwise from the top left corner.
// Symmetries   the four rotations, their mirror images, and all of these turned inside out; the identity is number 0.
// Orbits       the orbits of sets of one size, in ascending order of their least image, which represents them.
// Memory       4 bytes for each set and 8 bytes for each orbit: about 11 MiB for sets of up to 9 points. The other
//              tables take 360 KiB.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include <zermelo/core/game_module.hpp>

#include "board.hpp"

namespace zermelo::games {

/// The board of three rings. Immutable, and therefore thread-safe.
class three_rings {
 public:
  static constexpr unsigned max_size = 9;  ///< maximum size of sets with orbits
  static constexpr unsigned num_rings = 3;
  static constexpr unsigned ring_size = men_morris::ring_size;
  static constexpr unsigned num_points = num_rings * ring_size;
  static constexpr unsigned num_symmetries = 16;
  static constexpr point_set all_points = first_points(num_points);
  static constexpr point_set corners = 0x555555;
  static constexpr point_set middles = 0xaaaaaa;
  static constexpr std::uint16_t identity_only = 1;  ///< as a bit mask of symmetries

  /// The representative of an orbit, and the symmetries that leave it unchanged, as a bit mask.
  struct representative {
    point_set set = 0;
    std::uint16_t fixing = 0;
  };
  struct orbit_of_set {
    std::uint32_t number = 0;
    unsigned symmetry = 0;  ///< maps the set to the least image
  };

  /// @param largest_size  maximum size of the sets for which orbits are computed, at most max_size
  explicit three_rings(unsigned largest_size) {
    make_bytes();
    make_symmetries();
    make_subset_numbers();
    for (unsigned size = 0; size <= largest_size; ++size) make_orbits(size);
  }

  [[nodiscard]] std::uint64_t bytes_of_orbits() const {
    std::uint64_t bytes = 0;
    for (const orbit_table& table : m_orbits) {
      bytes += table.of_set.size() * sizeof(std::uint32_t) + table.least.size() * sizeof(representative);
    }
    return bytes;
  }

  // Operations on sets of points, on all three rings together.

  /// Moves every man one point clockwise.
  [[nodiscard]] static constexpr point_set clockwise(point_set s) {
    return (s & 0x7f7f7f) << 1 | (s & 0x808080) >> (ring_size - 1);
  }
  [[nodiscard]] static constexpr point_set anticlockwise(point_set s) {
    return (s & 0xfefefe) >> 1 | (s & 0x010101) << (ring_size - 1);
  }
  [[nodiscard]] static constexpr point_set one_ring_in(point_set s) { return s << ring_size & all_points; }
  [[nodiscard]] static constexpr point_set one_ring_out(point_set s) { return s >> ring_size; }
  /// The points on a spoke whose other two points are in the set.
  [[nodiscard]] static constexpr point_set spokes_with_two(point_set s) {
    const point_set in = (s << ring_size | s >> 2 * ring_size) & all_points;
    const point_set out = (s >> ring_size | s << 2 * ring_size) & all_points;
    return in & out & middles;
  }
  [[nodiscard]] static constexpr point_set sides_around(point_set s) {
    return clockwise(s) & anticlockwise(s) & middles;
  }
  [[nodiscard]] static constexpr point_set side_ahead(point_set s) {
    const point_set next = anticlockwise(s);
    return next & anticlockwise(next) & corners;
  }
  [[nodiscard]] static constexpr point_set side_behind(point_set s) {
    const point_set last = clockwise(s);
    return last & clockwise(last) & corners;
  }
  /// The points that form a mill with two points of the set.
  [[nodiscard]] static constexpr point_set completed_by(point_set s) {
    return spokes_with_two(s) | sides_around(s) | side_ahead(s) | side_behind(s);
  }
  [[nodiscard]] static constexpr point_set men_in_mills(point_set s) { return s & completed_by(s); }
  [[nodiscard]] static constexpr point_set takeable(point_set men) {
    const point_set free = men & ~men_in_mills(men);
    return free != 0 ? free : men;
  }
  [[nodiscard]] static constexpr point_set neighbours(point_set s) {
    const point_set on_spokes = s & middles;
    return clockwise(s) | anticlockwise(s) | one_ring_in(on_spokes) | one_ring_out(on_spokes);
  }

  // Slides, which are moves to vacant neighbours, and captures.

  /// The targets of slides that close a mill. The man slides along one of the target's two lines, so it can close a
  /// mill only on the other line.
  [[nodiscard]] static constexpr point_set closing_slides(point_set own, point_set vacant) {
    const point_set by_spoke = spokes_with_two(own);
    const point_set men_on_spokes = own & middles;
    const point_set along =
        (clockwise(own) & (side_ahead(own) | by_spoke)) | (anticlockwise(own) & (side_behind(own) | by_spoke));
    const point_set across = (one_ring_in(men_on_spokes) | one_ring_out(men_on_spokes)) & sides_around(own);
    return (along | across) & vacant;
  }
  /// The number of slides of these men.
  [[nodiscard]] static position num_slides(point_set own, point_set vacant) {
    const point_set on_spokes = own & middles;
    return num_points_of(clockwise(own) & vacant) + num_points_of(anticlockwise(own) & vacant) +
           num_points_of(one_ring_in(on_spokes) & vacant) + num_points_of(one_ring_out(on_spokes) & vacant);
  }
  /// The number of slides that close a mill; several may have the same target.
  [[nodiscard]] static position num_closing_slides(point_set own, point_set vacant) {
    const point_set by_spoke = spokes_with_two(own);
    const point_set by_side = sides_around(own) & vacant;
    const point_set on_spokes = own & middles;
    return num_points_of(clockwise(own) & (side_ahead(own) | by_spoke) & vacant) +
           num_points_of(anticlockwise(own) & (side_behind(own) | by_spoke) & vacant) +
           num_points_of(one_ring_in(on_spokes) & by_side) + num_points_of(one_ring_out(on_spokes) & by_side);
  }
  /// The vacant points from which another man of this side may have been captured.
  [[nodiscard]] static point_set returnable(point_set men, point_set vacant) {
    const point_set in_mills = vacant & completed_by(men);
    const point_set outside = vacant & ~in_mills;
    // A man in a mill may be captured only if all men are in mills.
    point_set found = outside;
    for_each_point(in_mills, [&](unsigned man) {
      const point_set all = men | one_point(man);
      if (men_in_mills(all) == all) found |= one_point(man);
    });
    return found;
  }
  /// The number of moves of flying men that do not close a mill.
  [[nodiscard]] static position num_quiet_flights(point_set own, point_set vacant) {
    position count = 0;
    for_each_point(own, [&](unsigned from) { count += num_points_of(vacant & ~completed_by(own & ~one_point(from))); });
    return count;
  }

  // Numbers of sets.

  /// Computes `close_gaps` with a look-up for each ring; the following function computes `open_gaps`.
  [[nodiscard]] point_set close_gaps_by_bytes(point_set points, point_set gaps) const {
    const point_set g0 = gaps & byte_mask;
    const point_set g1 = gaps >> ring_size & byte_mask;
    const point_set g2 = gaps >> 2 * ring_size;
    const unsigned v0 = m_num_vacant[g0];
    const unsigned v1 = v0 + m_num_vacant[g1];
    return m_closed[g0 << ring_size | (points & byte_mask)] |
           point_set{m_closed[g1 << ring_size | (points >> ring_size & byte_mask)]} << v0 |
           point_set{m_closed[g2 << ring_size | points >> 2 * ring_size]} << v1;
  }
  [[nodiscard]] point_set open_gaps_by_bytes(point_set points, point_set gaps) const {
    const point_set g0 = gaps & byte_mask;
    const point_set g1 = gaps >> ring_size & byte_mask;
    const point_set g2 = gaps >> 2 * ring_size;
    const unsigned v0 = m_num_vacant[g0];
    const unsigned v1 = v0 + m_num_vacant[g1];
    return m_opened[g0 << ring_size | (points & first_points(v0))] |
           point_set{m_opened[g1 << ring_size | (points >> v0 & first_points(v1 - v0))]} << ring_size |
           point_set{m_opened[g2 << ring_size | (points >> v1 & byte_mask)]} << 2 * ring_size;
  }
  [[nodiscard]] std::uint32_t number_of_set(point_set points) const {
    const point_set low = points & half_mask;
    return m_low_number[low] + m_high_number[m_low_size[low]][points >> half_size];
  }
  [[nodiscard]] std::uint32_t number_among_rest(point_set points, point_set gaps) const {
    return number_of_set(close_gaps_by_bytes(points, gaps));
  }
  /// Returns the next set of the same size; after the last one, a set with points beyond the board.
  [[nodiscard]] static constexpr point_set next_of_its_size(point_set points) {
    const point_set lowest = points & (~points + 1);
    const point_set carried = points + lowest;
    // For the empty set, the modulus avoids a shift by 32, which is undefined.
    return carried | ((carried ^ points) >> 2) >> (static_cast<unsigned>(std::countr_zero(points)) % max_points);
  }
  [[nodiscard]] orbit_of_set orbit_of(point_set men) const {
    const std::uint32_t entry = m_orbits[num_points_of(men)].of_set[number_of_set(men)];
    return {entry / num_symmetries, entry % num_symmetries};
  }
  [[nodiscard]] std::uint32_t num_orbits(unsigned size) const {
    return static_cast<std::uint32_t>(m_orbits[size].least.size());
  }
  [[nodiscard]] const representative& least_of(unsigned size, position orbit) const {
    return m_orbits[size].least[orbit];
  }
  /// The images of the points under a symmetry, indexed by point.
  [[nodiscard]] const std::uint8_t* point_images(unsigned symmetry) const { return m_point_images[symmetry].data(); }
  [[nodiscard]] point_set image(unsigned symmetry, point_set points) const {
    const auto& of = m_images[symmetry];
    return of[0][points & byte_mask] | of[1][points >> ring_size & byte_mask] | of[2][points >> 2 * ring_size];
  }
  /// The least image under the given symmetries (a bit mask), which include the identity.
  [[nodiscard]] point_set least_image(point_set points, std::uint16_t symmetries) const {
    point_set least = points;
    for (unsigned left = symmetries & ~1U; left != 0; left &= left - 1) {
      least = std::min(least, image(static_cast<unsigned>(std::countr_zero(left)), points));
    }
    return least;
  }

  /// The number of the given symmetries (a bit mask), which include the identity, that leave a set as it is.
  [[nodiscard]] unsigned num_fixing(point_set points, std::uint16_t symmetries) const {
    unsigned fixing = 1;
    for (unsigned left = symmetries & ~1U; left != 0; left &= left - 1) {
      if (image(static_cast<unsigned>(std::countr_zero(left)), points) == points) ++fixing;
    }
    return fixing;
  }

 private:
  static constexpr point_set byte_mask = first_points(ring_size);
  static constexpr std::size_t num_bytes = std::size_t{1} << ring_size;
  static constexpr unsigned half_size = num_points / 2;
  static constexpr std::size_t num_halves = std::size_t{1} << half_size;
  static constexpr point_set half_mask = first_points(half_size);

  struct orbit_table {
    std::vector<std::uint32_t> of_set;  ///< by number of the set: 16 * orbit + symmetry to the least image
    std::vector<representative> least;  ///< by number of the orbit
  };

  void make_bytes() {
    m_closed.resize(num_bytes * num_bytes);
    m_opened.resize(num_bytes * num_bytes);
    for (point_set gaps = 0; gaps < num_bytes; ++gaps) {
      m_num_vacant[gaps] = static_cast<std::uint8_t>(ring_size - num_points_of(gaps));
      for (point_set points = 0; points < num_bytes; ++points) {
        m_closed[gaps << ring_size | points] = static_cast<std::uint8_t>(close_gaps(points & ~gaps, gaps));
        m_opened[gaps << ring_size | points] = static_cast<std::uint8_t>(open_gaps(points, gaps) & byte_mask);
      }
    }
  }
  void make_symmetries() {
    const std::vector<point_symmetries::permutation> group = men_morris::symmetries_of_rings(num_rings);
    for (unsigned g = 0; g < num_symmetries; ++g) {
      std::copy(group[g].begin(), group[g].end(), m_point_images[g].begin());
      for (unsigned ring = 0; ring < num_rings; ++ring) {
        for (point_set points = 0; points < num_bytes; ++points) {
          for_each_point(points, [&](unsigned point) {
            m_images[g][ring][points] |= one_point(m_point_images[g][ring * ring_size + point]);
          });
        }
      }
    }
  }
  void make_subset_numbers() {
    m_low_number.resize(num_halves);
    m_low_size.resize(num_halves);
    for (auto& of_low : m_high_number) of_low.resize(num_halves);
    for (point_set half = 0; half < num_halves; ++half) {
      m_low_number[half] = subset_number(half);
      m_low_size[half] = static_cast<std::uint8_t>(num_points_of(half));
      for (unsigned low = 0; low <= max_size; ++low) {
        std::uint32_t number = 0;
        unsigned size = low;
        for_each_point(half, [&](unsigned point) {
          if (++size <= max_size) number += binomial(half_size + point, size);
        });
        m_high_number[low][half] = number;
      }
    }
  }
  void make_orbits(unsigned size) {
    orbit_table& table = m_orbits[size];
    constexpr std::uint32_t unknown = std::numeric_limits<std::uint32_t>::max();
    const std::uint32_t num_sets = binomial(num_points, size);
    table.of_set.assign(num_sets, unknown);
    point_set set = first_points(size);
    for (std::uint32_t number = 0; number < num_sets; ++number, set = next_of_its_size(set)) {
      if (table.of_set[number] != unknown) continue;
      representative least{set, 0};
      const auto orbit = static_cast<std::uint32_t>(table.least.size());
      for (unsigned g = 0; g < num_symmetries; ++g) {
        const point_set mapped = image(g, set);
        if (mapped == set) least.fixing = static_cast<std::uint16_t>(least.fixing | 1U << g);
        std::uint32_t& entry = table.of_set[number_of_set(mapped)];
        if (entry == unknown) entry = orbit * num_symmetries + inverse_of(g);
      }
      table.least.push_back(least);
    }
  }
  [[nodiscard]] unsigned inverse_of(unsigned symmetry) const {
    for (unsigned g = 0;; ++g) {
      bool is_inverse = true;
      for (unsigned point = 0; point < num_points; ++point) {
        is_inverse &= m_point_images[g][m_point_images[symmetry][point]] == point;
      }
      if (is_inverse) return g;
    }
  }

  std::array<std::array<std::uint8_t, num_points>, num_symmetries> m_point_images{};
  std::array<std::array<std::array<point_set, num_bytes>, num_rings>, num_symmetries> m_images{};
  std::array<std::uint8_t, num_bytes> m_num_vacant{};
  std::vector<std::uint8_t> m_closed;  ///< by gaps and by points of a ring
  std::vector<std::uint8_t> m_opened;
  std::vector<std::uint32_t> m_low_number;
  std::vector<std::uint8_t> m_low_size;
  std::array<std::vector<std::uint32_t>, max_size + 1> m_high_number;  ///< by the size of the lower half
  std::array<orbit_table, max_size + 1> m_orbits;                      ///< by the size of the sets
};

}  // namespace zermelo::games
