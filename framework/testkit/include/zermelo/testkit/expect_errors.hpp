// SPDX-License-Identifier: MIT
// Tables of the inputs that a game rejects:
//
//   testkit::expect_values_rejected<mnk>({{"rows", "0", "an integer from 1 to 32"}});
//   testkit::expect_errors<mnk>({{{{"rows", "6"}, {"cols", "6"}}, "rows=6 cols=6: a board has 1 to 32 cells"}});
//   testkit::expect_parse_errors(
//       mnk(3, 3, 3), {{"board=XO./.X./..O", "accepted"},
//                      {"board=XO./.X.", "board: expected 3 rows and 3 columns, got 2 and 3"}});
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <zermelo/testkit/catalog_game.hpp>

namespace zermelo::testkit {

/// A value of a parameter that the game rejects, and the allowed values.
struct rejected_value {
  std::string parameter;
  std::string value;
  std::string allowed;
};

/// Parameters, and the message with which the game rejects them; "accepted" if it accepts them.
struct rejected_parameters {
  std::map<std::string, std::string> parameters;
  std::string message;
  std::string source{};  ///< the file that contained the values; may be empty
};

template <CatalogGame G>
void expect_values_rejected(const std::vector<rejected_value>& values) {
  for (const auto& [parameter, value, allowed] : values) {
    EXPECT_EQ(rejection<G>({{parameter, value}}),
              fmt::format("parameter '{0}': expected {2}, got '{1}'", parameter, value, allowed));
  }
}

template <CatalogGame G>
void expect_errors(const std::vector<rejected_parameters>& rejected) {
  for (const auto& [parameters, message, source] : rejected) {
    EXPECT_EQ(rejection<G>(parameters, source), message) << testing::PrintToString(parameters);
  }
}

/// @param strings  texts of positions, each with the message after "position: "; "accepted" if the game accepts the
///   text
template <class G>
void expect_parse_errors(const G& game, const std::vector<std::pair<std::string, std::string>>& strings) {
  for (const auto& [text, message] : strings) {
    EXPECT_EQ(error_of_parse(game, text), message == "accepted" ? message : "position: " + message) << text;
  }
}

}  // namespace zermelo::testkit
