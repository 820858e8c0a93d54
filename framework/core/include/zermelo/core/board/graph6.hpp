// SPDX-License-Identifier: MIT
// Undirected graphs in the text form graph6 (Brendan McKay, "Description of graph6, sparse6 and digraph6 encodings"):
// the number of nodes, then the upper triangle of the adjacency matrix column by column, six bits a character.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include <fmt/core.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/board/adjacency.hpp>

namespace zermelo {

/// What may stand before the first graph of a file.
inline constexpr std::string_view graph6_header = ">>graph6<<";

namespace detail {

class graph6_bits {
 public:
  static constexpr unsigned first_character = 63;
  static constexpr unsigned last_character = 126;
  static constexpr unsigned per_character = 6;

  explicit graph6_bits(std::string_view text) : m_text(text) {}

  /// The next character's six bits. @throws input_error
  [[nodiscard]] std::uint64_t six() {
    if (m_next == m_text.size()) throw input_error("graph6: the line ends too early");
    const auto c = static_cast<unsigned char>(m_text[m_next++]);
    if (c < first_character || c > last_character) {
      throw input_error(fmt::format("graph6: character {} has the code {}, not one of 63 to 126", m_next, c));
    }
    return c - first_character;
  }
  [[nodiscard]] std::uint64_t number(unsigned characters) {
    std::uint64_t value = 0;
    for (unsigned i = 0; i < characters; ++i) value = value << per_character | six();
    return value;
  }
  [[nodiscard]] bool bit() {
    if (m_left == 0) {
      m_bits = six();
      m_left = per_character;
    }
    return (m_bits >> --m_left & 1U) != 0;
  }
  [[nodiscard]] bool at_end() const noexcept { return m_next == m_text.size(); }

 private:
  std::string_view m_text;
  std::size_t m_next = 0;
  std::uint64_t m_bits = 0;
  unsigned m_left = 0;
};

}  // namespace detail

/// Whether a text can be graph6 by its characters.
[[nodiscard]] inline bool may_be_graph6(std::string_view text) {
  if (text.starts_with(graph6_header)) return true;
  for (const char c : text) {
    const auto code = static_cast<unsigned char>(c);
    if (code < detail::graph6_bits::first_character || code > detail::graph6_bits::last_character) return false;
  }
  return !text.empty();
}

/// Reads one graph: calls `begin(nodes)` once, then `edge(a, b)` with a < b for every edge, by b, then by a. The
/// optional header `>>graph6<<` is skipped. Time nodes^2 / 2.
/// @throws input_error, without a place, for a character or a length that graph6 does not have, or more than
///   `most_nodes` nodes; and what the functions throw.
template <class Begin, class Edge>
void read_graph6(std::string_view line, std::uint64_t most_nodes, const Begin& begin, const Edge& edge) {
  // One character has the number of nodes up to 62, and otherwise says that three more follow, or six.
  constexpr std::uint64_t long_number = 63;
  if (line.starts_with(graph6_header)) line.remove_prefix(graph6_header.size());
  detail::graph6_bits bits(line);
  std::uint64_t nodes = bits.number(1);
  if (nodes == long_number) {
    nodes = bits.number(1);
    const bool is_longer = nodes == long_number;
    nodes = is_longer ? bits.number(6) : nodes << 2 * detail::graph6_bits::per_character | bits.number(2);
  }
  if (nodes == 0 || nodes > most_nodes) {
    throw input_error(fmt::format("graph6: {} nodes; a graph has 1 to {}", nodes, most_nodes));
  }
  begin(nodes);
  for (std::uint64_t b = 1; b < nodes; ++b) {
    for (std::uint64_t a = 0; a < b; ++a) {
      if (bits.bit()) edge(static_cast<adjacency_lists::node>(a), static_cast<adjacency_lists::node>(b));
    }
  }
  if (!bits.at_end()) throw input_error(fmt::format("graph6: more characters than {} nodes have", nodes));
}

}  // namespace zermelo
