// SPDX-License-Identifier: MIT
// Formats numbers, entries and labelled lines for reports. core/base/text.hpp parses text.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <zermelo/core/value/outcome.hpp>

namespace zermelo {

/// Returns a number with commas between groups of three digits, such as "1,234,567", independently of the locale.
[[nodiscard]] std::string grouped_digits(std::uint64_t number);

/// Whether the text of an entry includes the margin of wins and losses.
enum class margin_display : std::uint8_t { no, yes };

/// Returns a raw entry as text, such as "win in 5 plies", "win by 1 in 5 plies", or "draw" without a distance.
[[nodiscard]] std::string entry_text(position_value entry, margin_display margin);

/// Returns points with their sign, such as "+3", "-2" or "0".
[[nodiscard]] std::string signed_points(int points);

/// Returns a number of plies as text, such as "1 ply" or "2 plies".
[[nodiscard]] std::string plies_text(std::uint64_t plies);

/// Returns a line with a label, padded to 12 characters, and a value escaped by `escaped_text`. A label of 12 or more
/// characters is not followed by a space.
[[nodiscard]] std::string labelled_line(std::string_view label, std::string_view value);

}  // namespace zermelo
