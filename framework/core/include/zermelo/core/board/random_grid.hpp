// SPDX-License-Identifier: MIT
// Random grids with pieces, as instances of games. The same arguments give the same grid on every platform.
//
// Algorithm: one xoshiro256** generator seeded by splitmix64 (random.hpp) is asked
//   1. in row-major order for every cell, `chance(wall_probability)`: a wall if so;
//   2. for every piece in the order given, `below(k)`, where k is the number of cells left of the largest region
//      of floor (connected in the four directions; of several, the one that comes first in row-major order). The
//      list of cells left is in row-major order at first; the cell drawn is replaced by the last of the list.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include <zermelo/core/base/random.hpp>
#include <zermelo/core/base/saturating.hpp>
#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/board/adjacency.hpp>
#include <zermelo/core/board/grid.hpp>
#include <zermelo/core/board/numbered_cells.hpp>

namespace zermelo {

/// The cells that hold `floor` and are connected in the four directions: the largest such region, of several the
/// first in row-major order. The cells are in row-major order; none if no cell holds `floor`. Takes some 50 bytes for
/// every such cell.
/// @throws resource_error if there are more than a board can have.
[[nodiscard]] std::vector<grid_cell> largest_region(const character_grid& grid, char floor);

/// Where the floor of a random grid is: the first step of making one, which leaves the generator where the second
/// begins. In row-major order.
/// @param max_floor  of the grid, as below
/// @throws resource_error, as `random_grid`; interrupted.
[[nodiscard]] std::vector<grid_cell> draw_floor(random_generator& random, std::uint32_t rows, std::uint32_t columns,
                                                double wall_probability, std::uint64_t seed, std::size_t max_floor,
                                                const work_monitor& monitor);

/// The default for the largest number of cells without walls that a random grid may have.
inline constexpr std::size_t max_random_floor = adjacency_lists::max_edges / grid_steps.size();

/// The most that `random_grid` holds, the grid included, in bytes.
[[nodiscard]] constexpr std::uint64_t random_grid_bytes(std::uint64_t rows, std::uint64_t columns,
                                                        std::uint64_t floor) noexcept {
  constexpr std::uint64_t cells_that_double = 3 * sizeof(grid_cell);
  constexpr std::uint64_t search = 50;  // of `largest_region`
  return saturating_sum(saturating_product(rows, columns), saturating_product(floor, cells_that_double + search));
}

/// A grid of walls '#' and floor '.', with one of each of `pieces` on distinct cells of the largest region.
/// @throws input_error if that region is too small, resource_error for more cells than character_grid::max_size, or for
///   more floor than `max_floor`; interrupted.
[[nodiscard]] character_grid random_grid(std::uint32_t rows, std::uint32_t columns, double wall_probability,
                                         std::string_view pieces, std::uint64_t seed,
                                         std::size_t max_floor = max_random_floor,
                                         const work_monitor& monitor = work_monitor());

}  // namespace zermelo
