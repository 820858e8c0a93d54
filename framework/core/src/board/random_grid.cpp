// SPDX-License-Identifier: MIT
#include <zermelo/core/board/random_grid.hpp>

#include <algorithm>

#include <fmt/core.h>
#include <boost/graph/breadth_first_search.hpp>
#include <boost/property_map/property_map.hpp>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/graph/compressed_rows_graph.hpp>

namespace zermelo {
namespace {

/// Marks the cells that Boost's search reaches with the index of the last region in `sizes`, and increments its size.
class region_marker : public boost::default_bfs_visitor {
 public:
  region_marker(std::vector<std::uint32_t>& region_of, std::vector<std::uint32_t>& sizes)
      : m_region_of(&region_of), m_sizes(&sizes) {}
  template <class Board>
  void discover_vertex(adjacency_lists::node at, const Board&) const {
    (*m_region_of)[at] = static_cast<std::uint32_t>(m_sizes->size() - 1);
    ++m_sizes->back();
  }

 private:
  std::vector<std::uint32_t>* m_region_of;
  std::vector<std::uint32_t>* m_sizes;
};

}  // namespace

std::vector<grid_cell> largest_region(const character_grid& grid, char floor) {
  const numbered_cells cells(grid, floor);
  const adjacency_lists steps = steps_between(cells);
  std::vector<std::uint32_t> region_of(cells.size());
  std::vector<std::uint32_t> sizes;
  std::vector<boost::default_color_type> colors(cells.size(), boost::white_color);
  const auto color_map = boost::make_iterator_property_map(colors.begin(), get(boost::vertex_index, steps));
  for (adjacency_lists::node first = 0; first < cells.size(); ++first) {
    if (colors[first] != boost::white_color) continue;
    sizes.push_back(0);
    boost::breadth_first_visit(steps, first, boost::visitor(region_marker(region_of, sizes)).color_map(color_map));
  }
  const auto largest = std::max_element(sizes.begin(), sizes.end()) - sizes.begin();  // the first one if several are
                                                                                      // equal
  std::vector<grid_cell> region;
  for (adjacency_lists::node at = 0; at < cells.size(); ++at) {
    if (region_of[at] == largest) region.push_back(cells[at]);
  }
  return region;
}

std::vector<grid_cell> draw_floor(random_generator& random, std::uint32_t rows, std::uint32_t columns,
                                  double wall_probability, std::uint64_t seed, std::size_t max_floor,
                                  const work_monitor& monitor) {
  if (std::uint64_t{rows} * columns > character_grid::max_size) {
    throw resource_error(
        fmt::format("random grid of {} x {} cells: at most {} are supported", rows, columns, character_grid::max_size));
  }
  constexpr std::uint32_t columns_per_check = 1 << 12;
  std::vector<grid_cell> floor;
  std::size_t num_open = 0;
  for (std::uint32_t r = 0; r < rows; ++r) {
    for (std::uint32_t c = 0; c < columns; ++c) {
      if (c % columns_per_check == 0) monitor.check_stop();
      if (random.chance(wall_probability)) continue;
      if (++num_open <= max_floor) floor.push_back({r, c});
    }
  }
  if (num_open > max_floor) {
    throw resource_error(fmt::format(
        "a random grid of {} x {} cells with walls={} and seed={} has {} cells without walls; at most {} are supported",
        rows, columns, wall_probability, seed, num_open, max_floor));
  }
  return floor;
}

character_grid random_grid(std::uint32_t rows, std::uint32_t columns, double wall_probability, std::string_view pieces,
                           std::uint64_t seed, std::size_t max_floor, const work_monitor& monitor) {
  random_generator random(seed);
  const std::vector<grid_cell> floor = draw_floor(random, rows, columns, wall_probability, seed, max_floor, monitor);
  character_grid grid(rows, columns, '#');
  for (const grid_cell& at : floor) grid[at] = '.';
  monitor.check_stop();
  std::vector<grid_cell> left = largest_region(grid, '.');
  if (left.size() < pieces.size()) {
    throw input_error(fmt::format(
        "the largest region of a random grid of {} x {} cells with walls={} and seed={} has {} cells; {} are needed",
        rows, columns, wall_probability, seed, left.size(), pieces.size()));
  }
  for (const char piece : pieces) {
    const std::size_t drawn = random.below(left.size());
    grid[left[drawn]] = piece;
    left[drawn] = left.back();
    left.pop_back();
  }
  return grid;
}

}  // namespace zermelo
