// SPDX-License-Identifier: MIT
// Tests that the conformance kit reports invalid cells, pieces and colours of boards.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <zermelo/core/game/board_shapes.hpp>
#include <zermelo/testkit/conformance.hpp>
#include <zermelo/testkit/error_of.hpp>

namespace zermelo::testkit::conformance_board_test {
namespace {

/// Both players put stones on three cells in turn; the player that fills the last cell wins.
template <bool Relative>
class stones {
 public:
  struct state {
    point_set own = 0;  ///< stones of the player to move
    point_set others = 0;
    friend bool operator==(const state&, const state&) = default;
  };
  using board_change = std::function<void(game_board&)>;
  using pieces_change = std::function<void(const state&, player, placed_pieces&)>;

  stones() = default;
  explicit stones(board_change change) : m_change_board(std::move(change)) {}
  explicit stones(pieces_change change) : m_change_pieces(std::move(change)) {}

  [[nodiscard]] std::optional<result> terminal(const state& s) const {
    if ((s.own | s.others) == first_points(num_cells)) return result::won_by(opponent(to_move_of(s)));
    return std::nullopt;
  }
  template <class Callback>
  void for_each_successor(const state& s, Callback&& f) const {
    for_each_point(first_points(num_cells) & ~(s.own | s.others),
                   [&](unsigned cell) { f(state{s.others, s.own | one_point(cell)}); });
  }
  [[nodiscard]] result no_moves(const state&) const { return result::tied(); }
  [[nodiscard]] state start() const { return {}; }
  [[nodiscard]] std::uint64_t pack(const state& s) const { return s.own | std::uint64_t{s.others} << num_cells; }
  [[nodiscard]] state unpack(std::uint64_t key) const {
    return {static_cast<point_set>(key) & first_points(num_cells),
            static_cast<point_set>(key >> num_cells) & first_points(num_cells)};
  }
  [[nodiscard]] bool is_legal(const state& s) const {
    const unsigned own = num_points_of(s.own);
    return (s.own & s.others) == 0 && (num_points_of(s.others) == own || num_points_of(s.others) == own + 1);
  }

  [[nodiscard]] game_board board_shape() const {
    game_board board =
        rectangular_board(1, num_cells, {{"white stone", "", player::first}, {"black stone", "", player::second}});
    board.hands = {"box"};
    if (m_change_board) m_change_board(board);
    return board;
  }

 protected:
  static constexpr unsigned num_cells = 3;
  [[nodiscard]] static player to_move_of(const state& s) {
    const bool is_first = Relative || num_points_of(s.own | s.others) % 2 == 0;
    return is_first ? player::first : player::second;
  }
  [[nodiscard]] placed_pieces pieces_of(const state& s, player to_move) const {
    placed_pieces pieces(num_cells, 1, 2);
    put_pieces(pieces, s.own, piece_number(player::first, to_move));
    put_pieces(pieces, s.others, piece_number(player::second, to_move));
    if (m_change_pieces) m_change_pieces(s, to_move, pieces);
    return pieces;
  }

 private:
  board_change m_change_board;
  pieces_change m_change_pieces;
};

struct coloured_stones : stones<false> {
  using stones::stones;
  [[nodiscard]] player player_to_move(const state& s) const { return to_move_of(s); }
  [[nodiscard]] placed_pieces board_pieces(const state& s) const { return pieces_of(s, to_move_of(s)); }
};
struct seen_stones : stones<true> {
  using stones::stones;
  static constexpr bool is_relative = true;
  [[nodiscard]] placed_pieces board_pieces(const state& s, player to_move) const { return pieces_of(s, to_move); }
};

/// The first violation; empty if the game conforms.
template <class G>
[[nodiscard]] std::string found_in(const G& game) {
  const std::vector<std::string> found = find_violations(game);
  return found.empty() ? "" : found.front();
}
[[nodiscard]] std::string found_with(coloured_stones::board_change change) {
  return found_in(coloured_stones(std::move(change)));
}

TEST(conformance_board, accepts_correct_boards) {
  EXPECT_EQ(found_in(coloured_stones()), "");
  EXPECT_EQ(found_in(seen_stones()), "");
}

TEST(conformance_board, reports_invalid_cells_pieces_and_lines) {
  const auto joined = [](unsigned one, unsigned other) {
    return [=](game_board& b) { b.lines.push_back({one, other}); };
  };
  const auto marked = [](game_board& b) { b.marks.push_back({7, "hole"}); };
  const std::vector<std::pair<std::string, coloured_stones::board_change>> changes{
      {"... no cells; ...", [](game_board& b) { b.cells.clear(); }},
      {"duplicate cell name 'a1'", [](game_board& b) { b.cells[1].name = "a1"; }},
      {"... name ... cell ... empty", [](game_board& b) { b.cells[1].name.clear(); }},
      {"cells 'b1' and 'a1' ... centre", [](game_board& b) { b.cells[1].centre = b.cells[0].centre; }},
      {"cell 'c1' ... no centre", [](game_board& b) { b.cells[2].centre.x = std::numeric_limits<float>::infinity(); }},
      {"duplicate piece name 'white stone'", [](game_board& b) { b.pieces[1].name = b.pieces[0].name; }},
      {"... name ... hand ... empty", [](game_board& b) { b.hands[0].clear(); }},
      {"...line ... 0 and 3; ... below 3", joined(0, 3)},
      {"...line ... 1 and 1; ... below 3", joined(1, 1)},
      {"...mark 'hole' ... cell 7; ... below 3", marked}};
  for (const auto& [pattern, change] : changes) {
    EXPECT_PRED_FORMAT2(matches_pattern, "board_shape: " + pattern, found_with(change));
  }
}

TEST(conformance_board, accepts_graph_without_coordinates) {
  EXPECT_EQ(found_with([](game_board& b) {
              b.is_laid_out = false;
              for (board_cell& cell : b.cells) cell.centre = {};
            }),
            "");
}

TEST(conformance_board, reports_state_whose_pieces_do_not_match_the_board) {
  using state = coloured_stones::state;
  const std::vector<coloured_stones::pieces_change> changes{
      [](const state&, player, placed_pieces& p) { p.at.pop_back(); },
      [](const state&, player, placed_pieces& p) { p.at[0] = 2; },
      [](const state&, player, placed_pieces& p) { p.at[0] = -2; },
      [](const state&, player, placed_pieces& p) { p.in_hand.clear(); },
      [](const state&, player, placed_pieces& p) { p.in_hand[0].push_back(1); }};
  for (const auto& change : changes) {
    EXPECT_PRED_FORMAT2(matches_pattern, "[...key 0x0]: ...board_pieces ... match ...",
                        found_in(coloured_stones(change)));
  }
}

TEST(conformance_board, reports_moves_with_equal_pieces) {
  // Stones on two of the cells are not drawn.
  const auto hides_last = [](const auto&, player, placed_pieces& p) { p.at[1] = p.at[2] = placed_pieces::none; };
  EXPECT_PRED_FORMAT2(matches_pattern, "[...key 0x0]: board_pieces ... equal pieces ... 0x10] and [... 0x20]",
                      found_in(coloured_stones(coloured_stones::pieces_change(hides_last))));
}

TEST(conformance_board, reports_colours_that_change_with_the_player_to_move) {
  const auto forgets = [](const seen_stones::state& s, player, placed_pieces& p) {
    put_pieces(p, s.own, 0);
    put_pieces(p, s.others, 1);
  };
  EXPECT_PRED_FORMAT2(matches_pattern, "[...key 0x10]: board_pieces ... colours exchanged",
                      found_in(seen_stones(seen_stones::pieces_change(forgets))));
}

}  // namespace
}  // namespace zermelo::testkit::conformance_board_test
