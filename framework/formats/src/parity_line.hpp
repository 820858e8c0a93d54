// SPDX-License-Identifier: MIT
// Parses one vertex of a parity game: number, priority, owner, successors, optionally a name, and ';'.
#pragma once

#include <cstdint>
#include <limits>
#include <string_view>

#include <fmt/core.h>

#include <zermelo/core/base/text.hpp>

#include "text_lines.hpp"

namespace zermelo::parity_lines {

/// A cursor that moves through a text from its beginning to its end. Members throw text_lines::line_error.
class line_cursor {
 public:
  explicit line_cursor(std::string_view text) : m_at(text.data()), m_end(text.data() + text.size()) { skip_blanks(); }

  [[nodiscard]] bool is_at_end() const noexcept { return m_at == m_end; }
  [[nodiscard]] bool is_at(char c) const noexcept { return m_at != m_end && *m_at == c; }
  [[nodiscard]] std::string_view rest() const noexcept { return {m_at, static_cast<std::size_t>(m_end - m_at)}; }
  /// Skips c and the blanks after it, if c is next.
  bool take(char c) {
    if (!is_at(c)) return false;
    ++m_at;
    skip_blanks();
    return true;
  }
  /// Parses an integer; returns the largest integer if the number does not fit. @param noun  the expected thing, for
  /// the message
  [[nodiscard]] std::uint64_t number(std::string_view noun) {
    if (m_at == m_end || !is_digit(*m_at)) reject(noun);
    const char* const begin = m_at;
    std::uint64_t value = 0;
    for (; m_at != m_end && is_digit(*m_at); ++m_at) value = 10 * value + static_cast<std::uint64_t>(*m_at - '0');
    constexpr std::ptrdiff_t safe_digits = std::numeric_limits<std::uint64_t>::digits10;
    if (m_at - begin > safe_digits) value = slow_number({begin, static_cast<std::size_t>(m_at - begin)});
    skip_blanks();
    return value;
  }
  /// Returns the text up to the next '"'. Precondition: a '"' is next.
  [[nodiscard]] std::string_view quoted() {
    const std::string_view behind = rest().substr(1);
    const std::size_t size = behind.find('"');
    if (size == std::string_view::npos) throw text_lines::line_error{"expected '\"' at the end of the vertex's name"};
    m_at += size + 2;
    skip_blanks();
    return behind.substr(0, size);
  }
  [[noreturn]] void reject(std::string_view noun) const {
    const std::string_view found = rest().substr(0, rest().find('\n'));
    throw text_lines::line_error{found.empty() ? fmt::format("expected {}, got the end of the line", noun)
                                               : fmt::format("expected {}, got '{}'", noun, excerpt(found))};
  }

 private:
  [[nodiscard]] static bool is_digit(char c) noexcept { return c >= '0' && c <= '9'; }
  [[nodiscard]] static std::uint64_t slow_number(std::string_view digits) {
    const auto value = parse_number<unsigned long long>(digits);
    return value.value_or(std::numeric_limits<std::uint64_t>::max());
  }
  void skip_blanks() noexcept {
    while (m_at != m_end && (*m_at == ' ' || *m_at == '\t' || *m_at == '\r')) ++m_at;
  }

  const char* m_at;
  const char* m_end;
};

/// The data of a vertex without its successors.
struct parity_vertex {
  std::uint64_t number = 0;
  std::uint64_t priority = 0;
  std::uint8_t owner = 0;
  std::string_view name{};
};

/// Parses and skips a vertex. Calls begin(vertex) when number, priority and owner are known, and then successor(number)
/// for each successor. @throws text_lines::line_error
template <class Begin, class Successor>
[[nodiscard]] parity_vertex parse_parity_vertex(line_cursor& at, const Begin& begin, const Successor& successor) {
  parity_vertex vertex;
  vertex.number = at.number("the number of a vertex");
  vertex.priority = at.number("a priority");
  if (at.is_at(',')) {
    throw text_lines::line_error{
        fmt::format("vertex {} has several priorities; generalized parity games are not supported", vertex.number)};
  }
  const std::uint64_t owner = at.number("an owner, 0 or 1");
  if (owner > 1) {
    throw text_lines::line_error{fmt::format("vertex {}: expected owner 0 or 1, got {}", vertex.number, owner)};
  }
  vertex.owner = static_cast<std::uint8_t>(owner);
  begin(vertex);
  do {
    successor(at.number("a successor"));
  } while (at.take(','));
  if (at.is_at('"')) vertex.name = at.quoted();
  if (!at.take(';')) at.reject("';'");
  return vertex;
}

}  // namespace zermelo::parity_lines
