// SPDX-License-Identifier: MIT
// Tests that displayed text stays readable on its line and cannot control the terminal, and that long messages are cut.
#include <cstdint>
#include <string>

#include <gtest/gtest.h>

#include <zermelo/core/base/error_line.hpp>
#include <zermelo/core/base/escaped_text.hpp>

namespace zermelo::escaped_text_test {
namespace {

TEST(escaped_text, leaves_readable_text_unchanged) {
  for (const char* text : {"", "mouse=2,0 cat=1,1", "Zürich – 1913", "猫と鼠 🐱", "قط", R"(C:\x1b \n)", "\"'`<>&$%"}) {
    EXPECT_EQ(escaped_text(text), text);
  }
}

TEST(escaped_text, escapes_terminal_control_characters) {
  EXPECT_EQ(escaped_text("1\n\naccepted\r"), "1\\n\\naccepted\\r");
  EXPECT_EQ(escaped_text("\x1b]0;title\x07\x1b[2J"), "\\u001b]0;title\\u0007\\u001b[2J");
  EXPECT_EQ(escaped_text(std::string("\0a\tb\x7f", 5)), "\\u0000a\\tb\\u007f");
  EXPECT_EQ(escaped_text("\u009b2J\u0085"), "\\u009b2J\\u0085") << "C1 controls";
  EXPECT_EQ(escaped_text("a\u2028b\u2029c"), "a\\u2028b\\u2029c");
  EXPECT_EQ(escaped_text("\u202egnp.\u2066\u2069\u200e\u200f\u061c"), "\\u202egnp.\\u2066\\u2069\\u200e\\u200f\\u061c");
}

TEST(escaped_text, escapes_invisible_characters) {
  EXPECT_EQ(escaped_text("\ufeffC\u200br\u00ad\u180e"), "\\ufeffC\\u200br\\u00ad\\u180e");
  EXPECT_EQ(escaped_text("a\u2060b\u2064c\u206f"), "a\\u2060b\\u2064c\\u206f");
}

TEST(escaped_text, escapes_invalid_utf_8_bytes) {
  EXPECT_EQ(escaped_text("\x9b\xff"), "\\x9b\\xff");
  EXPECT_EQ(escaped_text("\xc3"), "\\xc3") << "an incomplete character";
  EXPECT_EQ(escaped_text("\xe2\x80"), "\\xe2\\x80");
  EXPECT_EQ(escaped_text("\xc3(\xf0\x9f\x90 "), "\\xc3(\\xf0\\x9f\\x90 ");
  EXPECT_EQ(escaped_text("\xc0\x8a"), "\\xc0\\x8a") << "an overlong line end";
  EXPECT_EQ(escaped_text("\xe0\x82\x9b"), "\\xe0\\x82\\x9b");
  EXPECT_EQ(escaped_text("\xed\xa0\x80"), "\\xed\\xa0\\x80") << "a surrogate";
  EXPECT_EQ(escaped_text("\xf4\x90\x80\x80\xf8"), "\\xf4\\x90\\x80\\x80\\xf8");
}

TEST(escaped_text, leaves_escaped_text_unchanged) {
  std::string all;
  for (unsigned byte = 0; byte < 256; ++byte) all += static_cast<char>(byte);
  all += "ü\u202e";
  const std::string once = escaped_text(all);
  EXPECT_EQ(escaped_text(once), once);
}

TEST(escaped_text, preserves_line_ends_in_multiline_text) {
  EXPECT_EQ(escaped_lines("##\n#\x1b\n\n"), "##\n#\\u001b\n\n");
  EXPECT_EQ(escaped_lines("#\r\n\xff"), "#\\r\n\\xff");
  EXPECT_EQ(escaped_lines(""), "");
}

/// Expects that every code point is displayed unchanged or as an ASCII escape.
TEST(escaped_text, escapes_only_control_and_invisible_code_points) {
  std::uint64_t escaped = 0;
  for (std::uint32_t code = 0x80; code <= 0xffff; ++code) {  // of two or three bytes
    if (code >= 0xd800 && code <= 0xdfff) continue;
    std::string text;
    if (code < 0x800) {
      text += static_cast<char>(0xc0 | code >> 6);
    } else {
      text += static_cast<char>(0xe0 | code >> 12);
      text += static_cast<char>(0x80 | (code >> 6 & 0x3f));
    }
    text += static_cast<char>(0x80 | (code & 0x3f));
    const std::string display = escaped_text(text);
    if (display == text) continue;
    ++escaped;
    EXPECT_EQ(display.substr(0, 2), "\\u") << code;
    EXPECT_EQ(std::stoul(display.substr(2), nullptr, 16), code);
  }
  constexpr std::uint64_t c1 = 32, arabic_mark = 1, marks = 2, separators_and_embeddings = 7;
  constexpr std::uint64_t soft_hyphen = 1, mongolian_mark = 1, without_width = 3, invisible = 16, byte_order_mark = 1;
  EXPECT_EQ(escaped, c1 + arabic_mark + marks + separators_and_embeddings + soft_hyphen + mongolian_mark +
                         without_width + invisible + byte_order_mark);
}

std::string repeated(const std::string& part, unsigned times) {
  std::string text;
  while (times-- > 0) text += part;
  return text;
}

TEST(error_line, leaves_short_message_uncut) {
  EXPECT_EQ(error_line(std::string(1000, 'x')), std::string(1000, 'x'));
  EXPECT_EQ(error_line("a\x1b"), "a\\u001b");
}

TEST(error_line, keeps_both_ends_of_long_message) {
  EXPECT_EQ(error_line(std::string(1001, 'x')), std::string(695, 'x') + " ... " + std::string(300, 'x'));
}

TEST(error_line, never_cuts_inside_an_escape_or_character) {
  // 300 bytes are 50 escapes or 100 characters; 695 are 115 escapes of six bytes, 173 of four, 231 characters.
  EXPECT_EQ(error_line(repeated("\x1b", 400)), repeated("\\u001b", 115) + " ... " + repeated("\\u001b", 50));
  EXPECT_EQ(error_line(repeated("\xff", 400)), repeated("\\xff", 173) + " ... " + repeated("\\xff", 75));
  EXPECT_EQ(error_line(repeated("\n", 600)), repeated("\\n", 347) + " ... " + repeated("\\n", 150));
  EXPECT_EQ(error_line(repeated("€", 400)), repeated("€", 231) + " ... " + repeated("€", 100));
  EXPECT_EQ(error_line(repeated("\x1b", 400) + "!"),
            repeated("\\u001b", 115) + " ... " + repeated("\\u001b", 49) + "!");
}

TEST(error_line, does_not_mistake_a_backslash_for_an_escape) {
  const std::string cut = error_line(repeated("\\x€", 400));
  EXPECT_LE(cut.size(), 1000U);
  EXPECT_EQ(cut.substr(0, 4), "\\x\xe2\x82");
  EXPECT_EQ(cut.find_first_not_of("\\x\xe2\x82\xac ."), std::string::npos);
  EXPECT_EQ(cut.substr(cut.size() - 3), "€");
}

}  // namespace
}  // namespace zermelo::escaped_text_test
