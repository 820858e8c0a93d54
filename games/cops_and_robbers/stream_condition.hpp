// SPDX-License-Identifier: MIT
// Conditions on the graphs of a stream, such as cop_number>=3.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/suggest.hpp>
#include <zermelo/core/base/text.hpp>

namespace zermelo::games {

/// A comparison of a field with a number.
class stream_condition {
 public:
  /// @param word  such as cop_number>=3
  /// @throws input_error if `word` is no condition, or its field is not among `fields`
  stream_condition(std::string_view word, const std::vector<std::string>& fields) {
    const std::size_t end = word.find_first_of("<>=!");
    const std::string_view name = word.substr(0, end);
    const std::string_view rest = end == std::string_view::npos ? "" : word.substr(end);
    const std::size_t digits = std::min(rest.find_first_not_of("<>=!"), rest.size());
    const auto number = parse_number<std::uint64_t>(rest.substr(digits));
    const auto found = std::find(comparisons.begin(), comparisons.end(), rest.substr(0, digits));
    if (!number || found == comparisons.end() || name.empty()) {
      throw input_error(
          fmt::format("--only: '{}' is not a condition such as cop_number>=3: a field, one of {}, and a "
                      "whole number",
                      excerpt(word), fmt::join(comparisons, " ")));
    }
    const auto field = std::find(fields.begin(), fields.end(), name);
    if (field == fields.end()) {
      throw input_error(
          fmt::format("--only: there is no field '{}'; {}", excerpt(name), suggest(std::string(name), fields)));
    }
    m_field = static_cast<std::size_t>(field - fields.begin());
    m_comparison = static_cast<comparison>(found - comparisons.begin());
    m_number = *number;
  }
  /// @param values  by field; an unknown value counts as larger than any number
  [[nodiscard]] bool holds(const std::vector<std::optional<std::uint64_t>>& values) const {
    const std::uint64_t value = values[m_field].value_or(std::numeric_limits<std::uint64_t>::max());
    switch (m_comparison) {
      case comparison::equal: return value == m_number;
      case comparison::unequal: return value != m_number;
      case comparison::less: return value < m_number;
      case comparison::at_most: return value <= m_number;
      case comparison::greater: return value > m_number;
      case comparison::at_least: return value >= m_number;
    }
    throw contract_error("a comparison is out of range");
  }

 private:
  enum class comparison : std::uint8_t { equal, unequal, less, at_most, greater, at_least };
  static constexpr std::array<std::string_view, 6> comparisons{"=", "!=", "<", "<=", ">", ">="};

  std::size_t m_field = 0;
  comparison m_comparison = comparison::equal;
  std::uint64_t m_number = 0;
};

}  // namespace zermelo::games
