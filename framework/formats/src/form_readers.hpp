// SPDX-License-Identifier: MIT
// Declares the readers for all forms of graph texts; graph_text.hpp describes the forms.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <zermelo/formats/graph_text.hpp>

#include "form_source.hpp"

namespace zermelo::graph_forms {

/// Reads adjacency lists: row v + 1 lists the neighbours of node v.
[[nodiscard]] parsed_graph read_adjacency(const source& from);

/// A list of edges, and whether its first line may be a header.
struct parsed_pairs {
  parsed_graph parsed;
  std::string doubt;           ///< why the first line may or may not be a header; empty if this is clear
  std::string doubt_where;     ///< the line
  bool may_be_from_1 = false;  ///< the text has a header and node 0 has no edge, so nodes may be numbered from 1
};
/// @param first  the number of the first node in the text
[[nodiscard]] parsed_pairs read_pairs(const source& from, std::uint32_t first, direction leads);

/// Whether a line is `p KIND NODES EDGES` with a KIND of PACE.
[[nodiscard]] bool is_pace_problem(std::string_view line);
[[nodiscard]] parsed_graph read_dimacs(const source& from);
[[nodiscard]] parsed_graph read_pace(const source& from);
[[nodiscard]] parsed_graph read_metis(const source& from);
[[nodiscard]] parsed_graph read_matrix_market(const source& from);
// Readers of forms that consist of one line.
[[nodiscard]] parsed_graph read_graph6_text(const source& from);
[[nodiscard]] parsed_graph read_sparse6_text(const source& from);
[[nodiscard]] parsed_graph read_digraph6_text(const source& from);

}  // namespace zermelo::graph_forms
