// SPDX-License-Identifier: MIT
// Code shared by the readers of all forms of graph texts: error messages, and building a graph from arcs or edges.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/board/adjacency.hpp>
#include <zermelo/formats/graph_text.hpp>

#include "text_rows.hpp"

namespace zermelo::graph_forms {

using node = adjacency_lists::node;

/// A text, and its description in messages.
struct source {
  std::string_view text;      ///< without the name of its form
  std::string_view location;  ///< the origin of the text
  std::string_view form;      ///< a description, such as "edge list"
  std::uint32_t max_nodes = 0;
  bool is_stored_text = false;  ///< see `graph_read_options::is_stored_text`

  [[nodiscard]] text_rows rows() const;
  /// Returns the lines as rows. @throws input_error if the text is JSON.
  [[nodiscard]] text_rows lines() const;
  /// Returns the form and a location in the text, such as "edge list, line 3".
  [[nodiscard]] std::string located(const std::string& where) const;
  /// @throws input_error "LOCATION: FORM: why"
  [[noreturn]] void reject(const std::string& why) const;
  /// @throws input_error "LOCATION: FORM, where: why"
  [[noreturn]] void reject_at(const std::string& where, const std::string& why) const;
  /// @throws resource_error if there are more than `max_nodes` nodes.
  void expect_nodes(std::uint64_t nodes) const;
  /// @throws resource_error if there are more edges than a graph may have.
  void expect_edges(std::uint64_t edges) const;
  /// Parses a field as a node, and returns its number from 0.
  /// @param first  the number of the first node in the text
  /// @throws input_error if the field is not a number from `first` to first + num_nodes - 1
  [[nodiscard]] node node_of(std::string_view field, std::uint32_t first, std::uint64_t num_nodes,
                             const text_rows& rows, const text_row& row) const;
};

/// An arc or an edge of a text.
struct arc {
  node from = 0;
  node to = 0;
  std::uint32_t row = 0;  ///< the row of the text, from 1; 0 if the text has no rows
};

/// Whether edges lead in both directions or, like arcs, in one.
enum class direction : std::uint8_t { both, one };

/// Builds a graph from arcs or edges, ignoring duplicates. Precondition: all nodes are less than num_nodes.
/// @param row_name  such as "line"; empty if the text has no rows
[[nodiscard]] parsed_graph graph_of(std::vector<arc> arcs, std::uint64_t num_nodes, direction leads, const source& from,
                                    std::string_view row_name);

/// Returns the number of different edges, ignoring directions.
[[nodiscard]] std::uint64_t count_distinct(std::vector<arc> edges);

/// @param first  the number of the first node in the text
/// @throws input_error for a duplicate edge, or if some edges, but not all, are given in both directions.
void expect_each_once(const std::vector<arc>& edges, direction leads, std::uint32_t first, const text_rows& rows,
                      const source& from);

/// Calls `read` and returns its result, or nothing if `read` throws input_error. @param why_not  receives the message
template <class Read>
[[nodiscard]] auto try_to_read(const Read& read, std::string* why_not = nullptr) -> std::optional<decltype(read())> {
  try {
    return read();
  } catch (const error& rejected) {
    if (why_not != nullptr) *why_not = rejected.what();
    return std::nullopt;
  }
}

}  // namespace zermelo::graph_forms
