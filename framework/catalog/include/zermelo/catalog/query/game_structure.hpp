// SPDX-License-Identifier: MIT
// Finds the strong components of a game's graph with Boost.Graph's strong_components (Tarjan's algorithm). They show
// whether play can return to a position, and where the game could be divided into slices.
//
//   time     O(V + E), on one thread; storing the graph before that uses all threads
//   memory   up to 4 E + 220 V bytes, most of it the stack of the depth-first search, which may contain
//            every position
#pragma once

#include <cstdint>

#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/positions/state_graph.hpp>

namespace zermelo {

class any_game;

/// The numbers of positions, moves and strong components. A component is a maximal set of positions that can all be
/// reached from each other; it may be a single position.
struct game_structure {
  std::uint64_t positions = 0;  ///< in the index range
  std::uint64_t legal_positions = 0;
  std::uint64_t ends = 0;               ///< legal terminal positions
  std::uint64_t moves = 0;              ///< out of the legal positions that are not terminal
  std::uint64_t components = 0;         ///< of legal positions
  std::uint64_t largest_component = 0;  ///< positions
  /// The number of positions to which play can return: those in a component of several positions, or with a move to
  /// themselves.
  std::uint64_t cyclic_positions = 0;
  /// The number of components on the longest path of components.
  std::uint64_t depth = 0;

  friend bool operator==(const game_structure&, const game_structure&) = default;
};

/// Analyses a stored graph. Reports phases "components" and "order". @throws interrupted, std::bad_alloc.
[[nodiscard]] game_structure find_structure(const state_graph& graph, work_monitor& monitor);

/// Stores the graph of a game on `threads` threads (0 uses all threads of the machine), and analyses it.
/// @throws resource_error, before the graph is stored, if it may need more memory than is available; std::bad_alloc;
/// interrupted.
[[nodiscard]] game_structure find_structure(const any_game& game, unsigned threads, work_monitor& monitor);

}  // namespace zermelo
