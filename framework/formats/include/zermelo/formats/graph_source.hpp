// SPDX-License-Identifier: MIT
// Reads the value of a graph parameter: a family with sizes (graph_family.hpp), or a text in one of the forms of
// graph_text.hpp.
#pragma once

#include <cstdint>
#include <string_view>
#include <variant>

#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/board/adjacency.hpp>
#include <zermelo/formats/graph_family.hpp>
#include <zermelo/formats/graph_text.hpp>

namespace zermelo {

/// A graph, and the size of the rectangle that its nodes fill row by row, which is 0 if the source does not define it.
struct sourced_graph : parsed_graph {
  std::uint32_t rows = 0;
  std::uint32_t columns = 0;
};

/// Reads a graph in two steps, so that the size is known before the graph of a family is built.
class graph_source {
 public:
  /// @param text   must outlive this object
  /// @param location  the origin of the text, for messages
  /// @throws input_error with the location, the form and the line; resource_error for more than `max_nodes` nodes or
  /// more than adjacency_lists::max_edges / 2 edges.
  graph_source(std::string_view text, std::string_view location, std::uint32_t max_nodes,
               graph_read_options read_options = {});

  [[nodiscard]] std::uint64_t num_nodes() const noexcept { return m_nodes; }
  /// Returns an upper bound on the number of edges, or of arcs if the graph has loops or one-way edges.
  [[nodiscard]] std::uint64_t max_edges() const noexcept { return m_edges; }
  /// Returns the peak memory of reading and building the graph, in bytes.
  [[nodiscard]] std::uint64_t bytes_to_build() const noexcept;

  /// Builds the graph. @throws interrupted.
  [[nodiscard]] sourced_graph build(const work_monitor& monitor = work_monitor()) const;

 private:
  std::variant<graph_family, parsed_graph> m_graph;
  std::uint64_t m_nodes = 0;
  std::uint64_t m_edges = 0;
};

}  // namespace zermelo
