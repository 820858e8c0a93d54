// SPDX-License-Identifier: MIT
// Small shogi, on 3 x 3 squares with drops, for the tutorial on games without a ranking. Step 4: names, for users and
// for the command line.
//
// Rules. Each player has a king, which steps to any of the eight neighbours, and two pawns, which step forward. A pawn
// that steps onto the last rank becomes a ferz, which steps diagonally. A captured piece other than the king goes to
// the captor's hand as a pawn. Instead of a move, a pawn in hand may be dropped on any empty square. A player who
// captures the king wins; a player who cannot move loses.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/core.h>

#include "step_3.hpp"

class small_shogi : public small_shogi_3 {
 public:
  /// @param start  a position with both kings; tests use other positions than the default
  explicit small_shogi(std::string_view start = "board=pkp/.../PKP hands=0,0 turn=first") : small_shogi_3(read(start)) {
    expect_legal(this->start(), start);
  }
  explicit small_shogi(const zermelo::parameter_values&) : small_shogi() {}

  static constexpr std::string_view name() { return "small_shogi"; }
  static constexpr std::string_view summary() { return "shogi on 3 x 3 squares: kings, pawns and drops"; }
  static std::vector<zermelo::parameter> parameters() { return {}; }

  std::string format(const state& s) const {
    return fmt::format("board={} hands={},{} turn={}", grid_of(s).text('/'), s.hands[0], s.hands[1],
                       s.to_move == player::first ? "first" : "second");
  }
  state parse(std::string_view text) const {
    const state s = read(text);
    expect_legal(s, text);
    return s;
  }
  std::string drawing(const state& s) const { return grid_of(s).text('\n'); }

 private:
  static zermelo::character_grid grid_of(const state& s) { return {3, 3, s.board}; }
  /// @throws input_error unless the state is legal.
  void expect_legal(const state& s, std::string_view text) const {
    if (is_legal(s)) return;
    throw zermelo::input_error(fmt::format("position: '{}' has not a king on each side and {} pawns", text,
                                           std::min(num_pawns(start()), max_pawns)));
  }
  /// Parses a string without checking the numbers of pieces.
  static state read(std::string_view text) {
    const auto fields = zermelo::parse_fields(text, {"board", "hands", "turn"});
    const auto board = zermelo::parse_board(fields.at("board"), 3, 3, letters);
    const std::string& hands = fields.at("hands");
    if (hands.size() != 3 || hands[0] < '0' || hands[0] > '4' || hands[1] != ',' || hands[2] < '0' || hands[2] > '4') {
      throw zermelo::input_error(fmt::format("position: hands={} are not two numbers from 0 to 4, such as 0,1", hands));
    }
    state s;
    for (std::size_t i = 0; i < s.board.size(); ++i) s.board[i] = board[board.cell(i)];
    s.hands = {static_cast<unsigned>(hands[0] - '0'), static_cast<unsigned>(hands[2] - '0')};
    s.to_move = zermelo::parse_turn(fields.at("turn"), "first", "second");
    return s;
  }
};
