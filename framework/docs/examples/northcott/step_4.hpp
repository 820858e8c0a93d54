// SPDX-License-Identifier: MIT
// Northcott's game, step 4: names for users.
#pragma once

#include <string>
#include <string_view>

#include <fmt/core.h>

#include "step_3.hpp"

class northcott_4 : public northcott_3 {
 public:
  using northcott_3::northcott_3;

  std::string player_name(player p) const { return p == white ? "white" : "black"; }
  std::string format(const state& s) const {
    return fmt::format("board={} turn={}", board_of(s).text('/'), player_name(s.to_move));
  }
  std::string drawing(const state& s) const { return board_of(s).text('\n'); }

  state parse(std::string_view text) const {
    const auto fields = zermelo::parse_fields(text, {"board", "turn"});
    const auto board = zermelo::parse_board(fields.at("board"), m_rows, m_cols, ".WB");
    const auto whites = board.find('W');
    const auto blacks = board.find('B');
    state s;
    for (unsigned row = 0; row < m_rows; ++row) {
      if (whites.size() != m_rows || blacks.size() != m_rows || whites[row].row != row || blacks[row].row != row ||
          whites[row].column >= blacks[row].column) {
        throw zermelo::input_error("position: board: every row has one W and, right of it, one B");
      }
      s.rows.push_back({whites[row].column, blacks[row].column});
    }
    s.to_move = zermelo::parse_turn(fields.at("turn"), *this);
    return s;
  }

 private:
  zermelo::character_grid board_of(const state& s) const {
    zermelo::character_grid board(m_rows, m_cols, '.');
    for (unsigned row = 0; row < m_rows; ++row) {
      board[{row, s.rows[row].white}] = 'W';
      board[{row, s.rows[row].black}] = 'B';
    }
    return board;
  }
};
