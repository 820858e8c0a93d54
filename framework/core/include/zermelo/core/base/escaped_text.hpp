// SPDX-License-Identifier: MIT
// Escapes untrusted text, so that a terminal only displays it.
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
  std::size_t bytes = 0;   ///< length in bytes; 0 if the bytes are not a character
  std::uint32_t code = 0;  ///< the code point
};

/// Decodes the character at the beginning of a text. Overlong encodings, surrogates and code points above 0x10ffff are
/// not characters (The Unicode Standard, table 3-7). Precondition: the text is not empty.
[[nodiscard]] utf8_character first_character(std::string_view text);

[[nodiscard]] bool is_utf8(std::string_view text);

/// Returns a text as one line. Control characters and invisible characters are replaced by "\n", "\r", "\t", or escapes
/// of their code points, such as "\u001b" and "\u202e". A byte that is not UTF-8 is replaced by an escape such as
/// "\xff". Other UTF-8 is unchanged. Escaping is idempotent, since backslashes are not escaped.
[[nodiscard]] std::string escaped_text(std::string_view text);

/// Like `escaped_text`, but does not escape '\n'. Escaping does not change the value of JSON in UTF-8: only its strings
/// can contain the escaped characters, and JSON has the same escapes.
[[nodiscard]] std::string escaped_lines(std::string_view text);

}  // namespace zermelo
