// SPDX-License-Identifier: MIT
// A reader for each form of a graph's text; graph_text.hpp says how they look.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <zermelo/core/board/adjacency.hpp>
#include <zermelo/core/board/graph_text.hpp>

#include "text_rows.hpp"

namespace zermelo::graph_forms {

using node = adjacency_lists::node;

/// A text, and what its refusals say of it.
struct source {
  std::string_view text;   ///< without the name of its form
  std::string_view place;  ///< where it comes from
  std::string_view form;   ///< in words, such as "edge list"
  std::uint32_t most_nodes = 0;

  [[nodiscard]] text_rows rows() const;
  /// Rows that are lines. @throws input_error for JSON.
  [[nodiscard]] text_rows lines() const;
  /// The form and a place in the text, such as "edge list, line 3".
  [[nodiscard]] std::string located(const std::string& where) const;
  /// @throws input_error "PLACE: FORM: why"
  [[noreturn]] void refuse(const std::string& why) const;
  /// @throws input_error "PLACE: FORM, where: why"
  [[noreturn]] void refuse_at(const std::string& where, const std::string& why) const;
  /// @throws resource_error if there are more than `most_nodes`.
  void expect_nodes(std::uint64_t nodes) const;
  void expect_edges(std::uint64_t edges) const;
  /// The node that a word names, from 0. @param first the number that the text gives the first node
  /// @param bound how many nodes there are. @throws input_error
  [[nodiscard]] node node_of(std::string_view word, std::uint32_t first, std::uint64_t bound, const text_rows& rows,
                             const text_row& row) const;
};

/// Arcs or edges as a text has them.
struct arc {
  node from = 0;
  node to = 0;
  std::uint32_t row = 0;
};

enum class direction : std::uint8_t { both, one };

/// The graph of arcs, or of edges that lead both ways. What stands twice counts once. Precondition: all ends are nodes.
/// @param row_name what a row is called, such as "line"; empty if the text has none.
[[nodiscard]] parsed_graph graph_of(std::vector<arc> arcs, std::uint64_t num_nodes, direction leads, const source& from,
                                    std::string_view row_name);

/// How many different edges there are, directions left out.
[[nodiscard]] std::uint64_t count_distinct(std::vector<arc> edges);

/// @param first the number that the text gives the first node
/// @throws input_error for an edge that stands twice, or in both directions where another one does not.
void expect_each_once(const std::vector<arc>& edges, direction leads, std::uint32_t first, const text_rows& rows,
                      const source& from);

/// Sets `one_way`, the row of an arc being the number of its first node, from 1.
[[nodiscard]] parsed_graph read_adjacency(const source& from);

/// A list of edges, and whether its first line may be another thing.
struct pairs_reading {
  parsed_graph parsed;
  std::string doubt;        ///< why the first line is no header though it almost is; empty if there is no doubt
  std::string doubt_where;  ///< the line
};
/// @param first the number that the text gives the first node
[[nodiscard]] pairs_reading read_pairs(const source& from, std::uint32_t first, direction leads);

/// Whether a line is p KIND NODES EDGES with a kind of PACE.
[[nodiscard]] bool is_pace_problem(std::string_view line);
[[nodiscard]] parsed_graph read_dimacs(const source& from);
[[nodiscard]] parsed_graph read_pace(const source& from);
[[nodiscard]] parsed_graph read_matrix_market(const source& from);
/// One line of them.
[[nodiscard]] parsed_graph read_graph6_text(const source& from);
[[nodiscard]] parsed_graph read_sparse6_text(const source& from);
[[nodiscard]] parsed_graph read_digraph6_text(const source& from);

}  // namespace zermelo::graph_forms
