// SPDX-License-Identifier: MIT
// Graphs as lines of printable characters, six bits each (Brendan McKay, "Description of graph6, sparse6 and digraph6
// encodings"): the number of nodes, then
//   graph6    the upper triangle of the adjacency matrix, column by column
//   sparse6   behind ':', a list of edges by their higher node
//   digraph6  behind '&', the adjacency matrix, row by row
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include <fmt/core.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/board/adjacency.hpp>

namespace zermelo {

/// What may stand before the first graph of a file.
inline constexpr std::string_view graph6_header = ">>graph6<<";
inline constexpr std::string_view sparse6_header = ">>sparse6<<";
inline constexpr std::string_view digraph6_header = ">>digraph6<<";

namespace detail {

class graph6_bits {
 public:
  static constexpr unsigned first_character = 63;
  static constexpr unsigned last_character = 126;
  static constexpr unsigned per_character = 6;

  /// @param form   for messages
  /// @param start  what the text begins with, and is skipped behind the header, which may be left out
  graph6_bits(std::string_view text, std::string_view form, std::string_view header, std::string_view start)
      : m_text(text), m_form(form) {
    if (m_text.starts_with(header)) m_next = header.size();
    if (!m_text.substr(m_next).starts_with(start)) refuse(fmt::format("the line does not begin with '{}'", start));
    m_next += start.size();
  }

  [[noreturn]] void refuse(const std::string& why) const { throw input_error(fmt::format("{}: {}", m_form, why)); }

  /// The next character's six bits. @throws input_error
  [[nodiscard]] std::uint64_t six() {
    if (m_next == m_text.size()) refuse("the line ends too early");
    const auto c = static_cast<unsigned char>(m_text[m_next++]);
    if (c < first_character || c > last_character) {
      refuse(fmt::format("character {} has the code {}, not one of 63 to 126", m_next, c));
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
  [[nodiscard]] std::uint64_t number_of_bits(unsigned bits) {
    std::uint64_t value = 0;
    for (unsigned i = 0; i < bits; ++i) value = value << 1U | std::uint64_t{bit()};
    return value;
  }
  /// How many nodes there are: a character up to 62, and otherwise one that says that three more follow, or six.
  [[nodiscard]] std::uint64_t nodes(std::uint64_t most) {
    constexpr std::uint64_t long_number = 63;
    std::uint64_t count = number(1);
    if (count == long_number) {
      count = number(1);
      const bool is_longer = count == long_number;
      count = is_longer ? number(per_character) : count << 2 * per_character | number(2);
    }
    if (count == 0 || count > most) refuse(fmt::format("{} nodes; a graph has 1 to {}", count, most));
    return count;
  }
  [[nodiscard]] bool at_end() const noexcept { return m_next == m_text.size(); }
  /// @throws input_error if there are characters left.
  void expect_end(std::uint64_t nodes) const {
    if (!at_end()) refuse(fmt::format("more characters than {} nodes have", nodes));
  }
  [[nodiscard]] std::uint64_t bits_left() const noexcept { return (m_text.size() - m_next) * per_character + m_left; }

 private:
  std::string_view m_text;
  std::string_view m_form;
  std::size_t m_next = 0;
  std::uint64_t m_bits = 0;
  unsigned m_left = 0;
};

}  // namespace detail

/// Whether a text can be graph6 by its characters. Brackets alone are meant as JSON, which has no other character of
/// graph6.
[[nodiscard]] inline bool may_be_graph6(std::string_view text) {
  if (text.starts_with(graph6_header)) return true;
  if (text.find_first_not_of("[]{}") == std::string_view::npos) return false;
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
  detail::graph6_bits bits(line, "graph6", graph6_header, "");
  const std::uint64_t nodes = bits.nodes(most_nodes);
  begin(nodes);
  for (std::uint64_t b = 1; b < nodes; ++b) {
    for (std::uint64_t a = 0; a < b; ++a) {
      if (bits.bit()) edge(static_cast<adjacency_lists::node>(a), static_cast<adjacency_lists::node>(b));
    }
  }
  bits.expect_end(nodes);
}

/// The same for sparse6: `edge(a, b)` with a <= b, by b; loops, and edges that are there more than once, as they are.
template <class Begin, class Edge>
void read_sparse6(std::string_view line, std::uint64_t most_nodes, const Begin& begin, const Edge& edge) {
  detail::graph6_bits bits(line, "sparse6", sparse6_header, ":");
  const std::uint64_t nodes = bits.nodes(most_nodes);
  begin(nodes);
  unsigned bits_of_node = 0;
  while ((nodes - 1) >> bits_of_node != 0) ++bits_of_node;
  // A group says whether the node at hand goes up by one, and then its neighbour, or the next node at hand.
  std::uint64_t at = 0;
  std::uint64_t left = bits.bits_left();
  for (; left >= bits_of_node + 1; left = bits.bits_left()) {
    if (bits.bit()) ++at;
    const std::uint64_t named = bits.number_of_bits(bits_of_node);
    if (at >= nodes || named >= nodes) break;  // what fills up the last character
    if (named > at) {
      at = named;
    } else {
      edge(static_cast<adjacency_lists::node>(named), static_cast<adjacency_lists::node>(at));
    }
  }
  if (left >= detail::graph6_bits::per_character) bits.refuse("more characters than the edges take");
}

/// The same for digraph6: `arc(a, b)` for every arc from a to b, by a, then by b; loops as they are. Time nodes^2.
template <class Begin, class Arc>
void read_digraph6(std::string_view line, std::uint64_t most_nodes, const Begin& begin, const Arc& arc) {
  detail::graph6_bits bits(line, "digraph6", digraph6_header, "&");
  const std::uint64_t nodes = bits.nodes(most_nodes);
  begin(nodes);
  for (std::uint64_t a = 0; a < nodes; ++a) {
    for (std::uint64_t b = 0; b < nodes; ++b) {
      if (bits.bit()) arc(static_cast<adjacency_lists::node>(a), static_cast<adjacency_lists::node>(b));
    }
  }
  bits.expect_end(nodes);
}

}  // namespace zermelo
