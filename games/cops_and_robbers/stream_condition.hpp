// SPDX-License-Identifier: MIT
// Conditions on the graphs of a stream, such as cop_number>=3.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include <zermelo/core/base/comparison.hpp>
#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/suggest.hpp>
#include <zermelo/core/base/text.hpp>

namespace zermelo::games {

/// A comparison of a field with a number.
class stream_condition {
 public:
  /// @param argument  such as cop_number>=3
  /// @throws input_error if `argument` is not a condition, or its field is not among `fields`
  stream_condition(std::string_view argument, const std::vector<std::string>& fields) {
    const auto parts = split_at_comparison(argument);
    const auto number = parts ? parse_number<std::uint64_t>(parts->right) : std::nullopt;
    if (!number || parts->left.empty()) {
      throw input_error(
          fmt::format("--only: expected a condition such as 'cop_number>=3' (a field, one of {}, an integer), got "
                      "'{}'",
                      fmt::join(comparison_texts, " "), excerpt(argument)));
    }
    const auto field = std::find(fields.begin(), fields.end(), parts->left);
    if (field == fields.end()) {
      throw input_error(
          fmt::format("--only: unknown field '{}'; {}", excerpt(parts->left), suggest(parts->left, fields)));
    }
    m_field = static_cast<std::size_t>(field - fields.begin());
    m_comparison = parts->op;
    m_number = *number;
  }
  /// @param values  the value of each field; an unknown value counts as larger than any number
  [[nodiscard]] bool holds(const std::vector<std::optional<std::uint64_t>>& values) const {
    return zermelo::holds(m_comparison, values[m_field].value_or(std::numeric_limits<std::uint64_t>::max()), m_number);
  }

 private:
  std::size_t m_field = 0;
  comparison m_comparison = comparison::equal;
  std::uint64_t m_number = 0;
};

}  // namespace zermelo::games
