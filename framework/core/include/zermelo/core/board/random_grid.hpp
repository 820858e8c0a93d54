// SPDX-License-Identifier: MIT
// Random grids with pieces, as instances of games. Equal arguments give equal grids on every platform.
//
// Algorithm: one xoshiro256** generator seeded by splitmix64 (random.hpp) draws
//   1. in row-major order for every cell, `chance(wall_probability)`: if true, a wall;
//   2. for every piece in order, `below(k)`: the index, in a list of k cells, of the cell that gets the piece. The list
//      is initially the largest region of floor (connected in the four directions; the first one in row-major order if
//      there are several) in row-major order; the last cell of the list replaces the drawn cell.
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

/// The largest region of cells that contain `floor` and are connected in the four directions; the first one in
/// row-major order if there are several. The cells are in row-major order; empty if no cell contains `floor`. Memory:
/// about 50 bytes per cell that contains `floor`.
/// @throws resource_error if there are more than adjacency_lists::max_edges steps between these cells.
[[nodiscard]] std::vector<grid_cell> largest_region(const character_grid& grid, char floor);

/// Step 1 of a random grid: draws the walls, and returns the cells without walls in row-major order. Step 2 continues
/// with the same generator.
/// @param seed       the seed of `random`, for messages
/// @throws resource_error under the conditions of random_grid; interrupted.
[[nodiscard]] std::vector<grid_cell> draw_floor(random_generator& random, std::uint32_t rows, std::uint32_t columns,
                                                double wall_probability, std::uint64_t seed, std::size_t max_floor,
                                                const work_monitor& monitor);

/// The default maximum number of cells without walls; the steps between them fit adjacency_lists.
inline constexpr std::size_t max_random_floor = adjacency_lists::max_edges / grid_steps.size();

/// The peak memory of random_grid in bytes, including the grid. @param floor  the number of cells without walls
[[nodiscard]] constexpr std::uint64_t random_grid_bytes(std::uint64_t rows, std::uint64_t columns,
                                                        std::uint64_t floor) noexcept {
  constexpr std::uint64_t list_bytes = 3 * sizeof(grid_cell);  // a list while it doubles its memory
  constexpr std::uint64_t search_bytes = 50;                   // see largest_region
  return saturating_sum(saturating_product(rows, columns), saturating_product(floor, list_bytes + search_bytes));
}

/// A grid of walls '#' and floor '.', with one piece for each character of `pieces`, on different cells of the largest
/// region.
/// @param wall_probability  per cell, from 0 to 1
/// @throws input_error if the region is too small; resource_error for more than character_grid::max_size cells, or more
///   than `max_floor` cells without walls; interrupted.
[[nodiscard]] character_grid random_grid(std::uint32_t rows, std::uint32_t columns, double wall_probability,
                                         std::string_view pieces, std::uint64_t seed,
                                         std::size_t max_floor = max_random_floor,
                                         const work_monitor& monitor = work_monitor());

}  // namespace zermelo
