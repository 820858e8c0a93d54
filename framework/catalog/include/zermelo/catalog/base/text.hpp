// SPDX-License-Identifier: MIT
// Numbers, entries and labelled lines in the form of all reports. core/base/text.hpp parses text.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <zermelo/core/value/outcome.hpp>

namespace zermelo {

/// A number with commas between groups of three digits, such as "1,234,567"; independent of the locale.
[[nodiscard]] std::string grouped_digits(std::uint64_t number);

/// Whether the text of an entry includes the margin of wins and losses.
enum class margin_display : std::uint8_t { no, yes };

/// A raw entry, such as "win in 5 plies", "win by 1 in 5 plies", or "draw" without a distance.
[[nodiscard]] std::string entry_text(position_value entry, margin_display margin);

/// Points with their sign, such as "+3", "-2" or "0".
[[nodiscard]] std::string signed_points(int points);

/// "1 ply", "2 plies".
[[nodiscard]] std::string plies_text(std::uint64_t plies);

/// A line with a label, padded to 12 characters, and a value escaped by `escaped_text`. Labels of 12 or more characters
/// are followed by no space.
[[nodiscard]] std::string labelled_line(std::string_view label, std::string_view value);

}  // namespace zermelo
