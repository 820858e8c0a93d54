// SPDX-License-Identifier: MIT
// Directed graphs as adjacency lists in compressed sparse rows: the boards of games on graphs, and the move
// tables of walkers on any board. Nodes are numbered from 0; 4 bytes a node and 4 an edge. With
// compressed_rows_graph.hpp they are Boost.Graph graphs.
#pragma once

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/core.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/saturating.hpp>
#include <zermelo/core/base/shared_vector.hpp>
#include <zermelo/core/graph/compressed_rows.hpp>

namespace zermelo {

/// Neighbours per node, in the order in which they were added: compressed rows that grow, and like them of no use once
/// moved from. A regular value, whose copies take no memory until they are changed.
class adjacency_lists : public compressed_rows<std::uint32_t, std::uint32_t, shared_vector> {
 public:
  using node = std::uint32_t;
  static constexpr std::uint64_t max_edges = std::uint64_t{1} << 26;

  adjacency_lists() : adjacency_lists({0}, {}) {}
  /// From compressed rows: where the neighbours of each node start, and how many there are behind them; the neighbours.
  adjacency_lists(std::vector<std::uint32_t> starts, std::vector<node> neighbours)
      : compressed_rows(std::move(starts), std::move(neighbours)) {}

  /// What so many nodes and edges take.
  [[nodiscard]] static constexpr std::uint64_t bytes_for(std::uint64_t nodes, std::uint64_t edges) noexcept {
    return saturating_sum(saturating_product(nodes + 1, sizeof(std::uint32_t)),
                          saturating_product(edges, sizeof(node)));
  }
  [[nodiscard]] std::uint64_t bytes() const noexcept { return bytes_for(num_nodes(), num_edges()); }

  /// Makes room, so that what is appended is not moved as it grows. Precondition: at most `max_edges`.
  void reserve(std::size_t nodes, std::size_t edges) {
    m_starts.reserve(nodes + 1);
    m_targets.reserve(edges);
  }
  /// Appends a node without neighbours.
  void add_node() { m_starts.push_back(m_starts.back()); }
  /// Appends a neighbour to the last node. Precondition: there is one.
  /// @throws resource_error beyond `max_edges`.
  void add_neighbour(node to) {
    if (m_targets.size() == max_edges) throw resource_error("a graph or a move table has more than 2^26 edges");
    m_targets.push_back(to);
    ++m_starts.changed().back();
  }

  [[nodiscard]] std::size_t num_nodes() const noexcept { return num_rows(); }
  [[nodiscard]] std::size_t num_edges() const noexcept { return num_targets(); }
  // Precondition: v < num_nodes().
  [[nodiscard]] std::uint32_t degree(node v) const noexcept { return m_starts[v + std::size_t{1}] - m_starts[v]; }
  [[nodiscard]] std::span<const node> neighbours(node v) const noexcept { return row(v); }

  /// The transpose: the nodes that have v as a neighbour, ascending, as often as they have it.
  /// Precondition: every neighbour is a node.
  [[nodiscard]] adjacency_lists reversed() const {
    std::vector<std::uint32_t> starts(m_starts.size(), 0);
    for (const node to : m_targets) ++starts[to + std::size_t{1}];
    std::inclusive_scan(starts.begin(), starts.end(), starts.begin());
    std::vector<node> sources(m_targets.size());
    std::vector<std::uint32_t> next(starts.begin(), starts.end() - 1);
    for (std::size_t v = 0; v < num_nodes(); ++v) {
      for (const node to : neighbours(static_cast<node>(v))) sources[next[to]++] = static_cast<node>(v);
    }
    return {std::move(starts), std::move(sources)};
  }

  friend bool operator==(const adjacency_lists& a, const adjacency_lists& b) noexcept {
    return a.m_starts == b.m_starts && a.m_targets == b.m_targets;
  }
};

/// Whether every edge also leads back, as often as it leads there.
[[nodiscard]] inline bool is_undirected(const adjacency_lists& graph) {
  const adjacency_lists back = graph.reversed();
  // Reversing twice sorts every list.
  return back.reversed() == back;
}

/// How large a graph is.
struct graph_size {
  std::uint64_t nodes = 0;
  std::uint64_t edges = 0;
};

/// The size of the graph that `parse_adjacency` reads from a text, if it reads one.
[[nodiscard]] inline graph_size size_of_adjacency(std::string_view text) {
  graph_size size{1, 0};
  bool is_in_word = false;
  for (const char c : text) {
    const bool is_separator = c == '\n' || c == '/';
    const bool is_blank = is_separator || c == ' ' || c == '\t' || c == '\r' || c == ',';
    if (is_separator) ++size.nodes;
    if (!is_blank && !is_in_word) ++size.edges;
    is_in_word = !is_blank;
  }
  return size;
}

/// Reads adjacency lists: a line per node, the neighbours separated by spaces or commas. Lines are separated by
/// line ends or '/', and an empty line is a node without neighbours, also the last one: "1/0/" has three nodes.
/// `adjacency:` may stand before them, and alone is one node; a text without it must not be empty.
/// `place` says where the text comes from, for messages: a file, or a parameter.
///
/// Loops and repeated neighbours are refused: the problems that Zermelo reads exclude them, a loop would let a
/// player pass, and a repeated neighbour is a slip that would count as a second move.
/// @throws input_error naming the place, the line (from 1) and the node.
[[nodiscard]] inline adjacency_lists parse_adjacency(std::string_view text, std::string_view place = "graph") {
  constexpr std::string_view blanks = " \t\r,";
  constexpr std::string_view name = "adjacency:";
  if (text.starts_with(name)) {
    text.remove_prefix(name.size());
  } else if (text.find_first_not_of(blanks) == std::string_view::npos) {
    throw input_error(fmt::format("{}: the graph is empty", place));
  }
  const auto refuse = [&](std::size_t v, const std::string& why) {
    throw input_error(fmt::format("{}: line {} (node {}): {}", place, v + 1, v, why));
  };
  // How many nodes there are is known before the first neighbour is looked at.
  const auto is_separator = [](char c) { return c == '\n' || c == '/'; };
  const graph_size size = size_of_adjacency(text);
  const std::size_t num_nodes = size.nodes;

  adjacency_lists graph;
  graph.reserve(num_nodes, std::min(size.edges, adjacency_lists::max_edges));
  std::vector<std::size_t> last_seen(num_nodes, num_nodes);  // by node: the last line that names it
  std::size_t at = 0;
  for (std::size_t v = 0; v < num_nodes; ++v) {
    graph.add_node();
    while (at < text.size() && !is_separator(text[at])) {
      if (blanks.find(text[at]) != std::string_view::npos) {
        ++at;
        continue;
      }
      const std::size_t end = std::min(text.find_first_of(" \t\r,\n/", at), text.size());
      const std::string_view word = text.substr(at, end - at);
      at = end;
      std::uint64_t neighbour = 0;
      const auto [stop, status] = std::from_chars(word.data(), word.data() + word.size(), neighbour);
      if (stop != word.data() + word.size()) refuse(v, fmt::format("'{}' is not a node number", word));
      if (status != std::errc{} || neighbour >= num_nodes) {
        refuse(v, fmt::format("neighbour {} is out of range; nodes are 0 to {}", word, num_nodes - 1));
      }
      if (neighbour == v) refuse(v, fmt::format("neighbour {} is the node itself; loops are not allowed", word));
      if (std::exchange(last_seen[neighbour], v) == v) refuse(v, fmt::format("neighbour {} is given twice", word));
      graph.add_neighbour(static_cast<adjacency_lists::node>(neighbour));
    }
    ++at;
  }
  return graph;
}

}  // namespace zermelo
