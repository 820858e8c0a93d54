// SPDX-License-Identifier: MIT
// Tests dots and boxes: conformance, published values, values of an independent program, and single moves.
#include "dots_and_boxes.hpp"

#include <algorithm>
#include <cstddef>
#include <fstream>
#include <limits>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <zermelo/core/rules/rules_of_game.hpp>
#include <zermelo/core/slices/slice_order.hpp>
#include <zermelo/core/solve/solve_groups.hpp>
#include <zermelo/core/solve/solve_in_one_pass.hpp>
#include <zermelo/core/verify/verify_solution.hpp>
#include <zermelo/testkit/board_play.hpp>
#include <zermelo/testkit/catalog_game.hpp>
#include <zermelo/testkit/conformance.hpp>
#include <zermelo/testkit/expect_errors.hpp>
#include <zermelo/testkit/expect_size_of.hpp>

// Instantiated in the source of the game.
extern template class zermelo::erased_game_of<zermelo::games::dots_and_boxes>;

namespace zermelo::games::dots_and_boxes_test {
namespace {

using symmetry = dots_and_boxes::symmetry;

[[nodiscard]] groups_solution solve(const dots_and_boxes& game) {
  solve_visitor silent;
  return solve_groups(rules_of_game<dots_and_boxes>(game), game.slices(),
                      [&](const part_rules& group) { return solve_in_one_pass(group, 2, silent); });
}

[[nodiscard]] int margin_of_start(const dots_and_boxes& game) {
  return (*solve(game).values)[game.rank(game.start())].margin();
}

// The independent program plays on the board as text, lines of cells separated by '/'.

[[nodiscard]] bool is_line_to_draw(const std::string& board, std::size_t width, std::size_t i) {
  const std::size_t row = i / (width + 1);
  const std::size_t column = i % (width + 1);
  return column < width && (row + column) % 2 == 1 && board[i] == '.';
}
[[nodiscard]] int count_boxes(const std::string& board, std::size_t width) {
  const std::size_t line = width + 1;
  int boxes = 0;
  for (std::size_t i = line + 1; i + line < board.size(); ++i) {
    const bool is_box = i / line % 2 == 1 && i % line % 2 == 1 && i % line < width;
    if (is_box && board[i - line] != '.' && board[i + line] != '.' && board[i - 1] != '.' && board[i + 1] != '.') {
      ++boxes;
    }
  }
  return boxes;
}
/// The lead of the player to move in boxes, found by a search over all moves.
[[nodiscard]] int value_of(const std::string& board, std::size_t width, std::map<std::string, int>& known) {
  if (const auto found = known.find(board); found != known.end()) return found->second;
  int best = std::numeric_limits<int>::min();
  for (std::size_t i = 0; i < board.size(); ++i) {
    if (!is_line_to_draw(board, width, i)) continue;
    std::string next = board;
    next[i] = i / (width + 1) % 2 == 0 ? '-' : 'I';
    const int closed = count_boxes(next, width) - count_boxes(board, width);
    const int rest = value_of(next, width, known);
    best = std::max(best, closed > 0 ? closed + rest : -rest);
  }
  if (best == std::numeric_limits<int>::min()) best = 0;
  known[board] = best;
  return best;
}

void expect_values_of_second_program(unsigned rows, unsigned columns, symmetry reduction) {
  const dots_and_boxes game(rows, columns, reduction);
  const groups_solution solved = solve(game);
  const slice_lookup lookup(game.slices());
  work_monitor silent;
  ASSERT_TRUE(verify_solution(rules_of_game<dots_and_boxes>(game), *solved.values, 2, silent, &lookup).accepted());
  std::map<std::string, int> known;
  for (position p = 0; p < game.num_positions(); ++p) {
    const dots_and_boxes::state s = game.unrank(p);
    const position_value value = (*solved.values)[game.rank(game.canonical(s))];
    const std::string text = game.format(s);
    const std::string board = text.substr(6, text.find(' ') - 6);
    ASSERT_EQ(value.margin(), value_of(board, 2 * std::size_t{columns} + 1, known)) << text;
    // Every play draws all lines.
    ASSERT_EQ(value.distance_plies,
              static_cast<std::size_t>(std::count(text.begin(), text.end(), '.')) - rows * columns)
        << text;
  }
}

TEST(dots_and_boxes, conforms_to_contract) {
  testkit::expect_conforms(dots_and_boxes(1, 1));
  testkit::expect_conforms(dots_and_boxes(2, 2));
  testkit::expect_conforms(dots_and_boxes(2, 2, symmetry::yes));
  testkit::expect_conforms(dots_and_boxes(2, 3));
  testkit::expect_conforms(dots_and_boxes(3, 2, symmetry::yes));
}

TEST(dots_and_boxes, start_margins_of_small_boards_match_published_values) {
  const auto published =
      nlohmann::json::parse(std::ifstream(ZERMELO_DATA_DIR "/published/solved_games.json")).at("dots_and_boxes");
  EXPECT_EQ(margin_of_start(dots_and_boxes(2, 2)), published.at("2,2"));
  EXPECT_EQ(margin_of_start(dots_and_boxes(2, 3)), published.at("2,3"));
  EXPECT_EQ(margin_of_start(dots_and_boxes(3, 2, symmetry::yes)), published.at("2,3"));
  EXPECT_EQ(margin_of_start(dots_and_boxes(3, 3, symmetry::yes)), published.at("3,3"));
}

TEST(dots_and_boxes, matches_values_of_a_second_program) {
  for (const symmetry reduction : {symmetry::no, symmetry::yes}) {
    expect_values_of_second_program(1, 1, reduction);
    expect_values_of_second_program(1, 4, reduction);
    expect_values_of_second_program(2, 2, reduction);
    expect_values_of_second_program(3, 1, reduction);
    expect_values_of_second_program(2, 3, reduction);
  }
}

TEST(dots_and_boxes, symmetric_boards_have_one_canonical_position) {
  const dots_and_boxes game(2, 2, symmetry::yes);
  std::set<position> orbits;
  for (position p = 0; p < game.num_positions(); ++p) orbits.insert(game.rank(game.canonical(game.unrank(p))));
  // Each box has 0 to 2 lines on the border, in addition to the four lines between boxes: by Burnside's lemma under the
  // eight symmetries of the square (1296 + 2 * 6 + 36 + 2 * 108 + 2 * 72) / 8 boards, for both players.
  EXPECT_EQ(orbits.size(), 2 * 213U);
}

TEST(dots_and_boxes, rejects_invalid_parameters_and_positions) {
  testkit::expect_values_rejected<dots_and_boxes>({{"rows", "0", "1 to 10"}});
  testkit::expect_errors<dots_and_boxes>({{{{"rows", "4"}, {"columns", "4"}}, "rows=4 columns=4: 40 lines ... 32 ..."},
                                          {{{"rows", "3"}, {"columns", "4"}}, "accepted"},
                                          {{{"rows", "1"}, {"columns", "10"}}, "accepted"}});
  testkit::expect_parse_errors(
      dots_and_boxes(1, 2),
      {{"board=+-+.+/I.I.I/+.+-+ turn=first", "accepted"},
       {"board=+-+.+/I.I.I turn=first", "board: expected 3 rows and 5 columns, got 2 and 5"},
       {"board=+-+.+/I.I.I/+.+x+ turn=first", "board: line 3, column 4: 'x' ... '+-I.'"},
       {"board=+-+I+/I.I.I/+.+-+ turn=first", "board: line 1, column 4: expected '.' or '-', got 'I'"},
       {"board=+-+.+/I.I.-/+.+-+ turn=first", "board: line 2, column 5: expected '.' or 'I', got '-'"},
       {"board=+-+.+/I-I.I/+.+-+ turn=first", "board: line 2, column 2: expected '.', got '-'"},
       {"board=+-..+/I.I.I/+.+-+ turn=first", "board: line 1, column 3: expected '+', got '.'"},
       {"board=+-+.+/I.I.I/+.+-+ turn=x", "turn: expected first or second, got 'x'"}});
}

TEST(dots_and_boxes, stated_size_matches_the_built_game) {
  testkit::expect_size_of<dots_and_boxes>({{"rows", "1"}, {"columns", "3"}});
  EXPECT_EQ(dots_and_boxes(3, 3).num_positions(), position{1} << 25U);
  EXPECT_EQ(dots_and_boxes(3, 4).num_positions(), position{1} << 32U);
}

TEST(dots_and_boxes, lists_states_in_index_order) {
  const dots_and_boxes game(3, 4);
  for (const position first : {position{0}, position{60}, game.num_positions() - 70}) {
    position p = first;
    game.for_each_state(first, first + 70, [&](const dots_and_boxes::state& s) {
      EXPECT_EQ(game.rank(s), p);
      EXPECT_EQ(game.unrank(p), s);
      ++p;
    });
  }
}

TEST(dots_and_boxes, moves_draw_one_line_and_can_close_boxes) {
  const dots_and_boxes game(2, 2);
  EXPECT_EQ(game.drawing(game.start()), "+.+.+\n.....\n+.+.+\n.....\n+.+.+");
  EXPECT_EQ(testkit::text_of_board(game, game.parse("board=+-+.+/I.I../+-+.+/...../+.+.+ turn=first")),
            "b5=line across a4=line down b4=closed box c4=line down b3=line across");
  testkit::expect_moves_on_board(game, game.start(), {1, 3});
}

}  // namespace
}  // namespace zermelo::games::dots_and_boxes_test
