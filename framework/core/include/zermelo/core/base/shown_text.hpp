// SPDX-License-Identifier: MIT
// Words from outside, as they are shown.
//
// A table, a checkpoint, a study or a graph may come from a stranger. Text of theirs must not move a terminal's cursor,
// name its window, stand on a line of its own that the program seems to have written, or turn the order of the letters
// behind it around.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace zermelo {

namespace detail {

/// A character of UTF-8: how many bytes it has, and its number. Without bytes: the text begins with none.
struct utf8_character {
  std::size_t bytes = 0;
  std::uint32_t code = 0;
};

/// The character at the beginning of a text that is not empty. Neither too many bytes for a number, nor surrogates, nor
/// numbers over 0x10ffff are one (The Unicode Standard, table 3-7).
[[nodiscard]] utf8_character first_character(std::string_view text);

}  // namespace detail

/// A text on one line that a terminal shows and does not obey. UTF-8 stays as it is, but for the characters that would
/// be obeyed: they become "\n", "\r", "\t" or, by their numbers, "\u001b" and "\u202e". A byte that is no UTF-8 becomes
/// "\xff". What has been escaped stays as it is when it is escaped again, since a backslash stays one.
[[nodiscard]] std::string shown_text(std::string_view text);

/// A text of several lines as a terminal shows it: as `shown_text`, but line ends stay. JSON in UTF-8 stays JSON of the
/// same value: only its texts can have characters that are escaped here, and JSON knows these escapes.
[[nodiscard]] std::string shown_lines(std::string_view text);

}  // namespace zermelo
