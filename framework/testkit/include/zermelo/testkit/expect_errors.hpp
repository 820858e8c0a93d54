// SPDX-License-Identifier: MIT
// Tables of the inputs that a game rejects:
//
//   testkit::expect_values_rejected<mnk>({{"rows", "0", "1 to 32"}});
//   testkit::expect_errors<mnk>({{{{"rows", "6"}, {"cols", "6"}}, "rows=6 cols=6: ... 1 to 32 ..."}});
//   testkit::expect_parse_errors(mnk(3, 3, 3), {{"board=XO./.X./..O", "accepted"},
//                                               {"board=XO./.X.", "board: ... 3 ... 3 columns, got 2 and 3"}});
//
// The expected messages are patterns of matches_pattern: each "..." stands for any text.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <zermelo/testkit/catalog_game.hpp>
#include <zermelo/testkit/error_of.hpp>

namespace zermelo::testkit {

/// A value of a parameter that the game rejects, and a part of the message that gives the allowed values.
struct rejected_value {
  std::string parameter;
  std::string value;
  std::string allowed;
};

/// Parameters, and the pattern of the message with which the game rejects them; "accepted" if it accepts them.
struct rejected_parameters {
  std::map<std::string, std::string> parameters;
  std::string message;
  std::string source{};  ///< the file that contained the values; may be empty
};

template <CatalogGame G>
void expect_values_rejected(const std::vector<rejected_value>& values) {
  for (const auto& [parameter, value, allowed] : values) {
    EXPECT_PRED_FORMAT2(matches_pattern, fmt::format("parameter '{}': ...{}...'{}'", parameter, allowed, value),
                        rejection<G>({{parameter, value}}));
  }
}

template <CatalogGame G>
void expect_errors(const std::vector<rejected_parameters>& rejected) {
  for (const auto& [parameters, message, source] : rejected) {
    EXPECT_PRED_FORMAT2(matches_pattern, message, rejection<G>(parameters, source))
        << testing::PrintToString(parameters);
  }
}

/// @param strings  texts of positions, each with the pattern of the message after "position: "; "accepted" if the game
///   accepts the text
template <class G>
void expect_parse_errors(const G& game, const std::vector<std::pair<std::string, std::string>>& strings) {
  for (const auto& [text, message] : strings) {
    EXPECT_PRED_FORMAT2(matches_pattern, message == "accepted" ? message : "position: " + message,
                        error_of_parse(game, text))
        << text;
  }
}

}  // namespace zermelo::testkit
