// SPDX-License-Identifier: MIT
#include "graph_forms.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

#include <zermelo/formats/graph6.hpp>

namespace zermelo::graph_forms {
namespace {

/// Reads a list of edges or arcs whose form is named. @throws input_error for a malformed list, or if it is unclear
/// whether the first line is a header.
template <std::uint32_t First, direction Leads>
parsed_graph read_named_pairs(const source& from) {
  parsed_pairs pairs = read_pairs(from, First, Leads);
  if (!pairs.doubt.empty()) from.reject_at(pairs.doubt_where, pairs.doubt);
  return std::move(pairs.parsed);
}

constexpr std::array forms{
    graph_form{"adjacency", "adjacency lists", read_adjacency},
    graph_form{"edges", "edge list", read_named_pairs<0, direction::both>},
    graph_form{"edges1", "edge list from 1", read_named_pairs<1, direction::both>},
    graph_form{"arcs", "arc list", read_named_pairs<0, direction::one>},
    graph_form{"arcs1", "arc list from 1", read_named_pairs<1, direction::one>},
    graph_form{"dimacs", "DIMACS", read_dimacs},
    graph_form{"pace", "PACE", read_pace},
    graph_form{"metis", "METIS", read_metis},
    graph_form{"graph6", "graph6", read_graph6_text},
    graph_form{"sparse6", "sparse6", read_sparse6_text},
    graph_form{"digraph6", "digraph6", read_digraph6_text},
    graph_form{"matrix_market", "Matrix Market", read_matrix_market},
};

/// Returns the first line that is not a DIMACS comment, or an empty string if all lines are comments.
std::string_view first_line_without_comment(std::string_view text) {
  const std::string_view ends = text.find('\n') == std::string_view::npos ? "/" : "\n";
  const auto is_blank_or_end = [ends](char c) { return c == ' ' || c == '\t' || c == '\r' || c == ends.front(); };
  while (text.size() > 1 && text.front() == 'c' && is_blank_or_end(text[1])) {
    const std::size_t end = text.find_first_of(ends);
    if (end == std::string_view::npos) return "";
    text.remove_prefix(end + 1);
  }
  return text.substr(0, text.find_first_of(ends));
}

}  // namespace

const graph_form* find_form(std::string_view name) {
  const auto* const found =
      std::find_if(forms.begin(), forms.end(), [name](const graph_form& form) { return form.name == name; });
  return found == forms.end() ? nullptr : found;
}

const graph_form* named_form(std::string_view text) {
  const std::size_t colon = text.find(':');
  return colon == std::string_view::npos ? nullptr : find_form(text.substr(0, colon));
}

const graph_form* recognized_form(std::string_view text) {
  if (text.starts_with("%%")) return find_form("matrix_market");
  if (begins_as_sparse6(text)) return find_form("sparse6");
  if (begins_as_digraph6(text)) return find_form("digraph6");
  if (text.starts_with('[') && !may_be_graph6(text)) return find_form("adjacency");
  const std::string_view line = first_line_without_comment(text);
  if (line.starts_with("p ") || line.starts_with("e ") || line.data() != text.data()) {
    return find_form(is_pace_problem(line) ? "pace" : "dimacs");
  }
  // The characters of numbers do not occur in graph6.
  if (may_be_graph6(text.substr(0, text.find('\n')))) return find_form("graph6");
  return nullptr;
}

}  // namespace zermelo::graph_forms
