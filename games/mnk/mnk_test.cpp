// SPDX-License-Identifier: MIT
// Tests m,n,k-games: conformance, including solving slice by slice, and the known counts of positions.
#include "mnk.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/solution_summary.hpp>
#include <zermelo/testkit/board_play.hpp>
#include <zermelo/testkit/catalog_game.hpp>
#include <zermelo/testkit/check_contract.hpp>
#include <zermelo/testkit/conformance.hpp>
#include <zermelo/testkit/expect_errors.hpp>
#include <zermelo/testkit/expect_size_of.hpp>
#include <zermelo/testkit/published_counts.hpp>
#include <zermelo/testkit/solve_on_all_engines.hpp>

// Instantiated in the source of the game.
extern template class zermelo::erased_game_of<zermelo::games::mnk>;

namespace zermelo::games::mnk_test {
namespace {

const nlohmann::json& known() {
  static const auto counts = nlohmann::json::parse(std::ifstream(ZERMELO_DATA_DIR "/published/small_games.json"));
  return counts;
}

TEST(mnk, conforms_to_contract) {
  testkit::expect_conforms(mnk(3, 3, 3));
  testkit::expect_conforms(mnk(2, 4, 3));
  testkit::expect_conforms(mnk(1, 1, 1));
  testkit::expect_conforms(mnk(5, 1, 2));
}

TEST(mnk, small_boards_match_known_counts_of_outcomes) {
  testkit::expect_published_counts(mnk(3, 3, 3), known().at("mnk_3_3_3"));
  testkit::expect_published_counts(mnk(3, 4, 3), known().at("mnk_3_4_3"));
  testkit::expect_published_counts(mnk(4, 3, 3), known().at("mnk_4_3_3"));
  testkit::expect_published_counts(mnk(2, 3, 3), known().at("mnk_2_3_3"));
}

constexpr auto loses = mnk::line_result::loses;
constexpr auto wins = mnk::line_result::wins;
constexpr auto exactly_k = mnk::line_length::exactly_k;

TEST(mnk, variants_conform_to_contract) {
  testkit::expect_conforms(mnk(3, 3, 3, loses));
  testkit::expect_conforms(mnk(2, 4, 3, wins, exactly_k));
  testkit::expect_conforms(mnk(3, 3, 2, loses, exactly_k));
  testkit::expect_conforms(mnk(1, 1, 1, loses, exactly_k));
  testkit::expect_conforms(mnk(7, 1, 2, wins, exactly_k));
}

TEST(mnk, misere_variants_match_known_counts_of_outcomes) {
  for (const auto& [key, game] : {std::pair{"mnk_2_2_2_misere", mnk(2, 2, 2, loses)},
                                  {"mnk_3_3_3_misere", mnk(3, 3, 3, loses)},
                                  {"mnk_3_3_2_misere", mnk(3, 3, 2, loses)},
                                  {"mnk_2_4_3_misere", mnk(2, 4, 3, loses)},
                                  {"mnk_3_4_3_misere", mnk(3, 4, 3, loses)},
                                  {"mnk_4_3_3_misere", mnk(4, 3, 3, loses)},
                                  {"mnk_1_6_3_misere", mnk(1, 6, 3, loses)},
                                  {"mnk_2_5_3_misere", mnk(2, 5, 3, loses)}}) {
    SCOPED_TRACE(key);
    testkit::expect_published_counts(game, known().at(key));
  }
}

TEST(mnk, exact_variants_match_known_counts_of_outcomes) {
  for (const auto& [key, game] : {std::pair{"mnk_3_3_2_exact", mnk(3, 3, 2, wins, exactly_k)},
                                  {"mnk_2_4_3_exact", mnk(2, 4, 3, wins, exactly_k)},
                                  {"mnk_3_4_3_exact", mnk(3, 4, 3, wins, exactly_k)},
                                  {"mnk_1_7_3_exact", mnk(1, 7, 3, wins, exactly_k)},
                                  {"mnk_2_5_3_exact", mnk(2, 5, 3, wins, exactly_k)},
                                  {"mnk_4_3_2_exact", mnk(4, 3, 2, wins, exactly_k)},
                                  {"mnk_3_3_2_misere_exact", mnk(3, 3, 2, loses, exactly_k)},
                                  {"mnk_2_4_2_misere_exact", mnk(2, 4, 2, loses, exactly_k)},
                                  {"mnk_3_4_3_misere_exact", mnk(3, 4, 3, loses, exactly_k)},
                                  {"mnk_1_8_2_misere_exact", mnk(1, 8, 2, loses, exactly_k)}}) {
    SCOPED_TRACE(key);
    testkit::expect_published_counts(game, known().at(key));
  }
}

TEST(mnk, parameters_select_variants) {
  using parameters = std::map<std::string, std::string>;
  const auto winner = [](const parameters& given, const char* board) {
    const mnk game = testkit::build<mnk>(given);
    const auto end = game.terminal(game.parse(std::string("board=") + board));
    return end ? end->winner : std::nullopt;
  };
  EXPECT_EQ(winner({}, "XXX/OO./..."), mnk::x);
  EXPECT_EQ(winner({{"misere", "no"}, {"exact", "no"}}, "XXX/OO./..."), mnk::x);
  EXPECT_EQ(winner({{"misere", "yes"}}, "XXX/OO./..."), mnk::o);
  EXPECT_EQ(winner({{"k", "2"}}, "XXX/OO./..."), mnk::x);
  EXPECT_EQ(winner({{"k", "2"}, {"exact", "yes"}}, "XXX/O.O/..."), std::nullopt);
  testkit::expect_values_rejected<mnk>({{"misere", "on", "one of no, yes"}, {"exact", "3", "one of no, yes"}});
}

TEST(mnk, tic_tac_toe_matches_known_distances_and_symmetry_classes) {
  const mnk game(3, 3, 3);
  const value_table values = testkit::solve_on_all_engines(game);
  const point_symmetries symmetries(symmetries_of_square(3));
  std::map<std::string, std::uint64_t> by_plies_left;
  std::set<position> representatives;
  for (position p = 0; p < game.num_positions(); ++p) {
    const mnk::state s = game.unrank(p);
    if (!game.is_legal(s)) continue;
    const position_value value = values[p];
    // The file has a distance of 0 for full boards, but none for other draws.
    const bool is_tie = value.outcome == outcome::tie;
    const std::string outcome_letter = is_tie ? "D" : value.outcome == outcome::win ? "W" : "L";
    const std::string plies_left = is_tie && value.distance_plies > 0 ? "-1" : std::to_string(value.distance_plies);
    ++by_plies_left["('" + outcome_letter + "', " + plies_left + ")"];
    position least = p;
    for (std::size_t g = 0; g < symmetries.size(); ++g) {
      least = std::min(least, game.rank({symmetries.image(g, s.of_x), symmetries.image(g, s.of_o)}));
    }
    representatives.insert(least);
  }
  const auto& expected = known().at("tictactoe_classes");
  EXPECT_EQ(representatives.size(), expected.at("classes").get<std::size_t>());
  EXPECT_EQ(by_plies_left, (expected.at("by_plies_left").get<std::map<std::string, std::uint64_t>>()));
}

/// The reachable boards of tic-tac-toe by the number of stones, played out on strings of nine cells, without numbers
/// and sets.
std::array<std::set<std::string>, 10> boards_of_tic_tac_toe() {
  constexpr std::array<std::array<std::size_t, 3>, 8> lines{
      {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}}};
  std::array<std::set<std::string>, 10> boards{{{std::string(9, '.')}}};
  for (std::size_t stones = 0; stones < 9; ++stones) {
    for (const std::string& board : boards.at(stones)) {
      const bool is_over = std::any_of(lines.begin(), lines.end(), [&](const auto& line) {
        return board[line[0]] != '.' && board[line[0]] == board[line[1]] && board[line[0]] == board[line[2]];
      });
      if (is_over) continue;
      for (std::size_t cell = 0; cell < board.size(); ++cell) {
        if (board[cell] != '.') continue;
        std::string next = board;
        next[cell] = stones % 2 == 0 ? 'X' : 'O';
        boards.at(stones + 1).insert(next);
      }
    }
  }
  return boards;
}

TEST(mnk, tic_tac_toe_slices_match_reachable_boards_by_number_of_stones) {
  const mnk game(3, 3, 3);
  const std::vector<slice> slices = game.slices();
  const auto reached = boards_of_tic_tac_toe();
  constexpr std::array<std::size_t, 10> known{1, 9, 72, 252, 756, 1260, 1520, 1140, 390, 78};
  // The number of ways to choose the stones' cells, times the number of ways to choose the cells of O among them.
  constexpr std::array<position, 10> sizes{1, 9, 9 * 8, 252, 756, 1260, 84 * 20, 36 * 35, 9 * 70, 126};
  ASSERT_EQ(slices.size(), reached.size());
  position first = 0;
  for (std::size_t stones = 0; stones < slices.size(); ++stones) {
    EXPECT_EQ(slices[stones].name, "stones-" + std::to_string(stones));
    EXPECT_EQ(slices[stones].counts.at(0).second, stones);
    EXPECT_EQ(slices[stones].size, sizes.at(stones));
    std::set<std::string> legal;
    for (position p = first; p < first + slices[stones].size; ++p) {
      const mnk::state s = game.unrank(p);
      std::string board = game.drawing(s);
      board.erase(std::remove(board.begin(), board.end(), '\n'), board.end());
      if (game.is_legal(s)) legal.insert(board);
    }
    EXPECT_EQ(legal, reached.at(stones));
    EXPECT_EQ(legal.size(), known.at(stones));
    first += slices[stones].size;
  }
  EXPECT_EQ(first, game.num_positions());
}

TEST(mnk, every_move_leads_to_the_next_slice) {
  const std::vector<slice> slices = mnk(4, 5, 4).slices();
  ASSERT_EQ(slices.size(), 21U);
  EXPECT_EQ(slices[19].leads_to, std::vector<std::uint32_t>{20});
  EXPECT_EQ(slices[20].leads_to, std::vector<std::uint32_t>{});
}

TEST(mnk, samples_of_the_largest_boards_conform_to_contract) {
  for (const mnk& game : {mnk(4, 8, 4), mnk(1, 32, 3), mnk(31, 1, 31)}) {
    EXPECT_EQ(testkit::check_contract(game).violations, std::vector<std::string>());
  }
  const mnk game(4, 8, 4);
  const auto last = game.unrank(game.num_positions() - 1);
  EXPECT_EQ(game.format(last), "board=XXXXXXXX/XXXXXXXX/OOOOOOOO/OOOOOOOO");
}

TEST(mnk, tic_tac_toe_is_a_tie_after_nine_plies) {
  const mnk game(3, 3, 3);
  const value_table values = testkit::solve_on_all_engines(game);
  EXPECT_EQ(values[game.rank(game.start())], (position_value{outcome::tie, 9}));
}

TEST(mnk, reports_the_rule_that_an_illegal_position_breaks) {
  const mnk game(3, 3, 3);
  const auto why = [&](const char* board) {
    return game.why_illegal(game.parse(std::string("board=") + board)).value_or("");
  };
  EXPECT_EQ(why("XXX/OO./..."), "");
  EXPECT_PRED_FORMAT2(testkit::matches_pattern, "... got 2 X and 0 O", why("XX./.../..."));
  EXPECT_PRED_FORMAT2(testkit::matches_pattern, "... got 0 X and 1 O", why("O../.../..."));
  EXPECT_PRED_FORMAT2(testkit::matches_pattern, "x ... 3 in ...: ...", why("XXX/OO./O.."));
}

TEST(mnk, rejects_invalid_sizes_and_positions) {
  EXPECT_EQ(testkit::error_of([] { mnk(0, 3, 3); }), "rows=0 cols=3: expected from 1 to 32 cells");
  EXPECT_EQ(testkit::error_of([] { mnk(3, 11, 3); }), "rows=3 cols=11: expected from 1 to 32 cells");
  EXPECT_PRED_FORMAT2(testkit::matches_pattern, "k: ... 1 to 4, ... got '5'", testkit::error_of([] { mnk(3, 4, 5); }));
  EXPECT_PRED_FORMAT2(testkit::matches_pattern, "k: ... 1 to 4, ... got '0'", testkit::error_of([] { mnk(3, 4, 0); }));
  EXPECT_EQ(mnk(4, 8, 5).num_positions(), 314'626'865'716'275U);
  EXPECT_EQ(mnk(parameter_values(mnk::parameters(), {})).num_positions(), 6'046U);

  const mnk game(3, 3, 3);
  testkit::expect_parse_errors(game, {{"board=XO/../..", "board: expected 3 rows and 3 columns, got 3 and 2"},
                                      {"board=x../.../...", "board: line 1, column 1: 'x' ... '.XO'"}});
  EXPECT_EQ(game.format(game.start()), "board=.../.../...");
  EXPECT_EQ(game.drawing(game.parse("board=XO./.X./..O")), "XO.\n.X.\n..O");
}

TEST(mnk, stated_size_matches_the_built_game) {
  testkit::expect_size_of<mnk>({});
  const std::map<std::string, std::string> largest{{"rows", "1"}, {"cols", "32"}};
  EXPECT_EQ(mnk::size_of(testkit::values_of<mnk>(largest)).positions, 314'626'865'716'275U);
}

TEST(mnk, moves_add_one_stone_to_the_board) {
  const mnk game(2, 3, 3);
  EXPECT_EQ(testkit::text_of_board(game, game.parse("board=..X/O..")), "c2=x a1=o");
  testkit::expect_moves_on_board(game, game.start(), {1, 1});
}

}  // namespace
}  // namespace zermelo::games::mnk_test
