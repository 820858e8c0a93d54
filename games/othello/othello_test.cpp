// SPDX-License-Identifier: MIT
// Tests Othello: conformance, and the published score and number of games.
#include "othello.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <zermelo/core/base/random.hpp>
#include <zermelo/core/positions/explored_game.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/solution_summary.hpp>
#include <zermelo/testkit/board_play.hpp>
#include <zermelo/testkit/catalog_game.hpp>
#include <zermelo/testkit/conformance.hpp>
#include <zermelo/testkit/expect_errors.hpp>
#include <zermelo/testkit/solve_on_all_engines.hpp>

// Instantiated in the source of the game.
extern template class zermelo::erased_game_of<zermelo::games::othello>;

namespace zermelo::games::othello_test {
namespace {

constexpr unsigned side = 4;

/// Othello with `value=margin`.
othello for_discs(unsigned n) { return othello(n, std::nullopt, othello::value_of_end::margin); }

othello parallel_for_discs() {
  return othello(side, std::nullopt, othello::value_of_end::margin, othello::start_with::parallel);
}

TEST(othello, conforms_to_contract) {
  testkit::expect_conforms(othello(2));
  testkit::expect_conforms(othello(side));
  testkit::expect_conforms(othello(side, -8));
  testkit::expect_conforms(for_discs(2));
  testkit::expect_conforms(for_discs(side));
  testkit::expect_conforms(parallel_for_discs());
}

position_value value_of_start(const othello& game) {
  const auto ranked = with_ranking(game);
  return testkit::solve_on_all_engines(ranked)[ranked.rank(ranked.start())];
}

TEST(othello, white_wins_by_eight_discs_on_a_four_by_four_board) {
  EXPECT_EQ(value_of_start(othello(side)).outcome, outcome::loss) << "black moves first";
  EXPECT_EQ(value_of_start(othello(side, -8)).outcome, outcome::win) << "black loses by at most 8 discs";
  EXPECT_EQ(value_of_start(othello(side, -7)).outcome, outcome::loss);
}

TEST(othello, start_of_a_four_by_four_board_has_margin_minus_eight) {
  const position_value start = value_of_start(for_discs(side));
  EXPECT_EQ(start.margin(), -8);
  EXPECT_EQ(value_of_start(for_discs(2)).margin(), 0);
}

TEST(othello, position_margin_equals_greatest_margin_that_black_reaches) {
  const auto game = with_ranking(for_discs(side));
  const value_table values = testkit::solve_on_all_engines(game);
  std::vector<int> lead_of_black(game.num_positions(), -static_cast<int>(side * side));
  for (int margin = 1 - static_cast<int>(side * side); margin <= static_cast<int>(side * side); ++margin) {
    const value_table with_margin = testkit::solve_on_all_engines(othello(side, margin));
    ASSERT_EQ(with_margin.size(), game.num_positions());
    for (position p = 0; p < game.num_positions(); ++p) {
      const bool is_black = game.unrank(p).to_move == othello::black;
      if (with_margin[p].outcome == (is_black ? outcome::win : outcome::loss)) lead_of_black[p] = margin;
    }
  }
  for (position p = 0; p < game.num_positions(); ++p) {
    const othello::state s = game.unrank(p);
    const int lead = s.to_move == othello::black ? values[p].margin() : -values[p].margin();
    ASSERT_EQ(lead, lead_of_black[p]) << game.format(s);
  }
}

/// An independent program for Othello on a string of 4 x 4 cells, line by line: it computes the lead of the
/// player to move in discs.
class othello_on_text {
 public:
  [[nodiscard]] int lead(const std::string& board, char own, bool has_passed = false) {
    if (const auto known = m_known.find(board + own); known != m_known.end()) return known->second;
    const char other = own == 'B' ? 'W' : 'B';
    std::optional<int> best;
    for (int cell = 0; cell < cells; ++cell) {
      const std::string next = after(board, cell, own, other);
      if (next == board) continue;
      const int found = -lead(next, other);
      if (!best || found > *best) best = found;
    }
    if (!best && has_passed) {
      return static_cast<int>(std::count(board.begin(), board.end(), own) -
                              std::count(board.begin(), board.end(), other));
    }
    if (!best) return -lead(board, other, true);  // not cached: a second pass ends the game
    return m_known[board + own] = *best;
  }

 private:
  static constexpr int width = 4;
  static constexpr int cells = width * width;

  /// The board after a move; the same board if it is not a move.
  static std::string after(const std::string& board, int cell, char own, char other) {
    std::string next = board;
    if (board[static_cast<std::size_t>(cell)] != '.') return next;
    for (int step = 0; step < 9; ++step) {
      const int down = step / 3 - 1;
      const int right = step % 3 - 1;
      const auto at = [&](int n) -> int {
        const int row = cell / width + n * down;
        const int column = cell % width + n * right;
        return row < 0 || row >= width || column < 0 || column >= width ? -1 : row * width + column;
      };
      int n = 1;
      while (step != 4 && at(n) >= 0 && board[static_cast<std::size_t>(at(n))] == other) ++n;
      if (n == 1 || at(n) < 0 || board[static_cast<std::size_t>(at(n))] != own) continue;
      for (int turned = 0; turned < n; ++turned) next[static_cast<std::size_t>(at(turned))] = own;
    }
    return next;
  }

  std::map<std::string, int> m_known;
};

TEST(othello, matches_values_of_a_second_program_from_both_starts) {
  othello_on_text second;
  EXPECT_EQ(second.lead(".....WB..BW.....", 'B'), -8) << "the published score";
  for (const othello& plain : {for_discs(side), parallel_for_discs()}) {
    const auto game = with_ranking(plain);
    const value_table values = testkit::solve_on_all_engines(game);
    for (position p = 0; p < game.num_positions(); ++p) {
      const othello::state s = game.unrank(p);
      std::string board = game.drawing(s);
      std::erase(board, '\n');
      ASSERT_EQ(values[p].margin(), second.lead(board, s.to_move == othello::black ? 'B' : 'W')) << game.format(s);
    }
  }
}

TEST(othello, accepts_parallel_start) {
  const othello game = parallel_for_discs();
  EXPECT_EQ(game.format(game.start()), "board=..../.WW./.BB./.... turn=black");
  testkit::expect_values_rejected<othello>({{"start", "x", "one of diagonal, parallel"}});
  testkit::expect_errors<othello>({{{{"start", "parallel"}}, "accepted"}});
}

/// The number of different plays from a state to a terminal.
std::uint64_t count_games(const othello& game, const othello::state& s, std::map<std::uint64_t, std::uint64_t>& known) {
  if (game.terminal(s)) return 1;
  const std::uint64_t key = game.pack(s);
  if (const auto found = known.find(key); found != known.end()) return found->second;
  std::uint64_t games = 0;
  game.for_each_successor(s, [&](const othello::state& next) { games += count_games(game, next, known); });
  known[key] = games;
  return games;
}

TEST(othello, number_of_games_matches_published_count) {
  const othello game(side);
  std::map<std::uint64_t, std::uint64_t> known;
  EXPECT_EQ(count_games(game, game.start(), known), 60'060U);
}

TEST(othello, matches_computed_counts_of_wins_losses_and_ties) {
  const auto game = with_ranking(othello(side));
  const outcome_counts counts = summarize(testkit::solve_on_all_engines(game), 1).counts;
  // Computed by this program.
  EXPECT_EQ(counts, (outcome_counts{.win = 30'156, .loss = 27'624, .tie = 5'009, .draw = 0}));
  EXPECT_EQ(game.num_positions(), 62'789U);
}

TEST(othello, detects_keys_that_are_not_positions) {
  const othello game(side);
  random_generator random(1);
  constexpr int num_keys = 100'000;
  int positions = 0;
  for (int i = 0; i < num_keys; ++i) {
    const std::uint64_t key = i % 2 == 0 ? random() : random.below(std::uint64_t{1} << 33);
    const othello::state s = game.unpack(key);
    if (game.pack(s) != key || !game.is_legal(s)) continue;
    ++positions;
    EXPECT_EQ(game.parse(game.format(s)), s);
    (void)game.terminal(s);
  }
  EXPECT_GT(positions, 0);
  EXPECT_LT(positions, num_keys / 2);
}

TEST(othello, rejects_invalid_parameters_and_positions) {
  testkit::expect_values_rejected<othello>(
      {{"n", "6", "2 to 4"}, {"margin", "17", "-16 to 16"}, {"value", "discs", "one of winner, margin"}});
  testkit::expect_errors<othello>(
      {{{{"n", "3"}}, "n: expected 2 or 4, got '3'"},
       {{{"n", "2"}, {"margin", "5"}}, "margin: ... -4 to 4, ... got '5'"},
       {{{"margin", "-8"}}, "accepted"},
       {{{"margin", "none"}, {"value", "margin"}}, "accepted"},
       {{{"margin", "-8"}, {"value", "margin"}}, "margin=-8 ... value=margin; ... value=winner"}});
  testkit::expect_parse_errors(
      othello(side), {{"board=..../.WB./.BW./.... turn=white", "accepted"},
                      {"board=..../.WB./.BW. turn=white", "board: expected 4 rows and 4 columns, got 3 and 4"},
                      {"board=..../.W../.BW./.... turn=white", "board=..../.W../.BW./....: ... the middle ..."},
                      {"board=..../.Wb./.BW./.... turn=white", "board: line 2, column 3: 'b' ... '.BW'"},
                      {"board=..../.WB./.BW./.... turn=x", "turn: expected black or white, got 'x'"}});
}

TEST(othello, prints_board_row_by_row) {
  const othello game(side);
  EXPECT_EQ(game.drawing(game.start()), "....\n.WB.\n.BW.\n....");
}

TEST(othello, moves_add_one_disc_and_turn_others) {
  const othello game(4);
  EXPECT_EQ(testkit::text_of_board(game, game.start()), "b3=white c3=black b2=black c2=white");
  testkit::expect_moves_on_board(game, game.start(), {.min = 0, .max = 10});  // 0: a player passes
}

}  // namespace
}  // namespace zermelo::games::othello_test
