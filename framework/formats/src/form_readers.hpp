// SPDX-License-Identifier: MIT
// A reader for each form of a graph's text; graph_text.hpp describes the forms.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <zermelo/formats/graph_text.hpp>

#include "form_source.hpp"

namespace zermelo::graph_forms {

/// Row v + 1 has the neighbours of node v.
[[nodiscard]] parsed_graph read_adjacency(const source& from);

/// A list of edges, and whether its first line might be a header.
struct parsed_pairs {
  parsed_graph parsed;
  std::string doubt;           ///< why the first line may or may not be a header; empty if there is no doubt
  std::string doubt_where;     ///< the line
  bool may_be_from_1 = false;  ///< behind a header: no edge is at node 0, so nodes may be numbered from 1 as well
};
/// @param first  the number of the first node in the text
[[nodiscard]] parsed_pairs read_pairs(const source& from, std::uint32_t first, direction leads);

/// Whether a line is p KIND NODES EDGES with a kind of PACE.
[[nodiscard]] bool is_pace_problem(std::string_view line);
[[nodiscard]] parsed_graph read_dimacs(const source& from);
[[nodiscard]] parsed_graph read_pace(const source& from);
[[nodiscard]] parsed_graph read_metis(const source& from);
[[nodiscard]] parsed_graph read_matrix_market(const source& from);
// The following strings have one line.
[[nodiscard]] parsed_graph read_graph6_text(const source& from);
[[nodiscard]] parsed_graph read_sparse6_text(const source& from);
[[nodiscard]] parsed_graph read_digraph6_text(const source& from);

}  // namespace zermelo::graph_forms
