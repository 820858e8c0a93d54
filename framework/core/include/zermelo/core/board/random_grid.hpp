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

#include <fmt/core.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/random.hpp>
#include <zermelo/core/board/grid.hpp>

namespace zermelo {

/// The cells that hold `floor` and are connected in the four directions: the largest such region, of several the
/// first in row-major order. The cells are in row-major order; none if no cell holds `floor`.
[[nodiscard]] inline std::vector<grid_cell> largest_region(const character_grid& grid, char floor) {
  std::vector<std::size_t> region_of(grid.size(), 0);  // 0: not visited
  std::vector<grid_cell> todo;
  std::size_t regions = 0;
  std::size_t largest = 0;
  std::size_t largest_size = 0;
  for (std::size_t i = 0; i < grid.size(); ++i) {
    const auto visit = [&](grid_cell at) {
      if (!grid.contains(at) || grid[at] != floor || region_of[grid.number(at)] != 0) return;
      region_of[grid.number(at)] = regions;
      todo.push_back(at);
    };
    ++regions;
    visit(grid.cell(i));
    std::size_t size = 0;
    for (; !todo.empty(); ++size) {
      const grid_cell at = todo.back();
      todo.pop_back();
      // A step off the upper or left edge wraps to a number that no grid contains.
      visit({at.row - 1, at.column});
      visit({at.row + 1, at.column});
      visit({at.row, at.column - 1});
      visit({at.row, at.column + 1});
    }
    if (size > largest_size) {
      largest = regions;
      largest_size = size;
    }
  }
  std::vector<grid_cell> cells;
  for (std::size_t i = 0; i < grid.size(); ++i) {
    if (largest != 0 && region_of[i] == largest) cells.push_back(grid.cell(i));
  }
  return cells;
}

/// A grid of walls '#' and floor '.', with one of each of `pieces` on distinct cells of the largest region.
/// @throws input_error if that region is too small.
[[nodiscard]] inline character_grid random_grid(std::uint32_t rows, std::uint32_t columns, double wall_probability,
                                                std::string_view pieces, std::uint64_t seed) {
  random_generator random(seed);
  character_grid grid(rows, columns, '.');
  for (std::uint32_t r = 0; r < rows; ++r) {
    for (std::uint32_t c = 0; c < columns; ++c) {
      if (random.chance(wall_probability)) grid[{r, c}] = '#';
    }
  }
  std::vector<grid_cell> left = largest_region(grid, '.');
  if (left.size() < pieces.size()) {
    throw input_error(fmt::format(
        "a random grid of {} x {} cells with walls={} and seed={} has a largest region of {} cells; {} are needed",
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
