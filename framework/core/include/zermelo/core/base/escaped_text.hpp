// SPDX-License-Identifier: MIT
// Text from outside, escaped so that a terminal displays it and does nothing else.
//
// A table, a checkpoint, a study or a graph may be untrusted. Its text must not move a terminal's cursor, rename the
// window, imitate the program's own output, or reverse the order of the letters after it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace zermelo {

struct utf8_character {
  std::size_t bytes = 0;   ///< its length; 0: the bytes are not a character
  std::uint32_t code = 0;  ///< the code point
};

/// The character at the beginning of a text. Overlong encodings, surrogates and code points above 0x10ffff are not
/// characters (The Unicode Standard, table 3-7). Precondition: the text is not empty.
[[nodiscard]] utf8_character first_character(std::string_view text);

[[nodiscard]] bool is_utf8(std::string_view text);

/// A text as one line without control characters and invisible characters. They become "\n", "\r", "\t", or their code
/// points, such as "\u001b" and "\u202e". Other UTF-8 is unchanged. A byte that is not UTF-8 becomes an escape such as
/// "\xff". Escaping is idempotent, since backslashes are not escaped.
[[nodiscard]] std::string escaped_text(std::string_view text);

/// A text of several lines: like `escaped_text`, but '\n' stays. JSON in UTF-8 keeps its value: only its strings can
/// contain characters that are escaped, and JSON has these escapes.
[[nodiscard]] std::string escaped_lines(std::string_view text);

}  // namespace zermelo
