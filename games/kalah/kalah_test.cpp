// SPDX-License-Identifier: MIT
// Tests kalah: conformance, published values, and the values of an independent program.
#include "kalah.hpp"

#include <cstddef>
#include <cstdint>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include <fmt/core.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <zermelo/core/base/random.hpp>
#include <zermelo/core/engines/explicit_engine.hpp>
#include <zermelo/core/positions/explored_game.hpp>
#include <zermelo/core/slices/slice_order.hpp>
#include <zermelo/core/solve/solve_groups.hpp>
#include <zermelo/core/verify/verify_solution.hpp>
#include <zermelo/testkit/board_play.hpp>
#include <zermelo/testkit/catalog_game.hpp>
#include <zermelo/testkit/conformance.hpp>
#include <zermelo/testkit/expect_errors.hpp>

#include "listed_kalah.hpp"

// Instantiated in the source of the game.
extern template class zermelo::erased_game_of<zermelo::games::kalah>;

namespace zermelo::games::kalah_test {
namespace {

using empty_capture = kalah::empty_capture;

/// Kalah explored from the start, and the values of all positions.
struct solved_kalah {
  explicit solved_kalah(const kalah& plain) : game(with_ranking(plain)) {
    const rules_of_game<explored_game<kalah>> rules(game);
    const std::vector<slice> slices = game.slices();
    solve_visitor silent;
    found =
        solve_groups(rules, slices, [&](const part_rules& group) { return solve_explicit(group, {threads}, silent); });
    const slice_lookup lookup(slices);
    EXPECT_TRUE(verify_solution(rules, *found.values, threads, silent, &lookup).accepted());
  }
  [[nodiscard]] position_value at(const kalah::state& s) const { return (*found.values)[game.rank(s)]; }

  static constexpr unsigned threads = 2;
  explored_game<kalah> game;
  groups_solution found{};
};

[[nodiscard]] int margin_of_start(const kalah& game) { return solved_kalah(game).at(game.start()).margin(); }

TEST(kalah, conforms_to_contract) {
  testkit::expect_conforms(kalah(1, 4));
  testkit::expect_conforms(kalah(2, 6));
  testkit::expect_conforms(kalah(3, 2));
  testkit::expect_conforms(kalah(3, 3, empty_capture::no));
  testkit::expect_conforms(kalah(3, "south=0,5,1 north=2,0,1 turn=north"));
}

[[nodiscard]] nlohmann::json published() {
  return nlohmann::json::parse(std::ifstream(ZERMELO_DATA_DIR "/published/solved_games.json")).at("kalah");
}

TEST(kalah, small_boards_match_published_winners) {
  const nlohmann::json signs = published().at("signs");
  for (unsigned pits = 1; pits <= signs.size(); ++pits) {
    std::string found;
    for (unsigned seeds = 1; seeds <= kalah::max_seeds; ++seeds) {
      const int margin = margin_of_start(kalah(pits, seeds));
      found += margin > 0 ? 'W' : margin < 0 ? 'L' : 'D';
    }
    EXPECT_EQ(found, signs.at(std::to_string(pits))) << pits;
  }
}

TEST(kalah, larger_boards_match_published_margins) {
  const nlohmann::json margins = published().at("margins");
  for (const auto& [pits, seeds] : {std::pair{4U, 1U}, {4U, 2U}, {4U, 3U}, {5U, 1U}, {6U, 1U}}) {
    EXPECT_EQ(margin_of_start(kalah(pits, seeds)), margins.at(fmt::format("{},{}", pits, seeds)))
        << pits << ' ' << seeds;
  }
}

/// Compares the values of all positions with those of the independent program.
void expect_listed_values(const kalah& game, unsigned pits, empty_capture rule) {
  const solved_kalah solved(game);
  listed_kalah listed(static_cast<int>(pits), rule == empty_capture::yes);
  for (position p = 0; p < solved.game.num_positions(); ++p) {
    const kalah::state s = solved.game.unrank(p);
    ring board(2 * std::size_t{pits} + 2);
    for (std::size_t pit = 0; pit < 2 * std::size_t{pits}; ++pit) {
      const bool is_own = (pit < pits) == (s.to_move == kalah::south);
      board[pit % pits + (is_own ? 0 : pits + 1)] = s.pits[pit];
    }
    const value_of_ring& expected = listed.value_of(board);
    const position_value value = solved.at(s);
    ASSERT_EQ(value.margin(), expected.lead) << solved.game.format(s);
    ASSERT_NE(value.outcome, outcome::draw) << solved.game.format(s);
    ASSERT_EQ(value.distance_plies, static_cast<std::uint32_t>(expected.plies)) << solved.game.format(s);
  }
}

TEST(kalah, matches_values_of_a_second_program) {
  for (const empty_capture rule : {empty_capture::no, empty_capture::yes}) {
    for (unsigned seeds = 1; seeds <= kalah::max_seeds; ++seeds) {
      for (unsigned pits = 1; pits <= 3; ++pits) expect_listed_values(kalah(pits, seeds, rule), pits, rule);
    }
  }
}

TEST(kalah, accepts_custom_start_board) {
  const std::string text = "south=3,0 north=0,2 turn=south";
  const kalah game(2, text);
  EXPECT_EQ(game.format(game.start()), text);
  EXPECT_EQ(margin_of_start(game), -1);
  random_generator random(4);
  for (const empty_capture rule : {empty_capture::no, empty_capture::yes}) {
    for (unsigned pits = 1; pits <= 3; ++pits) {
      for (int number = 0; number < 20; ++number) {
        const auto row = [&] {
          std::string seeds = std::to_string(1 + random.below(kalah::max_seeds));
          for (unsigned pit = 1; pit < pits; ++pit) seeds += fmt::format(",{}", random.below(4));
          return seeds;
        };
        const std::string start =
            fmt::format("south={} north={} turn={}", row(), row(), random.below(2) == 0 ? "south" : "north");
        expect_listed_values(kalah(pits, start, rule), pits, rule);
      }
    }
  }
}

TEST(kalah, keys_ascend_by_seeds_and_invalid_keys_are_detected) {
  const kalah game(3, 2);
  kalah::state last;
  std::uint64_t key = 0;
  for (; game.pack(game.unpack(key)) == key; ++key) {
    const kalah::state s = game.unpack(key);
    EXPECT_GE(game.slice_of(s), game.slice_of(last));
    EXPECT_EQ(game.parse(game.format(s)), s);
    last = s;
  }
  EXPECT_EQ(key, 2 * 18'564U) << "C(18, 6) boards with at most 12 seeds";
  random_generator random(1);
  for (int i = 0; i < 10'000; ++i) {
    const std::uint64_t foreign = key + random() % (~std::uint64_t{0} - key);
    EXPECT_NE(game.pack(game.unpack(foreign)), foreign);
  }
}

TEST(kalah, rejects_invalid_parameters_and_positions) {
  testkit::expect_values_rejected<kalah>(
      {{"pits", "7", "1 to 6"}, {"seeds", "0", "1 to 6"}, {"empty_capture", "maybe", "one of no, yes"}});
  EXPECT_EQ(testkit::error_of([] { (void)kalah(7, 1); }), "pits: expected 1 to 6, got '7'");
  EXPECT_EQ(testkit::error_of([] { (void)kalah(1, 7); }), "seeds: expected 1 to 6, got '7'");
  const std::vector<std::pair<std::string, std::string>> starts{
      {"south=24,0 north=0,1 turn=north", "... 24 seeds ..., 6 ... got 25"},
      {"south=1,0 north=0,0 turn=south", "play ... ended: north ..."},
      {"south=1 north=0,1 turn=south", "south: ... 2 integers ... 0 to 24 ... got '1'"},
      {"south=1,0 north=0,1", "field 'turn' is missing"}};
  for (const auto& [start, message] : starts) {
    EXPECT_PRED_FORMAT2(testkit::matches_pattern, "parameter 'start': " + message,
                        testkit::rejection<kalah>({{"pits", "2"}, {"start", start}}));
  }
  testkit::expect_errors<kalah>(
      {{{{"pits", "2"}, {"start", "south=23,0 north=0,1 turn=north"}}, "accepted"},
       {{{"seeds", "2"}, {"start", "south=1,0,0 north=0,1,0 turn=south"}}, "seeds=2 ... start, ..."},
       {{{"seeds", "3"}, {"start", "south=1,0,0 north=0,1,0 turn=south"}}, "accepted"}});
  testkit::expect_parse_errors(kalah(2, "south=3,0 north=0,2 turn=south"),
                               {{"south=3,1 north=0,2 turn=south", "... 5 seeds ... got 6"}});
  const kalah game(2, 3);
  testkit::expect_parse_errors(game, {{"south=3,3 north=3,3 turn=north", "accepted"},
                                      {"south=12,0 north=0,0 turn=north", "accepted"},
                                      {"south=3,3 north=3,4 turn=north", "... 12 seeds ... got 13"},
                                      {"south=3,3 north=3,3 turn=x", "turn: expected south or north, got 'x'"}});
  for (const std::string row : {"3", "3,3,3", "3,", ",3", "3,x", "3,-1", "3,13", "3,99999999999999999999"}) {
    EXPECT_PRED_FORMAT2(testkit::matches_pattern, "position: north: ... 2 integers ... 0 to 12 ... got '" + row + "'",
                        testkit::error_of_parse(game, "south=3,3 north=" + row + " turn=north"));
  }
}

TEST(kalah, prints_north_row_above_south_row) {
  const kalah game(3, 4);
  const kalah::state s = game.parse("south=1,0,12 north=3,4,0 turn=south");
  EXPECT_EQ(game.drawing(s), "  0  4  3\n  1  0 12");
  EXPECT_EQ(testkit::text_of_board(game, s), "b2=4 seeds c2=3 seeds a1=1 seed c1=12 seeds");
  testkit::expect_moves_on_board(game, game.start(), {1, 6});
}

}  // namespace
}  // namespace zermelo::games::kalah_test
