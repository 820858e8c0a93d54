// SPDX-License-Identifier: MIT
// The length, then the upper triangle of the adjacency matrix column by column, six bits a character.
#include <zermelo/experiment/graph6.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

#include <fmt/core.h>

#include <zermelo/core/base/error.hpp>

namespace zermelo::experiment {
namespace {

constexpr unsigned first_character = 63;
constexpr unsigned last_character = 126;
constexpr unsigned bits_a_character = 6;
/// One character has the number of nodes up to 62, and otherwise says that three more follow, or six.
constexpr std::uint64_t long_number = 63;
constexpr std::uint64_t most_nodes = 100'000;  ///< far more than can be tabled

class bit_reader {
 public:
  explicit bit_reader(std::string_view text) : m_text(text) {}

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
    for (unsigned i = 0; i < characters; ++i) value = value << bits_a_character | six();
    return value;
  }
  [[nodiscard]] bool bit() {
    if (m_left == 0) {
      m_bits = six();
      m_left = bits_a_character;
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

}  // namespace

std::string adjacency_of_graph6(std::string_view line) {
  constexpr std::string_view header = ">>graph6<<";
  if (line.starts_with(header)) line.remove_prefix(header.size());
  bit_reader bits(line);
  std::uint64_t nodes = bits.number(1);
  if (nodes == long_number) {
    nodes = bits.number(1);
    const bool is_longer = nodes == long_number;
    nodes = is_longer ? bits.number(6) : nodes << 2 * bits_a_character | bits.number(2);
  }
  if (nodes == 0 || nodes > most_nodes) {
    throw input_error(fmt::format("graph6: {} nodes; a graph has 1 to {}", nodes, most_nodes));
  }
  std::vector<std::vector<std::uint64_t>> neighbours(nodes);
  for (std::uint64_t column = 1; column < nodes; ++column) {
    for (std::uint64_t row = 0; row < column; ++row) {
      if (!bits.bit()) continue;
      neighbours[row].push_back(column);
      neighbours[column].push_back(row);
    }
  }
  if (!bits.at_end()) throw input_error(fmt::format("graph6: more characters than {} nodes have", nodes));
  std::string text;
  for (std::uint64_t node = 0; node < nodes; ++node) {
    if (node > 0) text += '/';
    const auto& list = neighbours[node];
    for (std::size_t i = 0; i < list.size(); ++i) text += fmt::format("{}{}", i == 0 ? "" : ",", list[i]);
  }
  return text;
}

}  // namespace zermelo::experiment
