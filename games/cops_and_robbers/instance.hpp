// SPDX-License-Identifier: MIT
// Reads the graph and the variant of a game of cops and robbers from parameters.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include <fmt/core.h>

#include <zermelo/core/game_module.hpp>
#include <zermelo/formats/graph_source.hpp>

#include "teams.hpp"

namespace zermelo::games::chase {

inline constexpr std::uint32_t max_speed = 64;

enum class lazy : bool { no, yes };
enum class must_move : std::uint8_t { no, yes, robber, cops };

/// The graph and the variant of a game.
struct instance {
  sourced_graph board;  ///< with neighbours in ascending order
  std::uint32_t num_cops = 2;
  chase::lazy lazy = lazy::no;
  std::uint32_t robber_speed = 1;
  chase::must_move must_move = must_move::no;
};

/// Whether exactly one side must move.
[[nodiscard]] inline bool has_two_move_rules(const instance& from) {
  return from.must_move == must_move::robber || from.must_move == must_move::cops;
}

[[nodiscard]] inline std::vector<parameter> parameters() {
  return {
      {"graph", parameter_type::text,
       "petersen, or with sizes grid:8x8, king_grid:8x8, torus:3x4, cylinder:6x4, path:8, cycle:8, complete:5, "
       "hypercube:4, kneser:6,2, generalized_petersen:10,3, random:20,3,1 (nodes, degree, seed); or @FILE with "
       "adjacency lists, an edge list, DIMACS, PACE, graph6, sparse6, digraph6 or Matrix Market",
       "petersen"},
      {"cops", parameter_type::integer, "number of cops", "2", 1, max_cops},
      yes_or_no("lazy", "whether only one cop may move in a turn"),
      {"robber_speed", parameter_type::integer, "edges that the robber may follow in a turn", "1", 1, max_speed},
      {"must_move",
       parameter_type::choice,
       "which players may not stay; yes: both",
       "no",
       0,
       0,
       {"no", "yes", "robber", "cops"}},
      {"directed", parameter_type::choice, "whether edges may be one-way", "no", 0, 0, {"no", "yes"}, true},
  };
}

[[nodiscard]] inline graph_source source_of(const parameter_values& values) {
  return {values.text("graph"),
          values.location("graph"),
          max_nodes,
          {.allows_one_way = values.is_yes("directed"),
           .allows_loops = values.text("must_move") != "no",
           .is_stored_text = values.is_from_table("graph")}};
}
/// @throws input_error if an undirected game has a one-way edge, or a loop has no effect.
inline void expect_playable(const sourced_graph& board, const parameter_values& values) {
  const std::string location = values.location("graph");
  if (board.one_way && !values.is_yes("directed")) {
    throw input_error(
        fmt::format("{}: {}: the graph is directed: it has the edge from {} to {}, but not back; allow this with "
                    "directed=yes",
                    location, board.one_way->where, board.one_way->from, board.one_way->to));
  }
  if (board.loop && values.text("must_move") == "no") {
    throw input_error(
        fmt::format("{}: {}: node {} has itself as a neighbour; remove this loop, or set must_move (by default, "
                    "players may stay without a loop)",
                    location, board.loop->where, board.loop->from));
  }
}
/// @throws input_error if the graph is malformed or cannot be played; interrupted.
[[nodiscard]] inline instance read_instance(const parameter_values& values, const work_monitor& monitor) {
  instance read;
  read.board = source_of(values).build(monitor);
  expect_playable(read.board, values);
  read.board.graph = ascending(read.board.graph);
  read.num_cops = static_cast<std::uint32_t>(values.integer("cops"));
  read.lazy = values.is_yes("lazy") ? lazy::yes : lazy::no;
  read.robber_speed = static_cast<std::uint32_t>(values.integer("robber_speed"));
  const std::string& who = values.text("must_move");
  read.must_move = who == "yes"      ? must_move::yes
                   : who == "robber" ? must_move::robber
                   : who == "cops"   ? must_move::cops
                                     : must_move::no;
  return read;
}

[[noreturn]] inline void reject_moves(std::uint64_t num_placements, const instance& from) {
  throw resource_error(
      fmt::format("{} cops on {} nodes have {} placements and more moves than the limit of 2^26; use fewer cops",
                  from.num_cops, from.board.graph.num_nodes(), num_placements));
}
/// Checks that a table can store the cops' moves. Call it before listing them, which may take long.
/// @param edges           edges of the graph in both directions, plus one per node for staying
/// @param num_placements  number of placements of the cops
/// @throws resource_error if the cops certainly have too many moves
inline void expect_moves_fit(std::uint64_t edges, std::uint64_t num_placements, const instance& from) {
  // k distinguishable cops have edges^k moves. At most (k!)^2 of these correspond to the same move of indistinguishable
  // cops.
  std::uint64_t ways = 1;
  for (std::uint32_t i = 1; i <= from.num_cops; ++i) {
    ways = saturating_product(ways, edges) / (std::uint64_t{i} * i);
  }
  const std::uint64_t min_moves = from.lazy == lazy::yes ? num_placements : std::max(num_placements, ways);
  if (min_moves > adjacency_lists::max_edges) reject_moves(num_placements, from);
}

}  // namespace zermelo::games::chase
