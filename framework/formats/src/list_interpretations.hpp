// SPDX-License-Identifier: MIT
// Detects unsupported interpretations of lists of numbers. A text that fits such an interpretation is rejected, since
// it would be read as another graph.
#pragma once

#include <optional>
#include <string>

#include "form_readers.hpp"

namespace zermelo::graph_forms {

/// Returns a description, such as "lists of 4 nodes from 1 after their number", if a text of numbers may be a graph
/// other than that of its adjacency lists: lists of nodes from 1, lists after a line with their number, lists that
/// begin with their own node, or lists with each edge once. Returns nothing if no such interpretation fits.
/// @param lists  the text as adjacency lists; if all edges lead in both directions, those of the interpretation must,
/// too
[[nodiscard]] std::optional<std::string> other_interpretation(const source& from, const parsed_graph& lists);

}  // namespace zermelo::graph_forms
