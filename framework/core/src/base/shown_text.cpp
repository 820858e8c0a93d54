// SPDX-License-Identifier: MIT
#include <zermelo/core/base/shown_text.hpp>

#include <algorithm>
#include <array>

namespace zermelo {
namespace detail {

utf8_character first_character(std::string_view text) {
  struct form {
    std::uint8_t lead_mask;
    std::uint8_t lead;
    std::uint32_t least;
  };
  constexpr std::array<form, 4> forms{
      {{0x80, 0x00, 0}, {0xe0, 0xc0, 0x80}, {0xf0, 0xe0, 0x800}, {0xf8, 0xf0, 0x10000}}};
  constexpr unsigned continuation_bits = 6;
  constexpr std::uint32_t largest = 0x10ffff;
  const auto lead = static_cast<unsigned char>(text.front());
  for (std::size_t more = 0; more < forms.size(); ++more) {
    const form& f = forms[more];
    if ((lead & f.lead_mask) != f.lead) continue;
    if (text.size() <= more) return {};
    std::uint32_t code = lead & ~std::uint32_t{f.lead_mask};
    for (std::size_t i = 1; i <= more; ++i) {
      const auto next = static_cast<unsigned char>(text[i]);
      if ((next & 0xc0U) != 0x80U) return {};
      code = code << continuation_bits | (next & 0x3fU);
    }
    const bool is_surrogate = code >= 0xd800 && code <= 0xdfff;
    if (code < f.least || code > largest || is_surrogate) return {};
    return {more + 1, code};
  }
  return {};
}

}  // namespace detail

namespace {

/// Whether a character is obeyed rather than shown, or shows nothing: controls, ends of lines and paragraphs, the marks
/// that turn the direction of writing (The Unicode Standard, annex 9, section 2), and others without a width, such as
/// the byte order mark, that make two texts look alike.
[[nodiscard]] constexpr bool is_obeyed(std::uint32_t code) noexcept {
  const auto is_from = [code](std::uint32_t first, std::uint32_t last) { return first <= code && code <= last; };
  return is_from(0, 0x1f) || is_from(0x7f, 0x9f) || code == 0xad || code == 0x61c || code == 0x180e ||
         is_from(0x200b, 0x200f) || is_from(0x2028, 0x202e) || is_from(0x2060, 0x206f) || code == 0xfeff;
}

void append_hex(std::string& text, std::string_view prefix, std::uint32_t number, unsigned digits) {
  constexpr unsigned bits_per_digit = 4;
  text += prefix;
  while (digits-- > 0) text += "0123456789abcdef"[number >> (bits_per_digit * digits) & 0xfU];
}

enum class line_ends : std::uint8_t { escaped, kept };

std::string escaped(std::string_view text, line_ends ends) {
  const char kept = ends == line_ends::kept ? '\n' : ' ';
  const auto is_plain = [kept](char c) { return ((c >= ' ') & (c <= '~')) | (c == kept); };
  // Almost always all of it is, which takes vector instructions to see if there is no branch.
  unsigned char others = 0;
  for (const char c : text) others = static_cast<unsigned char>(others | !is_plain(c));
  if (others == 0) return std::string(text);
  std::string shown;
  shown.reserve(text.size());
  while (true) {
    const auto plain = static_cast<std::size_t>(std::find_if_not(text.begin(), text.end(), is_plain) - text.begin());
    shown += text.substr(0, plain);
    text.remove_prefix(plain);
    if (text.empty()) return shown;
    const auto [bytes, code] = detail::first_character(text);
    if (bytes == 0) {
      append_hex(shown, "\\x", static_cast<unsigned char>(text.front()), 2);
    } else if (!is_obeyed(code)) {
      shown += text.substr(0, bytes);
    } else if (code == '\n' || code == '\r' || code == '\t') {
      shown += code == '\n' ? "\\n" : code == '\r' ? "\\r" : "\\t";
    } else {
      append_hex(shown, "\\u", code, 4);  // none of them takes more
    }
    text.remove_prefix(std::max<std::size_t>(bytes, 1));
  }
}

}  // namespace

std::string shown_text(std::string_view text) { return escaped(text, line_ends::escaped); }

std::string shown_lines(std::string_view text) { return escaped(text, line_ends::kept); }

}  // namespace zermelo
