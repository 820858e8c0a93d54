// SPDX-License-Identifier: MIT
#include <zermelo/core/board/random_grid.hpp>

#include <algorithm>

#include <boost/graph/breadth_first_search.hpp>
#include <boost/property_map/property_map.hpp>

#include <zermelo/core/graph/compressed_rows_graph.hpp>

namespace zermelo {
namespace {

/// Numbers the regions that Boost's search goes through, and counts their cells.
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
  const auto largest = std::max_element(sizes.begin(), sizes.end()) - sizes.begin();  // the first of equals
  std::vector<grid_cell> found;
  for (adjacency_lists::node at = 0; at < cells.size(); ++at) {
    if (region_of[at] == largest) found.push_back(cells[at]);
  }
  return found;
}

}  // namespace zermelo
