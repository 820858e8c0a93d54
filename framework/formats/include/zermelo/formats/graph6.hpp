// SPDX-License-Identifier: MIT
// Reads graphs encoded as lines of printable characters with six bits each (Brendan McKay, "Description of graph6,
// sparse6 and digraph6 encodings"). A line contains the number of nodes, followed by
//   graph6    the upper triangle of the adjacency matrix, column by column
//   sparse6   after ':', a list of edges, ordered by their higher node
//   digraph6  after '&', the adjacency matrix, row by row
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include <fmt/core.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/board/adjacency.hpp>

namespace zermelo {

// Headers that may precede the first graph of a file.
inline constexpr std::string_view graph6_header = ">>graph6<<";
inline constexpr std::string_view sparse6_header = ">>sparse6<<";
inline constexpr std::string_view digraph6_header = ">>digraph6<<";

/// Whether a text begins with the first character of sparse6 or digraph6.
[[nodiscard]] inline bool begins_as_sparse6(std::string_view text) {
  return text.starts_with(':') || text.starts_with(sparse6_header);
}
[[nodiscard]] inline bool begins_as_digraph6(std::string_view text) {
  return text.starts_with('&') || text.starts_with(digraph6_header);
}

namespace detail {

/// Reads a line in one of the encodings. Members that read or check the line throw input_error if it is malformed.
class graph6_bits {
 public:
  static constexpr unsigned first_character = 63;
  static constexpr unsigned last_character = 126;
  static constexpr unsigned bits_per_character = 6;

  /// @param form    the encoding, for messages
  /// @param header  an optional header, which is skipped
  /// @param start   the required beginning of the graph after the header, which is skipped
  graph6_bits(std::string_view text, std::string_view form, std::string_view header, std::string_view start)
      : m_text(text), m_form(form) {
    if (m_text.starts_with(header)) m_next = header.size();
    if (!m_text.substr(m_next).starts_with(start)) reject(fmt::format("expected a line that begins with '{}'", start));
    m_next += start.size();
  }

  [[noreturn]] void reject(const std::string& why) const { throw input_error(fmt::format("{}: {}", m_form, why)); }

  /// Returns the six bits of the next character.
  [[nodiscard]] std::uint64_t next_six_bits() {
    if (m_next == m_text.size()) reject("the line is too short");
    const auto c = static_cast<unsigned char>(m_text[m_next++]);
    if (c < first_character || c > last_character) {
      reject(fmt::format("character {}: expected a code from 63 to 126, got {}", m_next, c));
    }
    return c - first_character;
  }
  /// Returns the number of the next `characters` characters, six bits each.
  [[nodiscard]] std::uint64_t number(unsigned characters) {
    std::uint64_t value = 0;
    for (unsigned i = 0; i < characters; ++i) value = value << bits_per_character | next_six_bits();
    return value;
  }
  [[nodiscard]] bool next_bit() {
    if (m_left == 0) {
      m_bits = next_six_bits();
      m_left = bits_per_character;
    }
    return (m_bits >> --m_left & 1U) != 0;
  }
  /// Returns the number of the next `bits` bits.
  [[nodiscard]] std::uint64_t number_of_bits(unsigned bits) {
    std::uint64_t value = 0;
    for (unsigned i = 0; i < bits; ++i) value = value << 1U | std::uint64_t{next_bit()};
    return value;
  }
  /// Returns the number of nodes, encoded as one character for up to 62, as 63 and three characters, or as 63 twice and
  /// six characters.
  [[nodiscard]] std::uint64_t num_nodes(std::uint64_t max_nodes) {
    constexpr std::uint64_t long_number = 63;
    constexpr unsigned longest_characters = 6;
    std::uint64_t count = number(1);
    if (count == long_number) {
      count = number(1);
      const bool is_longest = count == long_number;
      count = is_longest ? number(longest_characters) : count << 2 * bits_per_character | number(2);
    }
    if (count == 0 || count > max_nodes) reject(fmt::format("expected 1 to {1} nodes, got {0}", count, max_nodes));
    return count;
  }
  [[nodiscard]] bool at_end() const noexcept { return m_next == m_text.size(); }
  /// @throws input_error if unread characters remain.
  void expect_end(std::uint64_t nodes) const {
    if (!at_end()) reject(fmt::format("too many characters for {} nodes", nodes));
  }
  [[nodiscard]] std::uint64_t bits_left() const noexcept {
    return (m_text.size() - m_next) * bits_per_character + m_left;
  }

 private:
  std::string_view m_text;
  std::string_view m_form;
  std::size_t m_next = 0;    ///< the next character
  std::uint64_t m_bits = 0;  ///< bits of the last character
  unsigned m_left = 0;       ///< the number of unread bits, which are the lowest ones
};

}  // namespace detail

/// Whether a text consists only of characters of graph6. A text that consists only of brackets is JSON.
[[nodiscard]] inline bool may_be_graph6(std::string_view text) {
  if (text.starts_with(graph6_header)) return true;
  if (text.find_first_not_of("[]{}") == std::string_view::npos) return false;
  for (const char c : text) {
    const auto code = static_cast<unsigned char>(c);
    if (code < detail::graph6_bits::first_character || code > detail::graph6_bits::last_character) return false;
  }
  return !text.empty();
}

/// Reads one graph: calls begin(number of nodes) once, then edge(a, b) with a < b for every edge, ordered by b, then by
/// a. The optional header is skipped. Time nodes^2 / 2.
/// @throws input_error, without a location, for an invalid character or length, or more than `max_nodes` nodes; what
/// `begin` and `edge` throw
template <class Begin, class Edge>
void read_graph6(std::string_view line, std::uint64_t max_nodes, const Begin& begin, const Edge& edge) {
  detail::graph6_bits bits(line, "graph6", graph6_header, "");
  const std::uint64_t nodes = bits.num_nodes(max_nodes);
  begin(nodes);
  for (std::uint64_t b = 1; b < nodes; ++b) {
    for (std::uint64_t a = 0; a < b; ++a) {
      if (bits.next_bit()) edge(static_cast<adjacency_lists::node>(a), static_cast<adjacency_lists::node>(b));
    }
  }
  bits.expect_end(nodes);
}

/// Reads one graph in sparse6 like read_graph6, but edge(a, b) has a <= b, and is also called for loops and repeated
/// edges, ordered by b. Time proportional to the text.
template <class Begin, class Edge>
void read_sparse6(std::string_view line, std::uint64_t max_nodes, const Begin& begin, const Edge& edge) {
  detail::graph6_bits bits(line, "sparse6", sparse6_header, ":");
  const std::uint64_t nodes = bits.num_nodes(max_nodes);
  begin(nodes);
  unsigned bits_per_node = 0;
  while ((nodes - 1) >> bits_per_node != 0) ++bits_per_node;
  // Each group consists of a bit, which is added to the current node, and a node: a neighbour of the current node, or,
  // if it is greater, the new current node.
  std::uint64_t current = 0;
  std::uint64_t left = bits.bits_left();
  for (; left >= bits_per_node + 1; left = bits.bits_left()) {
    if (bits.next_bit()) ++current;
    const std::uint64_t number = bits.number_of_bits(bits_per_node);
    if (current >= nodes || number >= nodes) break;  // padding of the last character
    if (number > current) {
      current = number;
    } else {
      edge(static_cast<adjacency_lists::node>(number), static_cast<adjacency_lists::node>(current));
    }
  }
  if (left >= detail::graph6_bits::bits_per_character) bits.reject("too many characters for the edges");
}

/// Reads one graph in digraph6 like read_graph6, but calls arc(a, b) for every arc from a to b, loops included, ordered
/// by a, then by b. Time nodes^2.
template <class Begin, class Arc>
void read_digraph6(std::string_view line, std::uint64_t max_nodes, const Begin& begin, const Arc& arc) {
  detail::graph6_bits bits(line, "digraph6", digraph6_header, "&");
  const std::uint64_t nodes = bits.num_nodes(max_nodes);
  begin(nodes);
  for (std::uint64_t a = 0; a < nodes; ++a) {
    for (std::uint64_t b = 0; b < nodes; ++b) {
      if (bits.next_bit()) arc(static_cast<adjacency_lists::node>(a), static_cast<adjacency_lists::node>(b));
    }
  }
  bits.expect_end(nodes);
}

}  // namespace zermelo
