// SPDX-License-Identifier: MIT
// Graphs as people give them to a game: a family by its name and sizes (graph_family.hpp), or a text in one of the
// usual forms (graph_text.hpp).
#pragma once

#include <cstdint>
#include <string_view>
#include <variant>

#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/board/adjacency.hpp>
#include <zermelo/core/board/graph_family.hpp>
#include <zermelo/core/board/graph_text.hpp>

namespace zermelo {

/// A graph, and the rectangle that its nodes fill row by row, if its source says so.
struct sourced_graph : parsed_graph {
  std::uint32_t rows = 0;
  std::uint32_t columns = 0;
};

/// Reads a source in two steps, so that the size is known before the graph of a family is built.
class graph_source {
 public:
  /// @param text        has to outlive this
  /// @param place       where the text comes from, for messages
  /// @param most_nodes  of a graph
  /// @throws input_error naming the place, the form and the line; resource_error for more nodes or edges than there may
  ///   be.
  graph_source(std::string_view text, std::string_view place, std::uint32_t most_nodes, graph_readings readings = {});

  [[nodiscard]] std::uint64_t num_nodes() const noexcept { return m_nodes; }
  /// An upper bound of the number of edges; of arcs, where some edges lead one way.
  [[nodiscard]] std::uint64_t most_edges() const noexcept { return m_edges; }
  /// Peak memory of reading and building the graph, in bytes.
  [[nodiscard]] std::uint64_t bytes_to_build() const noexcept;

  /// @throws interrupted.
  [[nodiscard]] sourced_graph build(const work_monitor& monitor = work_monitor()) const;

 private:
  std::variant<graph_family, parsed_graph> m_graph;
  std::uint64_t m_nodes = 0;
  std::uint64_t m_edges = 0;
};

}  // namespace zermelo
