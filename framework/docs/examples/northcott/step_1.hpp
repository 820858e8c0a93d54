// SPDX-License-Identifier: MIT
// Northcott's game, step 1: in every row, a white and a black man slide but never pass each other. A player who cannot
// move loses.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/core.h>

#include <zermelo/core/game_module.hpp>

class northcott_1 {
 public:
  using player = zermelo::player;
  using result = zermelo::result;
  static constexpr player white = player::first;
  static constexpr unsigned max_rows = 6;
  static constexpr unsigned max_cols = 32;

  /// The columns of the two men of a row: the white man is always left of the black man.
  struct men {
    unsigned white = 0;
    unsigned black = 0;
    friend bool operator==(const men&, const men&) = default;
  };
  struct state {
    std::vector<men> rows;
    player to_move = white;
    friend bool operator==(const state&, const state&) = default;
  };

  northcott_1(unsigned rows, unsigned cols) : m_rows(rows), m_cols(cols) {
    if (rows >= 1 && rows <= max_rows && cols >= 2 && cols <= max_cols) return;
    throw zermelo::input_error(fmt::format("rows={} cols={}: not from 1 x 2 to 6 x 32", rows, cols));
  }

  state start() const { return {std::vector<men>(m_rows, men{0, m_cols - 1}), white}; }
  player player_to_move(const state& s) const { return s.to_move; }
  std::optional<result> terminal(const state&) const { return std::nullopt; }
  result no_moves(const state& s) const { return result::won_by(opponent(s.to_move)); }

  template <class Callback>
  void for_each_successor(const state& s, Callback&& f) const {
    for (unsigned row = 0; row < m_rows; ++row) {
      for (unsigned to = 0; to < m_cols; ++to) {
        state next{s.rows, opponent(s.to_move)};
        men& at = next.rows[row];
        (s.to_move == white ? at.white : at.black) = to;
        if (at.white < at.black && at != s.rows[row]) f(next);
      }
    }
  }

  std::uint64_t pack(const state& s) const {
    std::uint64_t key = index_of(s.to_move);
    for (const men& at : s.rows) key = (key * m_cols + at.white) * m_cols + at.black;
    return key;
  }
  state unpack(std::uint64_t key) const {
    const auto take = [&] { return static_cast<unsigned>(std::exchange(key, key / m_cols) % m_cols); };
    state s{std::vector<men>(m_rows), white};
    for (unsigned row = m_rows; row-- > 0;) {
      s.rows[row].black = take();
      s.rows[row].white = take();
    }
    s.to_move = key == 0 ? white : player::second;
    return s;
  }
  bool is_legal(const state& s) const {
    return std::all_of(s.rows.begin(), s.rows.end(), [](const men& at) { return at.white < at.black; });
  }

 protected:
  unsigned m_rows;
  unsigned m_cols;
};
