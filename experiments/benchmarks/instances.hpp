// SPDX-License-Identifier: MIT
// The instances of the demo games for the microbenchmarks: large enough to exceed the first caches, small enough to be
// solved in a fraction of a second.
#pragma once

#include <cstdint>

#include <cat_and_mouse/cat_and_mouse.hpp>
#include <cat_and_mouse_ii/cat_and_mouse_ii.hpp>
#include <mnk/mnk.hpp>
#include <zermelo/core/board/random_graph.hpp>
#include <zermelo/core/board/random_grid.hpp>

namespace zermelo::benchmarks {

/// 2.1 M positions and 18 M moves. Each position is won by a player, so that a solve walks every edge.
[[nodiscard]] inline games::cat_and_mouse_ii open_grid_pursuit() {
  constexpr std::uint32_t side = 32;
  constexpr std::uint64_t jump = 2;
  constexpr std::uint64_t seed = 0;
  games::cat_and_mouse_ii::instance from;
  from.grid = random_grid(side, side, 0, "CMF", seed).text('/');
  from.cat_jump = jump;
  from.mouse_jump = jump;
  return games::cat_and_mouse_ii(from);
}

/// 2.0 M positions and 8 M moves.
[[nodiscard]] inline games::cat_and_mouse random_graph_pursuit() {
  constexpr std::uint32_t nodes = 1000;
  constexpr double mean_degree = 4;
  constexpr std::uint64_t seed = 1;
  games::cat_and_mouse::instance from;
  from.graph = random_graph(nodes, mean_degree, seed);
  return games::cat_and_mouse(from);
}

/// 10.2 M positions, 9.7 M of them legal; rules by state only.
[[nodiscard]] inline games::mnk four_in_a_row() {
  constexpr std::uint32_t side = 4;
  return {side, side, side};
}

}  // namespace zermelo::benchmarks
