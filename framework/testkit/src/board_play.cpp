// SPDX-License-Identifier: MIT
#include <zermelo/testkit/board_play.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <zermelo/core/base/random.hpp>
#include <zermelo/core/verify/check_game.hpp>

namespace zermelo::testkit {
namespace {

/// Returns the number of cells that contain a piece of the player.
[[nodiscard]] std::ptrdiff_t pieces_of(const game_board& board, const placed_pieces& pieces, player owner) {
  return std::count_if(pieces.at.begin(), pieces.at.end(), [&](std::int16_t piece) {
    return piece != placed_pieces::none && board.pieces[static_cast<std::size_t>(piece)].owner == owner;
  });
}

[[nodiscard]] std::size_t changed_between(const placed_pieces& before, const placed_pieces& after) {
  std::size_t changed = 0;
  for (std::size_t i = 0; i < before.at.size(); ++i) changed += before.at[i] != after.at[i] ? 1 : 0;
  return changed;
}

}  // namespace

std::string text_of_board(const game_hooks& game, state_ref s, player to_move) {
  const game_board board = game.board_shape();
  const placed_pieces pieces = game.board_pieces(s, to_move);
  std::string text;
  for (std::size_t i = 0; i < board.cells.size(); ++i) {
    if (pieces.at.at(i) == placed_pieces::none) continue;
    const board_piece& piece = board.pieces.at(static_cast<std::size_t>(pieces.at[i]));
    text += fmt::format("{}{}={}", text.empty() ? "" : " ", board.cells[i].name, piece.name);
  }
  for (std::size_t hand = 0; hand < board.hands.size(); ++hand) {
    std::string hand_text;
    for (std::size_t i = 0; i < board.pieces.size(); ++i) {
      const unsigned count = pieces.in_hand.at(hand).at(i);
      if (count > 0) hand_text += fmt::format(" {} {}", count, board.pieces[i].name);
    }
    if (!hand_text.empty()) text += fmt::format("{}({}:{})", text.empty() ? "" : " ", board.hands[hand], hand_text);
  }
  return text;
}

void expect_moves_on_board(const game_hooks& game, state_ref from, const changed_cells& allowed, const char* file,
                           int line) {
  constexpr unsigned num_plies = 50;
  constexpr std::uint64_t seed = 1;
  random_generator random(seed);
  const game_board board = game.board_shape();
  const bool is_seen = game.has().is_relative;
  state_copy at = game.keep(from);
  player to_move = game.player_to_move(at);
  for (unsigned ply = 0; ply < num_plies; ++ply) {
    const placed_pieces before = game.board_pieces(at, to_move);
    std::vector<state_copy> next;
    if (!game.terminal(at)) game.for_each_successor(at, [&](state_ref to) { next.push_back(game.keep(to)); });
    for (const state_copy& to : next) {
      const placed_pieces after = game.board_pieces(to, is_seen ? opponent(to_move) : player::first);
      const std::size_t changed = changed_between(before, after);
      const bool is_richer = pieces_of(board, after, opponent(to_move)) > pieces_of(board, before, opponent(to_move));
      if (changed >= allowed.min && changed <= allowed.max && !is_richer) continue;
      ADD_FAILURE_AT(file, line) << fmt::format(
          "ply {}: the move from {} to {} changes {} cells and gives the other player {}", ply, name_of_state(game, at),
          name_of_state(game, to), changed, is_richer ? "more pieces" : "no pieces");
      return;
    }
    if (next.empty()) {
      at = game.keep(from);
      to_move = game.player_to_move(at);
      continue;
    }
    at = next[random.below(next.size())];
    to_move = is_seen ? opponent(to_move) : game.player_to_move(at);
  }
}

}  // namespace zermelo::testkit
