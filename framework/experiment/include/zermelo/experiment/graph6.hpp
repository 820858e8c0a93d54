// SPDX-License-Identifier: MIT
// Graphs in the text form graph6 (Brendan McKay, "Description of graph6, sparse6 and digraph6 encodings").
#pragma once

#include <string>
#include <string_view>

namespace zermelo::experiment {

/// The adjacency lists of an undirected graph, nodes separated by '/', neighbours in ascending order and separated by
/// commas, as cat_and_mouse takes them. The optional header `>>graph6<<` is skipped.
/// @throws input_error, without a place, for a character or a length that graph6 does not have.
[[nodiscard]] std::string adjacency_of_graph6(std::string_view line);

}  // namespace zermelo::experiment
