// SPDX-License-Identifier: MIT
// Readings of lists of numbers that no form has: a text that may be meant so is rejected, since it would be read as
// another graph.
#pragma once

#include <optional>
#include <string>

#include "form_readers.hpp"

namespace zermelo::graph_forms {

/// What a text of numbers is if it may be read as another graph than that of its adjacency lists, such as "lists of 4
/// nodes from 1 behind their number": from 1, behind a line with their number, behind the node that they belong to, or
/// with each edge once. Nothing if it may not.
/// @param lists  the text as adjacency lists; only where an edge of these leads one way may an edge of the reading
[[nodiscard]] std::optional<std::string> other_interpretation(const source& from, const parsed_graph& lists);

}  // namespace zermelo::graph_forms
