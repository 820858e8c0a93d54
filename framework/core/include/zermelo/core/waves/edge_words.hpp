// SPDX-License-Identifier: MIT
// The encoding in which edges of a graph are sent to the block of their target.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <zermelo/core/blocks/block_exchange.hpp>
#include <zermelo/core/graph/graph_access.hpp>

namespace zermelo::detail {

/// Encodes an edge as its source and the offset of its target in the receiving block: in one word if 32 bits can number
/// all vertices, otherwise in two words.
class edge_words {
 public:
  explicit edge_words(std::uint64_t num_vertices) : m_is_narrow(has_narrow_vertices(num_vertices)) {}

  void add(word_outbox& outbox, std::uint64_t block, std::uint64_t from, std::uint64_t offset) const {
    if (m_is_narrow) {
      outbox.add(block, from << half_bits | offset);
    } else {
      outbox.add(block, from);
      outbox.add(block, offset);
    }
  }
  [[nodiscard]] std::size_t words_per_edge() const noexcept { return m_is_narrow ? 1 : 2; }
  /// Calls f(from, offset) for each edge. Precondition: the words contain whole edges.
  template <class Function>
  void for_each_edge(std::span<const std::uint64_t> words, const Function& f) const {
    constexpr std::uint64_t low_half = (std::uint64_t{1} << half_bits) - 1;
    for (std::size_t i = 0; i != words.size(); i += words_per_edge()) {
      m_is_narrow ? f(words[i] >> half_bits, words[i] & low_half) : f(words[i], words[i + 1]);
    }
  }

 private:
  static constexpr unsigned half_bits = 32;
  bool m_is_narrow;
};

}  // namespace zermelo::detail
