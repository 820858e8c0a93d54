// SPDX-License-Identifier: MIT
// Text from outside, escaped so that a terminal shows it and nothing more.
//
// A table, a checkpoint, a study or a graph may come from a stranger. Its text must not move a terminal's cursor, name
// the window, fake a line of the program's own output, or reverse the order of the letters behind it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace zermelo {

struct utf8_character {
  std::size_t bytes = 0;   ///< its length; 0: the bytes are no character
  std::uint32_t code = 0;  ///< the code point
};

/// The character at the beginning of a text. Overlong encodings, surrogates and code points above 0x10ffff are no
/// characters (The Unicode Standard, table 3-7). Precondition: the text is not empty.
[[nodiscard]] utf8_character first_character(std::string_view text);

[[nodiscard]] bool is_utf8(std::string_view text);

/// A text on one line without control characters and invisible characters, which become "\n", "\r", "\t" or, by their
/// code points, such as "\u001b" and "\u202e". Other UTF-8 stays. A byte that is no UTF-8 becomes such as "\xff".
/// Escaping a text twice gives the same as once, since backslashes are not escaped.
[[nodiscard]] std::string escaped_text(std::string_view text);

/// A text of several lines: as `escaped_text`, but '\n' stays. JSON in UTF-8 stays JSON of the same value: only its
/// strings can have characters that are escaped, and JSON knows these escapes.
[[nodiscard]] std::string escaped_lines(std::string_view text);

}  // namespace zermelo
