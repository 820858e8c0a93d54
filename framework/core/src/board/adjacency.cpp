// SPDX-License-Identifier: MIT
#include <zermelo/core/board/adjacency.hpp>

#include <algorithm>
#include <charconv>
#include <numeric>
#include <string>
#include <system_error>
#include <utility>

#include <fmt/core.h>

#include <zermelo/core/base/error.hpp>

namespace zermelo {

adjacency_lists::adjacency_lists() : adjacency_lists({0}, {}) {}

adjacency_lists::adjacency_lists(std::vector<std::uint32_t> starts, std::vector<node> neighbours)
    : compressed_rows(std::move(starts), std::move(neighbours)) {}

void adjacency_lists::reserve(std::size_t nodes, std::size_t edges) {
  m_starts.reserve(nodes + 1);
  m_targets.reserve(edges);
}

void adjacency_lists::add_node() { m_starts.push_back(m_starts.back()); }

void adjacency_lists::add_neighbour(node to) {
  if (m_targets.size() == max_edges) throw resource_error("a graph or a move table has more than 2^26 edges");
  m_targets.push_back(to);
  ++m_starts.changed().back();
}

adjacency_lists adjacency_lists::reversed() const {
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

bool is_undirected(const adjacency_lists& graph) {
  const adjacency_lists back = graph.reversed();
  // Reversing twice sorts every list.
  return back.reversed() == back;
}

graph_size size_of_adjacency(std::string_view text) {
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

adjacency_lists parse_adjacency(std::string_view text, std::string_view place) {
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
