// SPDX-License-Identifier: MIT
// Readings of lists of numbers that no form has: a text that may be meant so is refused, since it would be read as
// another graph.
#pragma once

#include <optional>
#include <string>

#include <zermelo/core/board/adjacency.hpp>

#include "graph_forms.hpp"

namespace zermelo::graph_forms {

struct list_reading {
  std::string what;  ///< such as "lists of 4 nodes from 1 behind their number"
  adjacency_lists graph;
};

/// A reading of a text of numbers as another graph than that of its adjacency lists: from 1, behind a line with their
/// number, behind the node that they belong to, or with each edge once. Nothing if there is none.
/// @param lists  the text as adjacency lists; only where an edge of these leads one way may an edge of the reading
[[nodiscard]] std::optional<list_reading> other_reading(const source& from, const parsed_graph& lists);

}  // namespace zermelo::graph_forms
