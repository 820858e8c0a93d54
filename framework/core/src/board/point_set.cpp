// SPDX-License-Identifier: MIT
#include <zermelo/core/board/point_set.hpp>

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <utility>

namespace zermelo {

std::vector<point_set> subsets(unsigned num_points, unsigned size) {
  std::vector<point_set> all;
  all.reserve(binomial(num_points, size));
  for (std::uint32_t number = 0; number < binomial(num_points, size); ++number) {
    all.push_back(subset_of_number(size, number));
  }
  return all;
}

point_symmetries::point_symmetries(const std::vector<permutation>& group) : m_images(group.size()) {
  if (group.empty() || group.size() > std::numeric_limits<point_set>::digits) {
    throw std::invalid_argument("expected 1 to 32 symmetries of a board");
  }
  const std::size_t num_points = group.front().size();
  for (std::size_t g = 0; g < group.size(); ++g) {
    point_set all_images = 0;
    for (const std::uint8_t to : group[g]) all_images |= to < max_points ? one_point(to) : 0;
    const bool is_permutation = group[g].size() == num_points && num_points <= max_points &&
                                all_images == first_points(static_cast<unsigned>(num_points));
    if (!is_permutation) throw std::invalid_argument("a symmetry is not a permutation of the points");
    if (g == 0 && !std::is_sorted(group[g].begin(), group[g].end())) {
      throw std::invalid_argument("expected the identity as the first symmetry");
    }
    for (std::size_t block = 0; block < blocks; ++block) {
      for (std::size_t bits = 1; bits < sets_of_block; ++bits) {
        const std::size_t rest = bits & (bits - 1);
        const std::size_t point = block * points_of_block + static_cast<std::size_t>(std::countr_zero(bits));
        const point_set image = point < num_points ? one_point(group[g][point]) : 0;
        m_images[g][block][bits] = m_images[g][block][rest] | image;
      }
    }
  }
}

std::vector<point_symmetries::permutation> symmetries_of_square(unsigned side) {
  constexpr unsigned quarter_turns = 4;
  std::vector<point_symmetries::permutation> group;
  for (const bool is_reflected : {false, true}) {
    for (unsigned turns = 0; turns < quarter_turns; ++turns) {
      point_symmetries::permutation to;
      for (unsigned point = 0; point < side * side; ++point) {
        unsigned row = point / side;
        unsigned column = point % side;
        if (is_reflected) column = side - 1 - column;
        for (unsigned i = 0; i < turns; ++i) row = std::exchange(column, side - 1 - row);
        to.push_back(static_cast<std::uint8_t>(row * side + column));
      }
      group.push_back(std::move(to));
    }
  }
  return group;
}

subset_orbits::subset_orbits(const point_symmetries& symmetries, unsigned num_points, unsigned size)
    : m_locations(binomial(num_points, size)) {
  std::vector<std::uint8_t> is_placed(m_locations.size());
  for (std::uint32_t number = 0; number < m_locations.size(); ++number) {
    if (is_placed[number] != 0) continue;
    const point_set representative = subset_of_number(size, number);
    point_set stabilizer = 0;
    for (std::size_t g = 0; g < symmetries.size(); ++g) {
      const point_set image = symmetries.image(g, representative);
      if (image == representative) stabilizer |= one_point(static_cast<unsigned>(g));
      is_placed[subset_number(image)] = 1;
    }
    // The search for the symmetry starts from the set, not from the representative, so that no inverse is needed.
    const auto orbit = static_cast<std::uint32_t>(m_orbits.size());
    for (std::size_t g = 0; g < symmetries.size(); ++g) {
      const point_set member = symmetries.image(g, representative);
      std::uint8_t back = 0;
      while (symmetries.image(back, member) != representative) ++back;
      m_locations[subset_number(member)] = {orbit, back};
    }
    m_orbits.push_back({representative, stabilizer});
  }
}

}  // namespace zermelo
