// SPDX-License-Identifier: MIT
// Tests boards from hooks and from axes, and queries that name the player to move.
#include <zermelo/catalog/query/display_board.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <zermelo/catalog/games/any_game.hpp>
#include <zermelo/catalog/query/read_query.hpp>
#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/text.hpp>
#include <zermelo/core/engines/erased_game_of.hpp>
#include <zermelo/core/game/board_shapes.hpp>
#include <zermelo/core/game/position_text.hpp>
#include <zermelo/tables/report/position_forms.hpp>
#include <zermelo/tables/report/position_report.hpp>
#include <zermelo/testkit/error_of.hpp>

#include "listed_game.hpp"
#include "numbered_cells.hpp"

namespace zermelo::display_board_test {
namespace {

using numbers = std::vector<std::int16_t>;

constexpr position_value drawn{outcome::draw, no_distance};
constexpr std::int16_t none = placed_pieces::none;

/// A stone on one of three cells, which belongs to the player to move; a move pushes it to the next cell.
class pushed_stone : public named_cells<3> {
 public:
  static constexpr bool is_relative = true;

  explicit pushed_stone(std::uint32_t rows = 1, std::size_t num_lines = 0) : m_rows(rows), m_num_lines(num_lines) {}
  [[nodiscard]] state start() const { return 0; }
  void for_each_successor(const state& s, auto&& f) const { f((s + 1) % num_cells); }
  [[nodiscard]] game_board board_shape() const {
    game_board board = rectangular_board(m_rows, num_cells, pieces_of_both("stone"));
    board.lines.assign(m_num_lines, {0, 1});
    return board;
  }
  [[nodiscard]] placed_pieces board_pieces(const state& s, player to_move) const {
    return place_both(num_cells, one_point(static_cast<unsigned>(s)), 0, to_move);
  }

 private:
  std::uint32_t m_rows;
  std::size_t m_num_lines;
};

/// A stone on one of four cells in a row, which moves to a neighbouring cell. A cell represents its mirror image.
class mirrored_stone : public named_cells<4> {
 public:
  [[nodiscard]] state canonical(const state& s) const { return std::min(s, num_cells - 1 - s); }
  [[nodiscard]] player player_to_move(const state&) const { return player::first; }
  void for_each_successor(const state& s, auto&& f) const {
    if (s > 0) f(s - 1);
    if (s + 1 < num_cells) f(s + 1);
  }
  [[nodiscard]] game_board board_shape() const { return rectangular_board(1, num_cells, pieces_of_both("stone")); }
  [[nodiscard]] placed_pieces board_pieces(const state& s) const {
    return place_both(num_cells, one_point(static_cast<unsigned>(s)), 0, player::first);
  }
};

any_game stone_on(std::uint32_t rows = 1, std::size_t num_lines = 0) {
  return any_game({.name = "stone"}, erased_game_of<pushed_stone>::make(pushed_stone(rows, num_lines)));
}
/// A cat and a dog, each on cell 0,0 or 1,2 of a grid without walls; the players are cat and mouse.
any_game walkers() {
  const auto cells = [](std::string name) {
    return axis{std::move(name), 2, {}, {{"row", {0, 1}}, {"column", {0, 2}}}};
  };
  std::vector<listed_position> positions(8, {player::first, drawn, {0}});
  return game_of({.positions = positions, .axes = {axis{"turn", 2, {"cat", "mouse"}, {}}, cells("cat"), cells("dog")}});
}

TEST(display_board, reads_pieces_from_hooks_and_colours_them_by_player_to_move) {
  const any_game game = stone_on();
  const display_board board(game);
  ASSERT_TRUE(board.shape());
  EXPECT_EQ(board.shape()->cells.size(), 3U);
  EXPECT_EQ(board.pieces(as_stored(game, 1), player::first)->at, (numbers{none, 0, none}));
  EXPECT_EQ(board.pieces(as_stored(game, 1), player::second)->at, (numbers{none, 1, none}));
}

TEST(display_board, uses_grid_of_axes_without_hooks) {
  const any_game game = walkers();
  const display_board board(game);
  ASSERT_TRUE(board.shape());
  ASSERT_EQ(board.shape()->cells.size(), 2U);
  EXPECT_EQ(board.shape()->cells[1].name, "1,2");
  EXPECT_EQ(board.shape()->cells[1].centre, (plane_point{2, 1}));
  const std::vector<board_piece>& pieces = board.shape()->pieces;
  ASSERT_EQ(pieces.size(), 3U);
  EXPECT_EQ(pieces[0].name + ", " + pieces[1].name + ", " + pieces[2].name, "cat, dog, cat and dog");
  EXPECT_EQ(pieces[0].owner, player::first);
  EXPECT_EQ(pieces[1].owner, std::nullopt) << "unknown player";
  EXPECT_EQ(board.pieces(as_stored(game, 1), player::first)->at, (numbers{0, 1}));
  EXPECT_EQ(board.pieces(as_stored(game, 6), player::first)->at, (numbers{1, 0}));
  EXPECT_EQ(board.pieces(as_stored(game, 7), player::first)->at, (numbers{none, 2}));
}

TEST(display_board, is_absent_without_hooks_and_rows_or_if_too_large) {
  const any_game listed = listed_game({{player::first, drawn, {0}}});
  EXPECT_FALSE(display_board(listed).shape());
  EXPECT_FALSE(display_board(listed).pieces(as_stored(listed, 0), player::first));
  EXPECT_FALSE(display_board(stone_on(1 << 13)).shape());
  EXPECT_TRUE(display_board(stone_on(1, display_board::max_lines)).shape());
  EXPECT_FALSE(display_board(stone_on(1, display_board::max_lines + 1)).shape());
}

TEST(display_board, writes_board_positions_and_moves_as_json) {
  const any_game game = stone_on();
  const display_board board(game);
  EXPECT_EQ(board_json(game, *board.shape()), json::parse(R"({
      "style": "cells", "laid_out": true, "places": [{"name": "a1", "x": 0.0, "y": 0.0},
      {"name": "b1", "x": 1.0, "y": 0.0}, {"name": "c1", "x": 2.0, "y": 0.0}], "lines": [], "walls": [], "marks": [],
      "pieces": [{"name": "first's stone", "symbol": "", "player": "first"},
      {"name": "second's stone", "symbol": "", "player": "second"}], "hands": []})"));
  const auto values = [](position) { return drawn; };
  const query_position from = read_query(game, {"cell=2", "to_move=second"});
  const json probe = probe_json(game, &board, report_position(game, from, values, moves_in_report::included));
  EXPECT_EQ(probe["to_move"], "second");
  EXPECT_EQ(probe["drawing"], "cell=2");
  EXPECT_EQ(probe["cells"], json::parse("[[2, 1]]"));
  EXPECT_EQ(probe["hands"], json::array());
  EXPECT_EQ(probe["moves"][0]["changes"], json::parse("[[0, 0], [2, null]]"));
  EXPECT_FALSE(probe["moves"][0].contains("hands"));
  EXPECT_EQ(probe["moves"][0]["ends"], false);
  const json line = line_json(game, board, report_principal_variation(game, from, values));
  EXPECT_EQ(line["positions"][0]["cells"], probe["cells"]);
  EXPECT_EQ(line["positions"][0]["hands"], probe["hands"]);
  EXPECT_EQ(line["positions"][0]["to_move"], "second");
  EXPECT_EQ(line["positions"][1]["cells"], json::parse("[[0, 0]]"));
}

TEST(display_board, changes_follow_actual_moves_not_their_mirror_images) {
  const any_game game({.name = "stone"}, erased_game_of<mirrored_stone>::make(mirrored_stone()));
  const auto values = [](position) { return drawn; };
  const query_position from = read_query(game, {"cell=2"});
  const display_board board(game);
  const json probe = probe_json(game, &board, report_position(game, from, values, moves_in_report::included));
  EXPECT_EQ(probe["position"], 1);
  EXPECT_EQ(probe["cells"], json::parse("[[2, 0]]"));
  EXPECT_EQ(probe["moves"][0]["changes"], json::parse("[[1, 0], [2, null]]"));
  EXPECT_EQ(probe["moves"][1]["changes"], json::parse("[[2, null], [3, 0]]"));
}

TEST(changed_cells, are_found_at_both_ends_and_between_on_boards_of_any_size) {
  using pair = std::pair<std::uint32_t, std::int16_t>;
  const auto pairs_of = [](const std::vector<changed_cell>& cells) {
    std::vector<pair> pairs;
    for (const auto& [cell, piece] : cells) pairs.emplace_back(cell, piece);
    return pairs;
  };
  for (const std::uint32_t num_cells : {1U, 63U, 64U, 65U, 128U, 200U}) {
    placed_pieces from(num_cells), to(num_cells);
    std::vector<pair> pieces, changes;
    for (std::uint32_t cell = 0; cell < num_cells; ++cell) from.at[cell] = to.at[cell] = 3;
    for (const std::uint32_t cell : {0U, 1U, 63U, 64U, num_cells - 1}) {
      if (cell >= num_cells || (!changes.empty() && changes.back().first >= cell)) continue;
      to.at[cell] = changes.size() % 2 == 0 ? none : std::int16_t{2};
      changes.emplace_back(cell, to.at[cell]);
    }
    for (std::uint32_t cell = 0; cell < num_cells; ++cell) {
      if (to.at[cell] != none) pieces.emplace_back(cell, to.at[cell]);
    }
    EXPECT_EQ(pairs_of(changed_cells(from, to)), changes) << num_cells;
    EXPECT_EQ(pairs_of(pieces_on(to)), pieces) << num_cells;
    EXPECT_TRUE(changed_cells(to, to).empty());
  }
}

TEST(read_query, sets_player_to_move_in_games_relative_to_that_player) {
  const any_game game = stone_on();
  EXPECT_EQ(read_query(game, {}).to_move, player::first);
  EXPECT_EQ(read_query(game, {"moves=1"}).to_move, player::second) << "after the first move";
  EXPECT_EQ(read_query(game, {"cell=1", "to_move=second"}).to_move, player::second);
  const query_position both = read_query(game, {"to_move=first", "moves=1,1,1", "plies_played=7"});
  EXPECT_EQ(both.to_move, player::first);
  EXPECT_EQ(both.plies_played, 7U);
  EXPECT_EQ(format(game, both.display), "cell=0");
  EXPECT_EQ(read_query(game, {"moves=1,1,1"}).plies_played, 3U);
}

TEST(read_query, rejects_invalid_arguments) {
  const any_game game = stone_on();
  const auto error = [&game](const std::vector<std::string>& arguments) {
    return testkit::error_of([&] { (void)read_query(game, arguments); });
  };
  EXPECT_EQ(error({"to_move=white"}), "'to_move=white': expected first or second");
  EXPECT_TRUE(error({"to_move="}).starts_with("'to_move=': "));
  EXPECT_EQ(error({"to_move=first", "to_move=first"}), "'to_move=first': duplicate to_move");
  EXPECT_EQ(error({"plies_played=1", "plies_played=1"}), "'plies_played=1': duplicate plies_played");
  EXPECT_PRED_FORMAT2(testkit::matches_pattern, "'plies_played=-1': plies_played ... 0 to 18446744073709551615",
                      error({"plies_played=-1"}));
}

TEST(read_query, rejects_player_who_is_not_to_move) {
  const any_game game = listed_game({{player::second, drawn, {0}}});
  EXPECT_EQ(read_query(game, {}, {}, "mouse").to_move, player::second);
  EXPECT_PRED_FORMAT2(testkit::matches_pattern, "'to_move=cat' ... 'position=0' mouse ...",
                      testkit::error_of([&] { (void)read_query(game, {}, {}, "cat"); }));
  EXPECT_NE(testkit::error_of([&] { (void)read_query(game, {"to_move=mouse"}); }), "accepted")
      << "a game may define the field to_move";
}

}  // namespace
}  // namespace zermelo::display_board_test
