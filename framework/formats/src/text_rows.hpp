// SPDX-License-Identifier: MIT
// Splits the text of a list into rows: its lines, or the inner arrays of a JSON array of arrays.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/core.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/text.hpp>

namespace zermelo {

struct text_row {
  std::uint64_t number = 0;  ///< from 1
  std::string_view text;     ///< the row, without leading and trailing blanks
  std::vector<std::string_view> fields;
};

/// Whether a character begins a comment in lists of edges.
[[nodiscard]] constexpr bool is_comment_mark(char c) noexcept { return c == '#' || c == '%'; }

class text_rows {
 public:
  /// @param text    must outlive this object
  /// @param source  the origin of the text, for messages
  text_rows(std::string_view text, std::string source)
      : m_text(text), m_source(std::move(source)), m_is_json(trimmed(text).starts_with('[')) {}

  [[nodiscard]] bool is_json() const noexcept { return m_is_json; }
  /// Returns the noun for a row in messages.
  [[nodiscard]] std::string_view row_name() const noexcept { return m_is_json ? "element" : "line"; }
  /// Returns a row's location in messages, such as "line 3".
  [[nodiscard]] std::string location_of(std::uint64_t number) const { return fmt::format("{} {}", row_name(), number); }

  /// Calls f(row) for each row in order. @throws input_error if the text begins like JSON but is not an array of
  /// arrays.
  template <class Callback>
  void for_each(const Callback& f) const {
    m_is_json ? for_each_array(f) : for_each_line(f);
  }

 private:
  static constexpr std::string_view blanks = " \t\r\n";
  static constexpr std::string_view separators = " \t\r,";

  template <class Callback>
  void for_each_line(const Callback& f) const {
    // '/' ends a line only in a text without line ends, since comments in a file may contain '/'.
    const char end_of_line = m_text.find('\n') == std::string_view::npos ? '/' : '\n';
    text_row row;
    for (std::size_t begin = 0; begin <= m_text.size();) {
      const std::size_t end = std::min(m_text.find(end_of_line, begin), m_text.size());
      ++row.number;
      row.text = m_text.substr(begin, end - begin);
      set_words(row);
      f(row);
      begin = end + 1;
    }
  }

  /// Sets the fields of a row, and trims its text.
  static void set_words(text_row& row) {
    row.fields.clear();
    const std::string_view line = row.text;
    for (std::size_t at = line.find_first_not_of(separators); at != std::string_view::npos;) {
      const std::size_t end = std::min(line.find_first_of(separators, at), line.size());
      row.fields.push_back(line.substr(at, end - at));
      at = line.find_first_not_of(separators, end);
    }
    row.text = trimmed(line);
  }

  template <class Callback>
  void for_each_array(const Callback& f) const {
    std::size_t at = 0;
    text_row row;
    const auto skip_blanks = [&] { at = std::min(m_text.find_first_not_of(blanks, at), m_text.size()); };
    const auto is_next = [&](char c) {
      skip_blanks();
      return at < m_text.size() && m_text[at] == c;
    };
    const auto reject = [&](const std::string& wanted) {
      const std::string found = at < m_text.size() ? fmt::format("'{}'", excerpt(m_text.substr(at, 1))) : "the end";
      throw input_error(
          fmt::format("{}: invalid JSON array of arrays of integers: character {}, in element {}: expected {}, got {}",
                      m_source, at + 1, row.number, wanted, found));
    };
    const auto expect = [&](char c) {
      if (!is_next(c)) reject(fmt::format("'{}'", c));
      ++at;
    };
    expect('[');
    bool has_more = !is_next(']');
    while (has_more) {
      ++row.number;
      row.fields.clear();
      expect('[');
      const std::size_t begin = at;
      for (bool has_field = !is_next(']'); has_field;) {
        skip_blanks();
        const std::size_t end = std::min(m_text.find_first_of(" \t\r\n,[]", at), m_text.size());
        if (end == at) reject("an integer");
        row.fields.push_back(m_text.substr(at, end - at));
        at = end;
        has_field = is_next(',');
        if (has_field) ++at;
      }
      row.text = m_text.substr(begin, at - begin);
      expect(']');
      f(static_cast<const text_row&>(row));
      has_more = is_next(',');
      if (has_more) ++at;
    }
    expect(']');
    skip_blanks();
    if (at < m_text.size()) {
      throw input_error(
          fmt::format("{}: expected the end of the text after the array of arrays, got at character {}: '{}'", m_source,
                      at + 1, excerpt(m_text.substr(at))));
    }
  }

  std::string_view m_text;
  std::string m_source;
  bool m_is_json;
};

}  // namespace zermelo
