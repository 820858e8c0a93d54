// SPDX-License-Identifier: MIT
#include <zermelo/catalog/query/parity_solution.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/core.h>

#include <zermelo/catalog/base/file_text.hpp>
#include <zermelo/catalog/base/memory.hpp>
#include <zermelo/catalog/base/text.hpp>
#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/escaped_text.hpp>
#include <zermelo/core/base/text.hpp>

namespace zermelo {
namespace {

/// Parses a solution that is passed in blocks of text.
class solution_parser {
 public:
  solution_parser(std::string file, std::uint64_t num_positions)
      : m_file(std::move(file)), m_claim(num_positions), m_lines(num_positions) {}

  void take(std::string_view piece) {
    for (const char c : piece) take(c);
  }

  [[nodiscard]] parity_solution finish() {
    if (m_num_tokens > 0 || m_is_in_token) reject("the file ends before the ';' of this entry");
    if (!m_has_entries)
      throw input_error(
          fmt::format("{}: invalid parity solution: expected entries `VERTEX WINNER MOVE;`, got none", m_file));
    return {std::move(m_claim), std::move(m_lines)};
  }

 private:
  static constexpr std::string_view keyword = "paritysol";
  static constexpr std::uint64_t max_number = std::numeric_limits<std::uint64_t>::max();
  static constexpr std::uint64_t base = 10;

  void take(char c) {
    if (c >= '0' && c <= '9' && m_num_letters == 0) {
      begin_token();
      const auto digit = static_cast<std::uint64_t>(c - '0');
      m_number = m_number > (max_number - digit) / base ? max_number : base * m_number + digit;
    } else if (c == ' ' || c == '\n' || c == '\r' || c == '\t') {
      end_token();
      if (c == '\n') ++m_line;
    } else if (c == ';') {
      if (m_num_tokens == 0 && !m_is_in_token) m_entry_line = m_line;
      end_token();
      end_entry();
    } else {
      take_letter(c);
    }
  }

  /// Parses a letter, which is allowed only in the keyword of the header.
  void take_letter(char c) {
    const bool is_at_beginning = !m_has_header && !m_has_entries && m_num_tokens == 0;
    const bool is_in_number = m_is_in_token && m_num_letters == 0;
    if (!is_at_beginning || is_in_number || m_num_letters == keyword.size() || c != keyword[m_num_letters]) {
      if (!m_is_in_token && m_num_tokens == 0) m_entry_line = m_line;
      reject(fmt::format("expected `VERTEX WINNER MOVE;`, got '{}'", escaped_text(std::string(1, c))));
    }
    begin_token();
    ++m_num_letters;
  }

  void begin_token() noexcept {
    if (m_is_in_token) return;
    m_is_in_token = true;
    m_number = 0;
    if (m_num_tokens == 0) m_entry_line = m_line;
  }

  void end_token() {
    if (!m_is_in_token) return;
    m_is_in_token = false;
    if (m_num_letters > 0) {
      if (m_num_letters < keyword.size()) reject("expected 'paritysol' or a vertex at the beginning");
      m_num_letters = 0;
      m_has_header = true;
      m_is_header = true;
      return;
    }
    if (m_num_tokens == m_tokens.size())
      reject("expected `VERTEX WINNER MOVE;`, got more than 3 numbers before the ';'");
    m_tokens[m_num_tokens++] = m_number;
  }

  void end_entry() {
    const std::size_t num_tokens = m_num_tokens;
    m_num_tokens = 0;
    if (m_is_header) {
      if (num_tokens != 1) reject("expected `paritysol LARGEST_VERTEX;`");
      m_is_header = false;
      return;
    }
    if (num_tokens < 2) reject("expected a vertex and its winner, 0 or 1");
    const auto [vertex, winner, move] = m_tokens;
    expect_vertex(vertex);
    if (winner > 1) reject(fmt::format("vertex {}: expected winner 0 or 1, got '{}'", vertex, winner));
    if (m_claim.has(vertex)) reject(fmt::format("duplicate vertex {}", vertex));
    if (num_tokens > 2) expect_vertex(move);
    m_claim.set(vertex, static_cast<player>(winner),
                num_tokens > 2 ? static_cast<std::uint32_t>(move) : claimed_regions::no_move);
    constexpr std::uint64_t max_line = std::numeric_limits<std::uint32_t>::max();
    m_lines[vertex] = static_cast<std::uint32_t>(std::min(m_entry_line, max_line));
    m_has_entries = true;
  }

  void expect_vertex(std::uint64_t vertex) const {
    if (vertex < m_claim.size()) return;
    reject(fmt::format("vertex {} is out of range; expected 0 to {}", vertex, m_claim.size() - 1));
  }

  [[noreturn]] void reject(const std::string& reason) const {
    throw input_error(fmt::format("{}, line {}: {}", m_file, m_entry_line, reason));
  }

  std::string m_file;
  claimed_regions m_claim;
  std::vector<std::uint32_t> m_lines;  ///< see parity_solution
  std::uint64_t m_line = 1;
  std::uint64_t m_entry_line = 1;  ///< the line where the entry begins
  std::array<std::uint64_t, 3> m_tokens{};
  std::size_t m_num_tokens = 0;
  std::uint64_t m_number = 0;  ///< the value of the token
  bool m_is_in_token = false;
  std::size_t m_num_letters = 0;  ///< the number of letters in the token; 0 for a number
  bool m_is_header = false;       ///< whether the entry is the header
  bool m_has_header = false;
  bool m_has_entries = false;
};

/// @throws resource_error or input_error if a solution with `num_positions` positions cannot be stored and checked.
void expect_space(const std::string& file, std::uint64_t num_positions) {
  if (num_positions > claimed_regions::max_positions) {
    throw input_error(fmt::format("{}: expected a table of at most {} positions, got {}", file,
                                  grouped_digits(claimed_regions::max_positions), grouped_digits(num_positions)));
  }
  expect_available(file + ": checking the solution needs", claimed_regions::bytes(num_positions) +
                                                               sizeof(std::uint32_t) * num_positions +
                                                               verify_regions_bytes(num_positions));
}

}  // namespace

parity_solution read_parity_solution(const std::string& file, std::uint64_t num_positions,
                                     const work_monitor& monitor) {
  const std::string name = display_file_name(file);
  expect_space(name, num_positions);
  solution_parser parser(name, num_positions);
  bool is_begin = true;
  read_file_in_blocks(file, [&](std::string_view block) {
    monitor.check_stop();
    parser.take(std::exchange(is_begin, false) ? without_byte_order_mark(block) : block);
  });
  return parser.finish();
}

}  // namespace zermelo
