// SPDX-License-Identifier: MIT
// How long messages are cut.
#include <zermelo/core/base/error_line.hpp>

#include <string>

#include <gtest/gtest.h>

namespace zermelo::error_line_test {
namespace {

std::string repeated(const std::string& part, unsigned times) {
  std::string text;
  while (times-- > 0) text += part;
  return text;
}

TEST(error_line, keeps_what_is_short) {
  EXPECT_EQ(error_line(std::string(1000, 'x')), std::string(1000, 'x'));
  EXPECT_EQ(error_line("a\x1b"), "a\\u001b");
}

TEST(error_line, keeps_both_ends_of_what_is_long) {
  EXPECT_EQ(error_line(std::string(1001, 'x')), std::string(695, 'x') + " ... " + std::string(300, 'x'));
}

TEST(error_line, cuts_between_escapes_and_between_characters) {
  // 300 bytes are 50 escapes or 100 characters; 695 are 115 escapes of six bytes, 173 of four, 231 characters.
  EXPECT_EQ(error_line(repeated("\x1b", 400)), repeated("\\u001b", 115) + " ... " + repeated("\\u001b", 50));
  EXPECT_EQ(error_line(repeated("\xff", 400)), repeated("\\xff", 173) + " ... " + repeated("\\xff", 75));
  EXPECT_EQ(error_line(repeated("\n", 600)), repeated("\\n", 347) + " ... " + repeated("\\n", 150));
  EXPECT_EQ(error_line(repeated("€", 400)), repeated("€", 231) + " ... " + repeated("€", 100));
  EXPECT_EQ(error_line(repeated("\x1b", 400) + "!"),
            repeated("\\u001b", 115) + " ... " + repeated("\\u001b", 49) + "!");
}

TEST(error_line, takes_a_backslash_for_no_more_than_it_is) {
  const std::string cut = error_line(repeated("\\x€", 400));
  EXPECT_LE(cut.size(), 1000U);
  EXPECT_EQ(cut.substr(0, 4), "\\x\xe2\x82");
  EXPECT_EQ(cut.find_first_not_of("\\x\xe2\x82\xac ."), std::string::npos);
  EXPECT_EQ(cut.substr(cut.size() - 3), "€");
}

}  // namespace
}  // namespace zermelo::error_line_test
