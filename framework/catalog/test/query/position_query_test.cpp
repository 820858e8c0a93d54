// SPDX-License-Identifier: MIT
// Tests conditions on positions. The tests of the command line have further cases.
#include <zermelo/catalog/query/position_query.hpp>

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/testkit/error_of.hpp>

#include "listed_game_made.hpp"

namespace zermelo::position_query_test {
namespace {

constexpr position_value drawn{outcome::draw, no_distance};

std::vector<position> found(const any_game& game, const std::vector<listed_position>& listed,
                            const std::string& condition) {
  std::vector<position_value> entries;
  for (const listed_position& at : listed) entries.push_back(at.value);
  std::vector<position> matches;
  const position_query query(game, {condition});
  query.for_each_candidate(0, entries, [&matches](position p, position_value) { matches.push_back(p); });
  return matches;
}

TEST(position_query, ended_field_accepts_drawn_terminals_but_not_endless_play) {
  const std::vector<listed_position> listed{
      {player::first, drawn, {0, 1}},          {player::second, drawn, {}},
      {player::first, {outcome::win, 1}, {3}}, {player::second, {outcome::loss, 0}, {}},
      {player::second, {outcome::tie, 0}, {}}, {}};
  const any_game game = listed_game(listed);
  EXPECT_EQ(found(game, listed, "ended=yes"), (std::vector<position>{1, 3, 4}));
  EXPECT_EQ(found(game, listed, "ended=no"), (std::vector<position>{0, 2}));
  EXPECT_EQ(found(game, listed, "ended=yes outcome=draw"), (std::vector<position>{1}));
  EXPECT_EQ(found(game, listed, "ended!=yes to_move=cat"), (std::vector<position>{0, 2}));
}

TEST(position_query, error_lists_each_field_once) {
  const any_game game = listed_game(std::vector<listed_position>(1));
  const std::string rejection = testkit::error_of([&] { const position_query query(game, {"whatever_it_is=1"}); });
  EXPECT_TRUE(rejection.starts_with("'whatever_it_is=1': unknown field 'whatever_it_is'; known: position, to_move, "))
      << rejection;
  // The axis and the number have the same name.
  EXPECT_EQ(rejection.find(" position,"), rejection.rfind(" position,")) << rejection;
}

}  // namespace
}  // namespace zermelo::position_query_test
