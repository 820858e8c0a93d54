// SPDX-License-Identifier: MIT
// Numbers, entries and labelled lines as all reports write them. core/base/text.hpp has what parses text.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <zermelo/core/value/outcome.hpp>

namespace zermelo {

/// A number with commas between groups of three digits, such as "1,234,567" (the locale is ignored).
[[nodiscard]] std::string grouped_digits(std::uint64_t number);

/// Whether a text of an entry says the margin of wins and losses.
enum class margin_display : std::uint8_t { no, yes };

/// A raw entry, such as "win in 5 plies", "win by 1 in 5 plies", or "draw" without a distance.
[[nodiscard]] std::string entry_text(position_value entry, margin_display margin);

/// Points with their sign, such as "+3", "-2" or "0".
[[nodiscard]] std::string signed_points(int points);

/// "1 ply", "2 plies".
[[nodiscard]] std::string plies_text(std::uint64_t plies);

/// The line of a label, padded to 12 characters, and a value, which is escaped by `escaped_text`. No space follows a
/// label of 12 or more characters.
[[nodiscard]] std::string labelled_line(std::string_view label, std::string_view value);

}  // namespace zermelo
