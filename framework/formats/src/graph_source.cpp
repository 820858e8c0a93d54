// SPDX-License-Identifier: MIT
#include <zermelo/formats/graph_source.hpp>

#include <fmt/core.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/saturating.hpp>
#include <zermelo/core/base/text.hpp>

namespace zermelo {
namespace {

std::variant<graph_family, parsed_graph> read_graph_or_family(std::string_view text, std::string_view location,
                                                              std::uint32_t max_nodes,
                                                              graph_read_options read_options) {
  if (text.empty()) throw input_error(fmt::format("{}: the graph is empty", location));
  // The name of a family is one line.
  const std::string_view without_line_ends = text.substr(0, text.find_last_not_of("\r\n") + 1);
  if (!has_graph_form(without_line_ends) && graph_family::may_be_family(without_line_ends)) {
    return graph_family(without_line_ends, location, max_nodes);
  }
  return parse_graph(text, location, max_nodes, read_options);
}

}  // namespace

// '\n' is not trimmed: adjacency lists may end with a node without neighbours.
graph_source::graph_source(std::string_view text, std::string_view location, std::uint32_t max_nodes,
                           graph_read_options read_options)
    : m_graph(read_graph_or_family(trimmed(text, " \t\r"), location, max_nodes, read_options)) {
  if (const auto* family = std::get_if<graph_family>(&m_graph)) {
    m_nodes = family->num_nodes();
    m_edges = family->max_edges();
  } else {
    const auto& parsed = std::get<parsed_graph>(m_graph);
    m_nodes = parsed.graph.num_nodes();
    m_edges = parsed.one_way || parsed.loop ? parsed.graph.num_edges() : parsed.graph.num_edges() / 2;
  }
  if (m_nodes == 0) throw input_error(fmt::format("{}: the graph has no nodes", location));
  if (m_nodes > max_nodes) {
    throw resource_error(
        fmt::format("{}: the graph has {} nodes; at most {} are supported", location, m_nodes, max_nodes));
  }
  if (m_edges > adjacency_lists::max_edges / 2) {
    throw resource_error(fmt::format("{}: the graph has {} edges; at most {} are supported", location, m_edges,
                                     adjacency_lists::max_edges / 2));
  }
}

std::uint64_t graph_source::bytes_to_build() const noexcept {
  constexpr std::uint64_t directions = 2;
  constexpr std::uint64_t copies = 2;  // a graph read from text is in memory in addition to the copy that `build`
                                       // returns
  // Before edges become lists, they are stored as arcs in both directions, with sorted copies.
  constexpr std::uint64_t bytes_per_arc = 12;
  constexpr std::uint64_t bytes_per_edge = directions * copies * bytes_per_arc;
  const std::uint64_t lists = copies * adjacency_lists::bytes_for(m_nodes, directions * m_edges);
  return saturating_sum(lists, saturating_product(bytes_per_edge, m_edges));
}

sourced_graph graph_source::build(const work_monitor& monitor) const {
  if (const auto* parsed = std::get_if<parsed_graph>(&m_graph)) return {*parsed, 0, 0};
  const auto& family = std::get<graph_family>(m_graph);
  return {{family.build(monitor), {}, {}}, family.rows(), family.columns()};
}

}  // namespace zermelo
