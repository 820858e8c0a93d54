// SPDX-License-Identifier: MIT
// Tests my_game: conformance, the known result, and invalid input.
#include "my_game.hpp"

#include <cstdint>
#include <map>
#include <string>

#include <gtest/gtest.h>

#include <zermelo/core/positions/explored_game.hpp>
#include <zermelo/testkit/catalog_game.hpp>
#include <zermelo/testkit/conformance.hpp>
#include <zermelo/testkit/erase.hpp>
#include <zermelo/testkit/expect_errors.hpp>
#include <zermelo/testkit/solve_on_all_engines.hpp>

// Instantiated in my_game.cpp.
extern template class zermelo::erased_game_of<zermelo::games::my_game>;

namespace zermelo::games {
namespace {

my_game with_counters(const std::string& counters) {
  const std::map<std::string, std::string> parameters{{"counters", counters}};  // as on a command line
  return testkit::build<my_game>(parameters);
}

// Checks the contract of a game on several small instances: the smallest one, and one with every kind of terminal.
TEST(my_game, conforms_to_contract) {
  testkit::expect_conforms(with_counters("1"));
  testkit::expect_conforms(with_counters("21"));
}

// The kit cannot know the rules. Compare them with published or independently counted results, and some positions with
// values that you know.
TEST(my_game, multiples_of_four_are_lost) {
  // The game or, if it has no ranking, the game with its positions numbered: then only reachable positions have a rank.
  const auto game = with_ranking(with_counters("100"));
  const value_table values = testkit::solve_on_all_engines(game);
  for (std::uint32_t heap = 0; heap <= 100; ++heap) {
    // The loser takes one counter at a time, and the winner leaves a multiple of four.
    position_value expected{outcome::win, heap / 4 * 2 + 1};
    if (heap % 4 == 0) expected = {outcome::loss, heap / 2};
    for (const player p : {player::first, player::second}) EXPECT_EQ(values[game.rank({heap, p})], expected) << heap;
  }
}

// Checks every parameter, and every kind of invalid position.
TEST(my_game, rejects_invalid_input) {
  // A value, and a part of its message.
  testkit::expect_values_rejected<my_game>({{"counters", "0", "1 to 100"}});
  testkit::expect_values_rejected<my_game>({{"counters", "101", "1 to 100"}});
  // "..." in a message stands for any text.
  testkit::expect_parse_errors(with_counters("21"), {{"heap=21 turn=second", "accepted"},
                                                     {"heap=22 turn=first", "heap=22 ... 0 to 21"},
                                                     {"heap=all turn=first", "heap=all ... 0 to 21"},
                                                     {"heap=2 turn=me", "turn: ... 'me'"}});
}

}  // namespace
}  // namespace zermelo::games
