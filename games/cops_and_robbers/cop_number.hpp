// SPDX-License-Identifier: MIT
// Computes the cop number of a graph, and its capture times with one cop, two cops and so on. Graphs of up to 64 nodes
// are solved by small_chase.hpp, larger graphs as the game cops_and_robbers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/core.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/product/product_solver.hpp>
#include <zermelo/core/progress/visitor.hpp>
#include <zermelo/core/value/entry_reader.hpp>
#include <zermelo/formats/graph_source.hpp>

#include "cops_and_robbers.hpp"
#include "small_chase.hpp"
#include "small_graph.hpp"

namespace zermelo::games {

/// The best result of `cops` cops, by a solution of the game; nothing if they do not catch the robber. Uses one thread,
/// and about 2 bytes per position.
/// @throws resource_error if the game is too large.
[[nodiscard]] inline std::optional<chase_result> solve_chase(const sourced_graph& board, unsigned cops,
                                                             chase_turn turn) {
  constexpr position max_positions = position{1} << 31;
  cops_and_robbers::instance from;
  from.board = board;
  from.num_cops = cops;
  from.lazy = turn == chase_turn::one_cop ? cops_and_robbers::lazy::yes : cops_and_robbers::lazy::no;
  const cops_and_robbers game(std::move(from));
  if (game.num_positions() > max_positions) {
    throw resource_error(fmt::format("{} cops on {} nodes have {} positions; at most {} are supported", cops,
                                     game.num_nodes(), game.num_positions(), max_positions));
  }
  solve_visitor silent;
  const auto values = solve_product(game, 1, silent);
  entry_reader entries(values);
  const auto entry = [&](const cops_and_robbers::state& s) { return entries[game.rank(s)]; };
  const cops_and_robbers::state start = game.start(entry);
  const position_value value = entry(start);
  if (value.outcome != outcome::win) return std::nullopt;  // the cops are to move
  return chase_result{(value.distance_plies + 1) / 2,
                      {start.cop.begin(), start.cop.begin() + static_cast<std::ptrdiff_t>(cops)}};
}

/// The results of one or more cops on one graph.
struct cop_analysis {
  std::vector<std::optional<chase_result>> by_cops;  ///< the result of k cops at [k - 1]; nothing if they do not win

  /// The smallest number of cops that win; nothing if no number of cops in `by_cops` wins.
  [[nodiscard]] std::optional<unsigned> cop_number() const {
    for (std::size_t i = 0; i < by_cops.size(); ++i) {
      if (by_cops[i]) return static_cast<unsigned>(i + 1);
    }
    return std::nullopt;
  }
};

/// Tries 1 to `max_cops` cops. @throws resource_error if they have too many placements.
[[nodiscard]] inline cop_analysis analyse_cops(const small_graph& graph, unsigned max_cops, small_chase& chase) {
  cop_analysis found;
  for (unsigned k = 1; k <= max_cops; ++k) found.by_cops.push_back(chase.solve(graph, k));
  return found;
}

/// Tries 1 to `max_cops` cops on a graph of any size. @throws resource_error if a game is too large.
[[nodiscard]] inline cop_analysis analyse_cops(const sourced_graph& board, unsigned max_cops, small_chase& chase) {
  const std::uint64_t nodes = board.graph.num_nodes();
  if (nodes <= small_graph::max_nodes) {
    small_graph small(static_cast<unsigned>(nodes));
    for (adjacency_lists::node v = 0; v < nodes; ++v) {
      for (const adjacency_lists::node to : board.graph.neighbours(v)) {
        if (v < to) small.add_edge(v, to);
      }
    }
    return analyse_cops(small, max_cops, chase);
  }
  cop_analysis found;
  for (unsigned k = 1; k <= max_cops; ++k) found.by_cops.push_back(solve_chase(board, k, chase.turn()));
  return found;
}

}  // namespace zermelo::games
