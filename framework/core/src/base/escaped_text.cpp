// SPDX-License-Identifier: MIT
#include <zermelo/core/base/escaped_text.hpp>

#include <algorithm>
#include <array>

namespace zermelo {
utf8_character first_character(std::string_view text) {
  struct form {
    std::uint8_t lead_mask;
    std::uint8_t lead;
    std::uint32_t min_code;  ///< codes below this have a shorter form
  };
  constexpr std::array<form, 4> forms{
      {{0x80, 0x00, 0}, {0xe0, 0xc0, 0x80}, {0xf0, 0xe0, 0x800}, {0xf8, 0xf0, 0x10000}}};
  constexpr unsigned continuation_bits = 6;
  constexpr std::uint32_t max_code = 0x10ffff;
  const auto lead = static_cast<unsigned char>(text.front());
  for (std::size_t continuations = 0; continuations < forms.size(); ++continuations) {
    const form& f = forms[continuations];
    if ((lead & f.lead_mask) != f.lead) continue;
    if (text.size() <= continuations) return {};
    std::uint32_t code = lead & ~std::uint32_t{f.lead_mask};
    for (std::size_t i = 1; i <= continuations; ++i) {
      const auto next = static_cast<unsigned char>(text[i]);
      if ((next & 0xc0U) != 0x80U) return {};
      code = code << continuation_bits | (next & 0x3fU);
    }
    const bool is_surrogate = code >= 0xd800 && code <= 0xdfff;
    if (code < f.min_code || code > max_code || is_surrogate) return {};
    return {continuations + 1, code};
  }
  return {};
}

namespace {

/// Whether a character must be escaped because it controls a terminal or is invisible: control characters, line and
/// paragraph separators, marks of the writing direction (Unicode Standard Annex 9, section 2), and other characters
/// without a width, such as the byte order mark, which make different texts look equal.
[[nodiscard]] constexpr bool must_be_escaped(std::uint32_t code) noexcept {
  const auto is_from = [code](std::uint32_t first, std::uint32_t last) { return first <= code && code <= last; };
  return is_from(0, 0x1f) || is_from(0x7f, 0x9f) || code == 0xad || code == 0x61c || code == 0x180e ||
         is_from(0x200b, 0x200f) || is_from(0x2028, 0x202e) || is_from(0x2060, 0x206f) || code == 0xfeff;
}

void append_hex(std::string& text, std::string_view prefix, std::uint32_t number, unsigned digits) {
  constexpr unsigned bits_per_digit = 4;
  text += prefix;
  while (digits-- > 0) text += "0123456789abcdef"[number >> (bits_per_digit * digits) & 0xfU];
}

enum class line_ends : std::uint8_t { escaped, retained };

std::string escaped(std::string_view text, line_ends ends) {
  const char plain_too = ends == line_ends::retained ? '\n' : ' ';
  const auto is_plain = [plain_too](char c) { return ((c >= ' ') & (c <= '~')) | (c == plain_too); };
  // Nearly all texts are plain. The loop that checks this has no branch, so that the compiler vectorizes it.
  unsigned char has_other = 0;
  for (const char c : text) has_other = static_cast<unsigned char>(has_other | !is_plain(c));
  if (has_other == 0) return std::string(text);
  std::string output;
  output.reserve(text.size());
  while (true) {
    const auto num_plain =
        static_cast<std::size_t>(std::find_if_not(text.begin(), text.end(), is_plain) - text.begin());
    output += text.substr(0, num_plain);
    text.remove_prefix(num_plain);
    if (text.empty()) return output;
    const auto [bytes, code] = first_character(text);
    if (bytes == 0) {
      append_hex(output, "\\x", static_cast<unsigned char>(text.front()), 2);
    } else if (!must_be_escaped(code)) {
      output += text.substr(0, bytes);
    } else if (code == '\n' || code == '\r' || code == '\t') {
      output += code == '\n' ? "\\n" : code == '\r' ? "\\r" : "\\t";
    } else {
      append_hex(output, "\\u", code, 4);  // 4 digits suffice for the characters of must_be_escaped
    }
    text.remove_prefix(std::max<std::size_t>(bytes, 1));
  }
}

}  // namespace

bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    const std::size_t bytes = first_character(text).bytes;
    if (bytes == 0) return false;
    text.remove_prefix(bytes);
  }
  return true;
}

std::string escaped_text(std::string_view text) { return escaped(text, line_ends::escaped); }

std::string escaped_lines(std::string_view text) { return escaped(text, line_ends::retained); }

}  // namespace zermelo
