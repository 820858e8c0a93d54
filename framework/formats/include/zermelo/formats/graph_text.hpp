// SPDX-License-Identifier: MIT
// Parses graphs from text in common formats. The nodes of the parsed graph are numbered from 0.
//
//   adjacency      1,3/0,2/1,3/0,2            a line for each node with its neighbours, in their order, '/' between
//                                             lines; an empty line, also at the end, is a node without neighbours
//   edges          0 1/1 2/2 3                two nodes per line; each edge once, or all edges in both directions
//   edges1         1 2/2 3/3 4                like edges, nodes from 1
//   arcs, arcs1    0 1/1 2/2 0                like edges, but only from the first node to the second
//   dimacs         p edge 4 3, e 1 2, ...     on lines, nodes from 1
//   pace           p tw 4 3, 1 2, ...         on lines, nodes from 1
//   metis          4 3, 2, 1 3, 2 4, 3        on lines: nodes and edges, then the neighbours of each node, from 1;
//                                             '%' begins a comment
//   graph6         Ch
//   sparse6        :Cdv
//   digraph6       &BP_
//   matrix_market  %%MatrixMarket matrix coordinate pattern symmetric, 4 4 3, 2 1, ...
//
// A text may begin with the name of its form: `edges:0 1/1 2`. Otherwise the form is detected: a text of numbers is
// parsed as adjacency lists, as edges and as METIS. It is rejected as ambiguous if several forms fit, or adjacency
// lists nearly fit, and the graphs differ. It is also rejected if it may be lists of nodes from 1, lists after a line
// with their number, or lists with each edge once. Adjacency lists, edges and arcs may be JSON, an array of arrays; the
// default form is adjacency lists. A first line `n m` of edges or arcs is a header if n and m are the numbers of nodes
// and edges; if they are almost equal to these, or the line may be an edge, the text is rejected. '#' or '%' begins a
// comment in edges and arcs.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <zermelo/core/board/adjacency.hpp>

namespace zermelo {

/// The interpretations of a text that does not name its form.
struct graph_read_options {
  bool allows_one_way = false;  ///< accept adjacency lists with one-way edges
  bool allows_loops = false;    ///< accept adjacency lists with nodes that list themselves
  bool is_stored_text = false;  ///< for a text in a table: interpret an ambiguous text as earlier versions did
};

/// An arc, and its location in the text.
struct located_arc {
  adjacency_lists::node from = 0;
  adjacency_lists::node to = 0;
  std::string where;  ///< the form and the line, such as "edge list, line 3"
};

/// A graph read from a text. An undirected edge is two arcs.
struct parsed_graph {
  adjacency_lists graph;                 ///< without duplicates; in the order of adjacency lists, otherwise ascending
  std::optional<located_arc> one_way{};  ///< the first arc without an arc back, if there is one
  std::optional<located_arc> loop{};     ///< the first arc from a node to itself, if there is one
};

/// Whether a text begins with the name of its form, such as `edges:`.
[[nodiscard]] bool has_graph_form(std::string_view text);

/// Parses a graph.
/// @param location  the origin of the text, for messages
/// @throws input_error with the location, the detected form and the line; resource_error for more than `max_nodes`
/// nodes or more than adjacency_lists::max_edges / 2 edges.
[[nodiscard]] parsed_graph parse_graph(std::string_view text, std::string_view location, std::uint32_t max_nodes,
                                       graph_read_options read_options);

}  // namespace zermelo
