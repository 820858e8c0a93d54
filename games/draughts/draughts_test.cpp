// SPDX-License-Identifier: MIT
// Tests draughts endings: conformance, published numbers of positions, known counts of wins and losses, and single
// positions.
#include "draughts.hpp"

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/outcome_histogram.hpp>
#include <zermelo/testkit/board_play.hpp>
#include <zermelo/testkit/catalog_game.hpp>
#include <zermelo/testkit/check_contract.hpp>
#include <zermelo/testkit/conformance.hpp>
#include <zermelo/testkit/expect_errors.hpp>
#include <zermelo/testkit/expect_size_of.hpp>
#include <zermelo/testkit/moves_of.hpp>
#include <zermelo/testkit/solve_on_all_engines.hpp>

// Instantiated in the source of the game.
extern template class zermelo::erased_game_of<zermelo::games::draughts>;

namespace zermelo::games::draughts_test {
namespace {

nlohmann::json known_results() {
  return nlohmann::json::parse(std::ifstream(ZERMELO_DATA_DIR "/published/solved_games.json")).at("english_draughts");
}

TEST(draughts, conforms_to_contract) {
  testkit::expect_conforms(draughts(2));
  testkit::expect_conforms(draughts(3));
}

TEST(draughts, samples_with_four_and_more_pieces_conform_to_contract) {
  for (unsigned pieces = 4; pieces <= draughts::max_pieces; ++pieces) {
    EXPECT_EQ(testkit::check_contract(draughts(pieces)).violations, std::vector<std::string>()) << pieces;
  }
}

TEST(draughts, numbers_of_positions_match_published_counts) {
  std::map<std::int64_t, position> by_pieces;
  for (const slice& one : draughts(draughts::max_pieces).slices()) by_pieces[one.counts.at(0).second] += one.size;
  const auto known = known_results().at("positions_by_pieces");
  EXPECT_EQ(known.size(), draughts::max_pieces);
  position sum = 0;
  for (const auto& [pieces, published] : known.items()) {
    const auto number = static_cast<unsigned>(std::stoul(pieces));
    EXPECT_EQ(by_pieces.at(number), published.get<position>()) << pieces;
    sum += by_pieces.at(number);
    if (number >= draughts::min_pieces) {
      EXPECT_EQ(draughts(number).num_positions(), sum) << "the game includes positions with fewer pieces";
    }
  }
}

/// The largest distance of a win, or of a loss; -1 if there is none.
std::int64_t longest(const outcome_histogram& found, std::uint64_t outcome_counts::* which) {
  std::int64_t plies = static_cast<std::int64_t>(found.by_distance.size()) - 1;
  while (plies >= 0 && found.by_distance[static_cast<std::size_t>(plies)].*which == 0) --plies;
  return plies;
}

/// Compares slices with the known results. Returns the number of compared slices.
std::size_t expect_known_slices(const draughts& game, const value_table& values) {
  const auto known = known_results().at("slices");
  std::size_t compared = 0;
  position first = 0;
  for (const slice& one : game.slices()) {
    if (!one.leads_to.empty()) {
      SCOPED_TRACE(one.name);
      const auto& expected = known.at(one.name);
      outcome_histogram found;
      for (position p = first; p < first + one.size; ++p) found.add(values[p]);
      EXPECT_EQ(one.size, expected.at("positions"));
      EXPECT_EQ(found.counts.win, expected.at("win"));
      EXPECT_EQ(found.counts.loss, expected.at("loss"));
      EXPECT_EQ(found.counts.draw, expected.at("draw"));
      EXPECT_EQ(found.counts.tie, 0U);
      EXPECT_EQ(longest(found, &outcome_counts::win), expected.at("max_win"));
      EXPECT_EQ(longest(found, &outcome_counts::loss), expected.at("max_loss"));
      ++compared;
    }
    first += one.size;
  }
  return compared;
}

TEST(draughts, two_and_three_pieces_match_known_outcome_counts_and_longest_distances) {
  for (const auto& [pieces, slices] : {std::pair{2U, 4U}, {3U, 16U}}) {
    const draughts game(pieces);
    EXPECT_EQ(expect_known_slices(game, testkit::solve_on_all_engines(game)), slices);
  }
}

unsigned num_pieces(const draughts::state& s) { return num_points_of(s.own | s.others); }

TEST(draughts, moves_lead_to_exactly_the_declared_slices) {
  const draughts game(3);
  const auto known = known_results().at("slices");
  position p = 0;
  for (const slice& one : game.slices()) {
    SCOPED_TRACE(one.name);
    std::set<std::uint32_t> reachable;
    std::uint64_t takers = 0;
    for (const position end = p + one.size; p < end; ++p) {
      const auto s = game.unrank(p);
      if (game.terminal(s)) continue;
      bool takes = false;
      game.for_each_successor(s, [&](const auto& next) {
        reachable.insert(game.group_of(next));
        takes = takes || num_pieces(next) < num_pieces(s);
      });
      if (takes) ++takers;
    }
    EXPECT_EQ(std::vector(reachable.begin(), reachable.end()), one.leads_to);
    if (!one.leads_to.empty()) {
      EXPECT_EQ(takers, known.at(one.name).at("can_take").get<std::uint64_t>());
    }
  }
}

TEST(draughts, slices_are_named_by_pieces_on_the_board) {
  const draughts game(4);
  const auto all = game.slices();
  const auto group = game.group_of(game.parse("mover=K32,27 other=5,K1"));
  EXPECT_EQ(game.group_name(group), "1m1k-1m1k");
  EXPECT_EQ(all.at(group).name, "1m1k-1m1k");
  const std::vector<std::pair<std::string, std::int64_t>> counts{
      {"pieces", 4}, {"own_men", 1}, {"own_kings", 1}, {"other_men", 1}, {"other_kings", 1}};
  EXPECT_EQ(all.at(group).counts, counts);
  std::vector<std::string> reachable;
  for (const std::uint32_t to : all.at(group).leads_to) reachable.push_back(all.at(to).name);
  EXPECT_EQ(reachable, (std::vector<std::string>{"0-2k", "0-1m1k", "1k-2k", "1k-1m1k", "1m-2k", "1m-1m1k", "1m1k-2k",
                                                 "1m1k-1m1k"}));
  EXPECT_EQ(game.group_name(game.group_of(game.parse("mover=none other=3"))), "0-1m");
}

using testkit::moves_from;
using strings = std::vector<std::string>;

TEST(draughts, piece_continues_capturing_in_one_move) {
  const draughts game(5);
  EXPECT_EQ(moves_from(game, "mover=31 other=K4,18,26"), (strings{"mover=K29 other=18"})) << "31x22x15";
  EXPECT_EQ(moves_from(game, "mover=31 other=18,26,27"), (strings{"mover=6 other=18", "mover=7,15 other=9"}))
      << "31x22x15 or 31x24: the longest capture is not compulsory";
  EXPECT_EQ(moves_from(game, "mover=29 other=7,16,25"), (strings{"mover=17,26 other=11"}))
      << "29x22, and no further capture";
  EXPECT_EQ(moves_from(game, "mover=30 other=K10,K18,K26"), (strings{"mover=none other=26"})) << "30x23x14x7";
}

TEST(draughts, king_can_return_to_its_square_while_capturing) {
  const draughts game(5);
  EXPECT_EQ(moves_from(game, "mover=K31 other=18,19,26,27"), (strings{"mover=none other=K2", "mover=none other=K2"}))
      << "clockwise and anticlockwise";
  const auto before = testkit::moves_to(game, "mover=none other=K2");
  EXPECT_EQ(std::count(before.begin(), before.end(), "mover=K31 other=18,19,26,27"), 2);
}

TEST(draughts, formats_positions_with_standard_square_numbers) {
  const draughts game(4);
  EXPECT_EQ(game.format(game.parse("other=5,K1 mover=K32,27")), "mover=27,K32 other=K1,5");
  EXPECT_EQ(game.drawing(game.parse("mover=27,K32 other=K1,5")),
            " O . . .\n"
            "o . . . \n"
            " . . . .\n"
            ". . . . \n"
            " . . . .\n"
            ". . . . \n"
            " . . m .\n"
            ". . . M ");
}

TEST(draughts, rejects_invalid_positions_and_numbers_of_pieces) {
  const draughts game(3);
  testkit::expect_parse_errors(game, {{"mover=5 other=K29,1", "accepted"},
                                      {"mover=5", "field 'other' is missing"},
                                      {"mover=none other=none", "expected 1 to 3 pieces, got 0"},
                                      {"mover=5,6 other=7,8", "expected 1 to 3 pieces, got 4"},
                                      {"mover=5 other=K5", "other: 'K5' already ..."},
                                      {"mover=4 other=5", "mover: '4' cannot ... a man, ..."},
                                      {"mover=5 other=29", "other: '29' cannot ... a man, ..."}});
  const std::string squares = " ... 1 to 32, ...";
  testkit::expect_parse_errors(game, {{"mover=33 other=5", "mover: '33'" + squares},
                                      {"mover=6, other=5", "mover: ''" + squares},
                                      {"mover=k6 other=5", "mover: 'k6'" + squares},
                                      {"mover=0 other=5", "mover: '0'" + squares}});
  testkit::expect_values_rejected<draughts>({{"pieces", "9", "2 to 8"}});
  testkit::expect_errors<draughts>({{{{"pieces", "8"}}, "accepted"}});
  EXPECT_THROW(draughts(1), input_error);
}

TEST(draughts, parses_and_formats_positions_in_pdn) {
  const draughts game(4);
  const auto fields = [&](const std::string& pdn) { return game.format(game.parse(pdn)); };
  EXPECT_EQ(game.notation(game.parse("mover=K5,31 other=1,K2")), "W:WK5,31:B1,K2");
  EXPECT_EQ(game.notation(game.parse("mover=none other=K2")), "W:W:BK2");
  EXPECT_EQ(fields("W:WK5,31:B1,K2"), "mover=K5,31 other=1,K2");
  EXPECT_EQ(fields("W:B1,K2:W31,K5."), "mover=K5,31 other=1,K2") << "in any order, and with a full stop";
  EXPECT_EQ(fields("B:WK5,31:B1,K2"), "mover=K31,32 other=2,K28") << "rotated, so that black moves up";
  EXPECT_EQ(fields("B:W:BK2"), "mover=K31 other=none");
  EXPECT_EQ(fields(" w : b 1, K2 : w 31 , K5 . "), "mover=K5,31 other=1,K2") << "lower case and blanks";

  const auto message = [&](const std::string& text) { return testkit::error_of_parse(game, text); };
  for (const std::string wrong : {"W:", "W:W5", "W:W5:W6", "W:5:6", "B:B5:B6", "W:W5:B6:H0", "W:W5,B6"}) {
    EXPECT_NE(message(wrong), "accepted") << wrong;
  }
  testkit::expect_parse_errors(game, {{"W:W5:W6", "... FEN ... PDN, ... got 'W:W5:W6'"},
                                      {"W:W:B", "expected 1 to 4 pieces, got 0"},
                                      {"W:W5,6,7:B8,9", "expected 1 to 4 pieces, got 5"},
                                      {"B:W5:BK5", "B: 'K5' already ..."},
                                      {"B:W4:BK5", "W: '4' cannot ... a man, ..."},
                                      {"W:W5:B29", "B: '29' cannot ... a man, ..."}});
  const std::string squares = " ... 1 to 32, ...";
  testkit::expect_parse_errors(game, {{"W:W33:B5", "W: '33'" + squares},
                                      {"W:Wnone:B5", "W: 'none'" + squares},
                                      {"W:W-5:B5", "W: '-5'" + squares},
                                      {"W:W31-32:B5", "W: '31-32' ... range; ... 31,32"}});
}

TEST(draughts, stated_size_matches_the_built_game) {
  testkit::expect_size_of<draughts>({});
  testkit::expect_size_of<draughts>({{"pieces", "8"}});
}

TEST(draughts, board_orientation_stays_fixed_between_moves) {
  const draughts game(6);
  const draughts::state s = game.parse("W:W22,K32:B1,9");
  EXPECT_EQ(testkit::text_of_board(game, s, player::first),
            "1=second's man 9=second's man 22=first's man 32=first's king");
  // If the second player is to move, the state is relative to the upper side: square n is 33 - n.
  EXPECT_EQ(testkit::text_of_board(game, s, player::second),
            "1=second's king 11=second's man 24=first's man 32=first's man");
  const auto cells = game.board_shape().cells;
  EXPECT_EQ(cells[0].centre, (plane_point{1, 0}));
  EXPECT_EQ(cells[31].centre, (plane_point{6, 7}));
  testkit::expect_moves_on_board(game, s, {.min = 2, .max = 6});
}

}  // namespace
}  // namespace zermelo::games::draughts_test
