// SPDX-License-Identifier: MIT
// Graphs in the text form graph6, as games take them.
#pragma once

#include <string>
#include <string_view>

namespace zermelo::experiment {

/// The adjacency lists of an undirected graph, nodes separated by '/', neighbours in ascending order and separated by
/// commas; `adjacency:` for the graph of one node, whose lists alone are empty. The optional header `>>graph6<<` is
/// skipped.
/// @throws input_error, without a place, for a character or a length that graph6 does not have.
[[nodiscard]] std::string adjacency_of_graph6(std::string_view line);

}  // namespace zermelo::experiment
