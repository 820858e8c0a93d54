// SPDX-License-Identifier: MIT
// Tests the hooks board_shape and board_pieces of a game: formats boards as text, and checks the changes made by moves.
//
//   TEST(mnk, moves_add_one_stone_to_the_board) {
//     EXPECT_EQ(testkit::text_of_board(mnk(3, 3, 3), {0b1, 0b10}), "a3=x b3=o");
//     testkit::expect_moves_on_board(mnk(3, 3, 3), {}, {1, 1});
//   }
#pragma once

#include <cstddef>
#include <string>

#include <zermelo/core/game/game.hpp>
#include <zermelo/core/game/game_hooks.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/testkit/erase.hpp>

namespace zermelo::testkit {

/// The allowed number of cells whose piece changes with a move.
struct changed_cells {
  std::size_t min = 1;
  std::size_t max = 2;
};

/// Returns the cells with a piece, in order, such as "a1=white king b3=black king", followed by the contents of hands,
/// such as "(captured: 2 goat)". @param to_move  the player to move, for a game with is_relative
[[nodiscard]] std::string text_of_board(const game_hooks& game, state_ref s, player to_move);

/// Plays 50 random plies from a state, and starts there again when play ends. Fails the running test if a move changes
/// too few or too many cells, or if the opponent has more pieces on the board after the move than before it.
void expect_moves_on_board(const game_hooks& game, state_ref from, const changed_cells& allowed, const char* file,
                           int line);

template <Game G>
  requires HasBoard<G>
[[nodiscard]] std::string text_of_board(const G& game, const typename G::state& s, player to_move = player::first) {
  return text_of_board(erase(game)->hooks(), state_ref::of(s), to_move);
}

template <Game G>
  requires HasBoard<G>
void expect_moves_on_board(const G& game, const typename G::state& from, const changed_cells& allowed,
                           const char* file = __builtin_FILE(), int line = __builtin_LINE()) {
  expect_moves_on_board(erase(game)->hooks(), state_ref::of(from), allowed, file, line);
}

}  // namespace zermelo::testkit
