// SPDX-License-Identifier: MIT
// Random connected graphs, as instances of games. The same arguments give the same graph on every platform.
//
// Algorithm: one xoshiro256** generator seeded by splitmix64 (random.hpp) makes
//   1. an order of the nodes by a Fisher-Yates shuffle: for i = n - 1 .. 1, swap places i and below(i + 1);
//   2. a random recursive tree: for i = 1 .. n - 1, an edge between places i and below(i) of that order;
//   3. further edges {below(n), below(n)}, drawn again where they are loops or there already, until there are
//      round(n * mean_degree / 2).
// Every list of neighbours is ascending.
//
//   memory  the graph, and beside it 12 bytes an edge, or a bit for every pair of nodes where that is less
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include <fmt/core.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/random.hpp>
#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/board/adjacency.hpp>

namespace zermelo {
namespace detail {

/// A set of edges between two nodes each: a bit for every pair of nodes, or a table of those that are there, whichever
/// is smaller.
class edge_set {
 public:
  using node = adjacency_lists::node;

  /// Precondition: room for at most `most` edges, and no more are put in.
  edge_set(std::uint32_t nodes, std::uint64_t most)
      : m_nodes(nodes), m_is_dense(words_of_bits(nodes) <= words_of_table(most)) {
    m_words.assign(m_is_dense ? words_of_bits(nodes) : words_of_table(most), 0);
  }

  [[nodiscard]] static constexpr std::uint64_t bytes_for(std::uint64_t nodes, std::uint64_t most) noexcept {
    return sizeof(std::uint64_t) * std::min(words_of_bits(nodes), words_of_table(most));
  }

  [[nodiscard]] std::uint64_t size() const noexcept { return m_size; }

  /// Returns false if it is there already. Precondition: two different nodes.
  bool insert(node a, node b) {
    if (a > b) std::swap(a, b);
    if (m_is_dense) {
      const std::uint64_t pair = std::uint64_t{b} * (b - std::uint64_t{1}) / 2 + a;
      std::uint64_t& word = m_words[pair / word_bits];
      const std::uint64_t bit = std::uint64_t{1} << (pair % word_bits);
      if ((word & bit) != 0) return false;
      word |= bit;
    } else {
      const std::uint64_t key = std::uint64_t{a} * m_nodes + b;  // never 0, which is an empty place
      std::size_t at = splitmix64_mix(key) % m_words.size();
      for (; m_words[at] != 0; at = at + 1 == m_words.size() ? 0 : at + 1) {
        if (m_words[at] == key) return false;
      }
      m_words[at] = key;
    }
    ++m_size;
    return true;
  }

  /// Calls f(lower node, higher node) for each, in no order. @throws interrupted.
  template <class Callback>
  void for_each(const work_monitor& monitor, const Callback& f) const {
    if (!m_is_dense) {
      constexpr std::size_t check_every = 1 << 16;
      for (std::size_t i = 0; i < m_words.size(); ++i) {
        if (i % check_every == 0) monitor.check_stop();
        const std::uint64_t key = m_words[i];
        if (key != 0) f(static_cast<node>(key / m_nodes), static_cast<node>(key % m_nodes));
      }
      return;
    }
    std::uint64_t pair = 0;
    for (node b = 1; b < m_nodes; ++b) {
      monitor.check_stop();
      for (node a = 0; a < b; ++a, ++pair) {
        if ((m_words[pair / word_bits] >> (pair % word_bits) & 1) != 0) f(a, b);
      }
    }
  }

 private:
  static constexpr std::uint64_t word_bits = 64;
  [[nodiscard]] static constexpr std::uint64_t words_of_bits(std::uint64_t nodes) noexcept {
    return nodes * (nodes - 1) / 2 / word_bits + 1;
  }
  /// Two places in three are taken in the end.
  [[nodiscard]] static constexpr std::uint64_t words_of_table(std::uint64_t most) noexcept {
    return most + most / 2 + 1;
  }

  std::uint64_t m_nodes;
  bool m_is_dense;
  std::vector<std::uint64_t> m_words;
  std::uint64_t m_size = 0;
};

/// The edges as lists of neighbours, each ascending.
[[nodiscard]] inline adjacency_lists lists_of(const edge_set& edges, std::uint32_t nodes, const work_monitor& monitor) {
  using node = adjacency_lists::node;
  std::vector<std::uint32_t> starts(nodes + std::size_t{1}, 0);
  edges.for_each(monitor, [&](node a, node b) {
    ++starts[a];
    ++starts[b];
  });
  // Each row is filled from its end, so that in the end these are starts.
  std::inclusive_scan(starts.begin(), starts.end(), starts.begin());
  std::vector<node> neighbours(2 * edges.size());
  edges.for_each(monitor, [&](node a, node b) {
    neighbours[--starts[a]] = b;
    neighbours[--starts[b]] = a;
  });
  for (std::size_t v = 0; v < nodes; ++v) {
    monitor.check_stop();
    std::sort(neighbours.begin() + starts[v], neighbours.begin() + starts[v + 1]);
  }
  return {std::move(starts), std::move(neighbours)};
}

}  // namespace detail

/// How many edges the graph below has, and how many bytes making it takes at its peak.
struct random_graph_size {
  std::uint64_t edges = 0;  ///< each counted once
  std::uint64_t bytes_to_make = 0;
};

/// The size of the graph below, before it is made. @throws as it does.
[[nodiscard]] inline random_graph_size size_of_random_graph(std::uint32_t nodes, double mean_degree) {
  const double wanted = std::round(nodes * mean_degree / 2);
  const std::uint64_t fewest = nodes - std::uint64_t{1};
  const std::uint64_t most = fewest * nodes / 2;
  if (!(wanted >= static_cast<double>(fewest) && wanted <= static_cast<double>(most))) {
    throw input_error(
        fmt::format("degree={} asks for {:.0f} edges; a connected graph of {} nodes has from {} to {}, so a degree "
                    "from {:.4g} to {}",
                    mean_degree, wanted, nodes, fewest, most, 2.0 * static_cast<double>(fewest) / nodes, fewest));
  }
  if (wanted > static_cast<double>(adjacency_lists::max_edges) / 2) {
    throw resource_error(fmt::format("a graph of {:.0f} edges is larger than 2^25", wanted));
  }
  const auto edges = static_cast<std::uint64_t>(wanted);
  return {edges, detail::edge_set::bytes_for(nodes, edges) + adjacency_lists::bytes_for(nodes, 2 * edges)};
}

/// A connected undirected graph without loops or double edges, with round(nodes * mean_degree / 2) edges.
/// Precondition: nodes > 0.
/// @throws input_error if no such graph exists, resource_error if it has more edges than adjacency_lists can hold;
///   interrupted.
[[nodiscard]] inline adjacency_lists random_graph(std::uint32_t nodes, double mean_degree, std::uint64_t seed,
                                                  const work_monitor& monitor = work_monitor()) {
  using node = adjacency_lists::node;
  const std::uint64_t num_edges = size_of_random_graph(nodes, mean_degree).edges;
  detail::edge_set edges(nodes, num_edges);
  if (num_edges == (nodes - std::uint64_t{1}) * nodes / 2) {  // whatever is drawn, these are the edges
    for (node b = 1; b < nodes; ++b) {
      monitor.check_stop();
      for (node a = 0; a < b; ++a) edges.insert(a, b);
    }
    return detail::lists_of(edges, nodes, monitor);
  }

  random_generator random(seed);
  std::vector<node> order(nodes);
  std::iota(order.begin(), order.end(), node{0});
  for (std::size_t i = nodes; i-- > 1;) std::swap(order[i], order[random.below(i + 1)]);
  for (std::size_t i = 1; i < nodes; ++i) edges.insert(order[i], order[random.below(i)]);
  constexpr std::uint64_t check_every = 1 << 16;
  for (std::uint64_t drawn = 0; edges.size() < num_edges; ++drawn) {
    if (drawn % check_every == 0) monitor.check_stop();
    const auto a = static_cast<node>(random.below(nodes));
    const auto b = static_cast<node>(random.below(nodes));
    if (a != b) edges.insert(a, b);
  }
  return detail::lists_of(edges, nodes, monitor);
}

}  // namespace zermelo
