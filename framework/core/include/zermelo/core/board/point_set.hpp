// SPDX-License-Identifier: MIT
// Sets of a board's points as bits, numbers for all sets of one size, and the symmetries of a board. Games with
// identical pieces on few points use them to rank positions and to reduce them by symmetry.
//
//   subset_number      the sets of k points, numbered from 0 in the order of their bits (combinatorial number system)
//   close_gaps         a set of free points, renumbered without the occupied points, for a second kind of piece
//   point_symmetries   the images of a set under a board's symmetries, with one table look-up per six points
//   subset_orbits      the sets of k points up to symmetry: the representative of each set, and the symmetry to it
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace zermelo {

/// A set of points of a board: bit i is point i.
using point_set = std::uint32_t;
/// A set of symmetries of a board: bit g is symmetry g.
using symmetry_set = std::uint32_t;
inline constexpr unsigned max_points = 32;

[[nodiscard]] constexpr point_set one_point(unsigned point) noexcept { return point_set{1} << point; }
/// The points 0 .. count - 1.
[[nodiscard]] constexpr point_set first_points(unsigned count) noexcept {
  return count >= max_points ? ~point_set{0} : one_point(count) - 1;
}
[[nodiscard]] constexpr unsigned num_points_of(point_set points) noexcept {
  return static_cast<unsigned>(std::popcount(points));
}
/// Calls f(point) for each point, ascending.
template <class Function>
constexpr void for_each_point(point_set points, const Function& f) {
  for (; points != 0; points &= points - 1) f(static_cast<unsigned>(std::countr_zero(points)));
}

namespace detail {

/// Pascal's triangle as [k][n], so that the numbers for sets of one size are adjacent.
inline constexpr auto binomials = [] {
  std::array<std::array<std::uint32_t, max_points + 1>, max_points + 1> columns{};
  for (std::size_t n = 0; n <= max_points; ++n) {
    columns[0][n] = 1;
    for (std::size_t k = 1; k <= n; ++k) columns[k][n] = columns[k - 1][n - 1] + columns[k][n - 1];
  }
  return columns;
}();

}  // namespace detail

/// The binomial coefficient n over k, for n and k up to 32; 0 if k is greater than n.
[[nodiscard]] constexpr std::uint32_t binomial(unsigned n, unsigned k) { return detail::binomials[k][n]; }

/// The number of a set among all sets of its size, in the order of their bits: 0 .. binomial(n, size) - 1 for sets of
/// the first n points.
[[nodiscard]] constexpr std::uint32_t subset_number(point_set points) {
  std::uint32_t number = 0;
  unsigned size = 0;
  for_each_point(points, [&](unsigned point) { number += binomial(point, ++size); });
  return number;
}
/// The set of `size` points with this number. Precondition: number < binomial(max_points, size).
[[nodiscard]] constexpr point_set subset_of_number(unsigned size, std::uint32_t number) {
  point_set points = 0;
  unsigned point = max_points;
  for (unsigned left = size; left > 0; --left) {
    do --point;
    while (binomial(point, left) > number);
    number -= binomial(point, left);
    points |= one_point(point);
  }
  return points;
}
/// All sets of `size` points among the first `num_points` points, in the order of their numbers.
[[nodiscard]] std::vector<point_set> subsets(unsigned num_points, unsigned size);

/// The set `points` after all points except `gaps` are renumbered, in order. Precondition: the two sets are disjoint.
[[nodiscard]] constexpr point_set close_gaps(point_set points, point_set gaps) {
  while (gaps != 0) {
    const point_set lowest = gaps & (~gaps + 1);
    const point_set below = lowest - 1;
    points = (points & below) | (points >> 1 & ~below);
    gaps = (gaps ^ lowest) >> 1;
  }
  return points;
}
/// The number of `close_gaps(points, gaps)`.
[[nodiscard]] constexpr std::uint32_t subset_number(point_set points, point_set gaps) {
  std::uint32_t number = 0;
  unsigned size = 0;
  for_each_point(
      points, [&](unsigned point) { number += binomial(point - num_points_of(gaps & first_points(point)), ++size); });
  return number;
}
/// The inverse of `close_gaps`.
[[nodiscard]] constexpr point_set open_gaps(point_set points, point_set gaps) {
  for (; gaps != 0; gaps &= gaps - 1) {
    const point_set below = (gaps & (~gaps + 1)) - 1;
    points = (points & below) | (points & ~below) << 1;
  }
  return points;
}

/// The symmetries of a board. Memory: 1.5 KiB per symmetry.
class point_symmetries {
 public:
  /// [point]: its image.
  using permutation = std::vector<std::uint8_t>;

  /// @param group  a group of at most 32 permutations of the points 0 .. n - 1, with the identity first (the group
  ///   property is not checked)
  /// @throws std::invalid_argument if the group is empty or has more than 32 elements, if an element is not a
  ///   permutation, or if the first element is not the identity.
  explicit point_symmetries(const std::vector<permutation>& group);

  [[nodiscard]] std::size_t size() const noexcept { return m_images.size(); }
  /// The image of a set of points under a symmetry. Preconditions: symmetry < size(); the points are on the board.
  [[nodiscard]] point_set image(std::size_t symmetry, point_set points) const {
    if (symmetry == 0) return points;
    const auto& images = m_images[symmetry];
    point_set image = 0;
    for (std::size_t block = 0; points != 0; ++block, points >>= points_of_block) {
      image |= images[block][points & (sets_of_block - 1)];
    }
    return image;
  }

 private:
  // With look-ups of six points, the tables of eight symmetries of 25 points need 10 KiB and fit the first-level cache;
  // with look-ups of eight points, they would need 32 KiB.
  static constexpr std::size_t points_of_block = 6;
  static constexpr std::size_t sets_of_block = std::size_t{1} << points_of_block;
  static constexpr std::size_t blocks = (max_points + points_of_block - 1) / points_of_block;
  using images_of_symmetry = std::array<std::array<point_set, sets_of_block>, blocks>;
  std::vector<images_of_symmetry> m_images;
};

/// The least image of a set of points.
struct least_image {
  point_set set = 0;
  unsigned fixing = 0;  ///< the number of symmetries that leave the points as they are
};
/// The least image of points under a group of symmetries. @param others  the group without the identity
[[nodiscard]] inline least_image least_image_of(point_set points, const point_symmetries& symmetries,
                                                symmetry_set others) {
  least_image least{points, 1};
  for_each_point(others, [&](unsigned g) {
    const point_set image = symmetries.image(g, points);
    least.set = std::min(least.set, image);
    if (image == points) ++least.fixing;
  });
  return least;
}

/// The eight symmetries of a board of side x side points, numbered row by row. The last four are reflections.
[[nodiscard]] std::vector<point_symmetries::permutation> symmetries_of_square(unsigned side);

/// The sets of `size` points of a board, up to the board's symmetries. The set with the least number represents its
/// orbit; orbits are numbered in the order of their representatives. Memory: 8 bytes per set.
class subset_orbits {
 public:
  /// Precondition: the symmetries permute `num_points` points.
  subset_orbits(const point_symmetries& symmetries, unsigned num_points, unsigned size);

  struct location {
    std::uint32_t orbit = 0;
    std::uint8_t symmetry = 0;  ///< maps the set to the orbit's representative
  };
  [[nodiscard]] std::uint32_t num_orbits() const noexcept { return static_cast<std::uint32_t>(m_orbits.size()); }
  /// Precondition: the set has `size` points of the board.
  [[nodiscard]] const location& location_of(point_set points) const { return m_locations[subset_number(points)]; }
  [[nodiscard]] point_set representative(std::uint32_t orbit) const { return m_orbits[orbit].representative; }
  /// The symmetries other than the identity that map the orbit's representative to itself.
  [[nodiscard]] symmetry_set stabilizer(std::uint32_t orbit) const {
    return m_orbits[orbit].stabilizer & ~symmetry_set{1};
  }

 private:
  struct orbit_entry {
    point_set representative = 0;
    symmetry_set stabilizer = 0;  ///< including the identity
  };
  std::vector<location> m_locations;  ///< [number of a set]
  std::vector<orbit_entry> m_orbits;
};

}  // namespace zermelo
