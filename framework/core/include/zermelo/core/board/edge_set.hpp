// SPDX-License-Identifier: MIT
// A set of edges, for generators of random graphs.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include <zermelo/core/base/random.hpp>
#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/board/adjacency.hpp>

namespace zermelo::detail {

/// A set of undirected edges: a bit for every pair of nodes, or a hash table of the edges, whichever is smaller.
class edge_set {
 public:
  using node = adjacency_lists::node;

  /// @param max_edges  the greatest number of inserted edges
  edge_set(std::uint32_t nodes, std::uint64_t max_edges)
      : m_nodes(nodes), m_is_dense(words_of_bits(nodes) <= words_of_table(max_edges)) {
    m_words.assign(m_is_dense ? words_of_bits(nodes) : words_of_table(max_edges), 0);
  }

  [[nodiscard]] static constexpr std::uint64_t bytes_for(std::uint64_t nodes, std::uint64_t max_edges) noexcept {
    return sizeof(std::uint64_t) * std::min(words_of_bits(nodes), words_of_table(max_edges));
  }

  [[nodiscard]] std::uint64_t size() const noexcept { return m_size; }

  /// Adds an edge; returns false if the set already has it. Preconditions: a != b; size() < max_edges.
  bool insert(node a, node b) {
    if (a > b) std::swap(a, b);
    if (m_is_dense) {
      const std::uint64_t pair = std::uint64_t{b} * (b - std::uint64_t{1}) / 2 + a;
      std::uint64_t& word = m_words[pair / word_bits];
      const std::uint64_t bit = std::uint64_t{1} << (pair % word_bits);
      if ((word & bit) != 0) return false;
      word |= bit;
    } else {
      const std::uint64_t key = std::uint64_t{a} * m_nodes + b;  // never 0, which marks an empty slot
      std::size_t at = splitmix64_mix(key) % m_words.size();
      for (; m_words[at] != 0; at = at + 1 == m_words.size() ? 0 : at + 1) {
        if (m_words[at] == key) return false;
      }
      m_words[at] = key;
    }
    ++m_size;
    return true;
  }

  /// Calls f(lower node, higher node) for each edge, in no particular order. @throws interrupted.
  template <class Callback>
  void for_each(const work_monitor& monitor, const Callback& f) const {
    if (!m_is_dense) {
      constexpr std::size_t words_per_check = 1 << 16;
      for (std::size_t i = 0; i < m_words.size(); ++i) {
        if (i % words_per_check == 0) monitor.check_stop();
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
  /// At most two of three slots of the hash table are used.
  [[nodiscard]] static constexpr std::uint64_t words_of_table(std::uint64_t max_edges) noexcept {
    return max_edges + max_edges / 2 + 1;
  }

  std::uint64_t m_nodes;
  bool m_is_dense;
  std::vector<std::uint64_t> m_words;
  std::uint64_t m_size = 0;
};

/// The graph of the edges, with ascending lists. Precondition: at most adjacency_lists::max_edges / 2 edges.
/// @throws interrupted.
[[nodiscard]] adjacency_lists adjacency_lists_of(const edge_set& edges, std::uint32_t nodes,
                                                 const work_monitor& monitor);

}  // namespace zermelo::detail
