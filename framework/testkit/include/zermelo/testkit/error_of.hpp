// SPDX-License-Identifier: MIT
// The message of an error, for tests, and comparing it with a pattern.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <zermelo/core/base/error.hpp>

namespace zermelo::testkit {

/// The message of the error that an action throws; "accepted" if it does not throw. Other exceptions are passed on.
template <class Error = input_error, class Action>
[[nodiscard]] std::string error_of(const Action& action) {
  try {
    action();
  } catch (const Error& rejected) {
    return rejected.what();
  }
  return "accepted";
}

/// For EXPECT_PRED_FORMAT2: whether a text matches a pattern, in which each "..." stands for any text. A test names the
/// place and the value of an error, and leaves the sentence open: "graph.txt, line 3: ... '-1'".
inline testing::AssertionResult matches_pattern(const char* /*pattern_expression*/, const char* text_expression,
                                                std::string_view pattern, std::string_view text) {
  constexpr std::string_view any = "...";
  std::size_t at = 0;
  bool matches = true;
  for (std::string_view rest = pattern; matches;) {
    const auto dots = rest.find(any);
    const auto piece = rest.substr(0, dots);
    const bool is_first = rest.data() == pattern.data();
    const bool is_last = dots == std::string_view::npos;
    const auto found = is_last && !is_first ? text.rfind(piece) : text.find(piece, at);
    matches = found != std::string_view::npos && found >= at && (!is_first || found == 0) &&
              (!is_last || found + piece.size() == text.size());
    if (is_last) break;
    at = found + piece.size();
    rest.remove_prefix(dots + any.size());
  }
  if (matches) return testing::AssertionSuccess();
  return testing::AssertionFailure() << fmt::format("{} is\n  {}\nexpected\n  {}", text_expression, text, pattern);
}

}  // namespace zermelo::testkit
