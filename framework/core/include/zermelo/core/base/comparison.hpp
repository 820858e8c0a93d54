// SPDX-License-Identifier: MIT
// The comparisons of conditions such as plies>=40.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string_view>

namespace zermelo {

enum class comparison : std::uint8_t { equal, not_equal, less, at_most, greater, at_least };

/// The text of each comparison, indexed by comparison.
inline constexpr std::array<std::string_view, 6> comparison_texts{"=", "!=", "<", "<=", ">", ">="};

/// Returns the comparison with this text, or nothing if the text is not a comparison.
[[nodiscard]] constexpr std::optional<comparison> find_comparison(std::string_view text) {
  const auto found = std::find(comparison_texts.begin(), comparison_texts.end(), text);
  if (found == comparison_texts.end()) return std::nullopt;
  return static_cast<comparison>(found - comparison_texts.begin());
}

/// The parts of a condition such as plies>=40.
struct compared_texts {
  std::string_view left;
  comparison op = comparison::equal;
  std::string_view right;
};

/// Splits a text at its first comparison; returns nothing if the text has no comparison.
[[nodiscard]] constexpr std::optional<compared_texts> split_at_comparison(std::string_view text) {
  const std::size_t at = std::min(text.find_first_of("=!<>"), text.size());
  constexpr std::array<std::size_t, 2> lengths{2, 1};  // <= begins with <
  for (const std::size_t length : lengths) {
    const std::string_view word = text.substr(at, length);
    if (const auto op = find_comparison(word))
      return compared_texts{text.substr(0, at), *op, text.substr(at + word.size())};
  }
  return std::nullopt;
}

/// Whether a comparison is one of <, <=, > and >=.
[[nodiscard]] constexpr bool has_order(comparison op) noexcept {
  return op != comparison::equal && op != comparison::not_equal;
}

/// Whether `a op b` is true.
template <class Number>
[[nodiscard]] bool holds(comparison op, Number a, Number b) {
  switch (op) {
    case comparison::equal: return a == b;
    case comparison::not_equal: return a != b;
    case comparison::less: return a < b;
    case comparison::at_most: return a <= b;
    case comparison::greater: return a > b;
    case comparison::at_least: return a >= b;
  }
  throw std::logic_error("comparison out of range");
}

}  // namespace zermelo
