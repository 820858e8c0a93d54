// SPDX-License-Identifier: MIT
// The shape of a game's graph, which tells whether play can go in circles and where the game could be cut into slices
// that are solved one after the other: its strong components, by Tarjan's algorithm as Boost.Graph has it.
//
//   time     V + E, one thread, after the graph is stored on all of them
//   memory   `structure_bytes`: 4 E + 220 V bytes at the worst, most of it the stack of the depth-first search,
//            which may hold every position at once
#pragma once

#include <cstdint>

#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/positions/state_graph.hpp>

namespace zermelo::experiment {

class any_game;

/// A component is a largest set of positions of which each can be reached from each; a position alone is one, too.
struct game_structure {
  std::uint64_t positions = 0;  ///< of the index range
  std::uint64_t legal = 0;
  std::uint64_t ends = 0;   ///< legal positions where play ends
  std::uint64_t moves = 0;  ///< out of the others
  std::uint64_t components = 0;
  std::uint64_t largest_component = 0;  ///< positions
  /// Positions to which play can come back: those of components of more than one, or with a move to themselves.
  std::uint64_t on_cycles = 0;
  /// Components on the longest chain of components, each of which leads to the next.
  std::uint64_t depth = 0;

  friend bool operator==(const game_structure&, const game_structure&) = default;
};

/// The most that storing a graph of that size and analysing it can take.
[[nodiscard]] std::uint64_t structure_bytes(std::uint64_t positions, std::uint64_t moves);

/// Phases "components" and "order". @throws interrupted, std::bad_alloc.
[[nodiscard]] game_structure find_structure(const state_graph& graph, work_monitor& monitor);

/// Stores the graph of a game and analyses it.
/// @throws resource_error before anything is stored if that may take more memory than is available, interrupted.
[[nodiscard]] game_structure find_structure(const any_game& game, unsigned threads, work_monitor& monitor);

}  // namespace zermelo::experiment
