// SPDX-License-Identifier: MIT
// Graphs as texts, in the forms that people and programs write. Nodes are numbered from 0 in the graph.
//
//   adjacency      1,3/0,2/1,3/0,2            the neighbours of a node a line, in their order, '/' between lines; an
//                                             empty line is a node without any, the last one too
//   edges          0 1/1 2/2 3                two nodes a line; each edge once, or all of them in both directions
//   edges1         1 2/2 3/3 4                nodes from 1
//   arcs, arcs1    0 1/1 2/2 0                from the first node to the second alone
//   dimacs         p edge 4 3, e 1 2, ...     a line each, nodes from 1
//   pace           p tw 4 3, 1 2, ...         a line each, nodes from 1
//   graph6         Ch
//   sparse6        :Cdv
//   digraph6       &BP_
//   matrix_market  %%MatrixMarket matrix coordinate pattern symmetric, 4 4 3, 2 1, ...
//
// The form may be said: `edges:0 1/1 2`. Otherwise the text says it; where it might be adjacency lists or edges, each
// is tried, and what would be two different graphs is refused, also where lists nearly fit. Adjacency lists, edges and
// arcs may be JSON, an array of arrays, which is adjacency lists unless the form is said. A first line `n m` of edges
// or arcs is their number of nodes and of edges, if both are right; what is almost that is refused. '#' begins a
// comment of edges and arcs.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <zermelo/core/board/adjacency.hpp>

namespace zermelo {

/// The forms as which a text without the name of its form may be read.
struct graph_readings {
  bool directed = false;       ///< also adjacency lists with edges that lead one way
  bool loops = false;          ///< also with nodes that are their own neighbours
  bool prefers_lists = false;  ///< adjacency lists, not edges, where both fit: as earlier versions did
};

/// An arc, and the form and the place in its text, such as "edge list, line 3".
struct placed_arc {
  adjacency_lists::node from = 0;
  adjacency_lists::node to = 0;
  std::string where;
};

/// A graph as its text has it: an undirected edge leads both ways.
struct parsed_graph {
  adjacency_lists graph;                ///< each neighbour once; ascending but for adjacency lists
  std::optional<placed_arc> one_way{};  ///< one that does not lead back, if there is any
  std::optional<placed_arc> loop{};     ///< one that leads to its own node, if there is any
};

/// Whether a text says its form, such as `edges:`.
[[nodiscard]] bool has_graph_form(std::string_view text);

/// @param place       where the text comes from, for messages
/// @param most_nodes  of a graph
/// @throws input_error naming the place, the form as which the text was read, and the line; resource_error for too many
///   nodes or edges.
[[nodiscard]] parsed_graph parse_graph(std::string_view text, std::string_view place, std::uint32_t most_nodes,
                                       graph_readings readings);

}  // namespace zermelo
