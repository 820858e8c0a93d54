// SPDX-License-Identifier: MIT
// King and rook against king on a board of n x n, in the form of an author who only numbers the positions: rules by
// state, no predecessors, no hooks by index. Stalemate and the capture of the rook are ties.
#pragma once
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string_view>
#include <utility>

#include <zermelo/core/game/game.hpp>
namespace zermelo::benchmarks {

class king_and_rook {
 public:
  static constexpr player white = player::first;
  static constexpr player black = player::second;
  struct state {
    std::uint8_t white_king = 0;
    std::uint8_t black_king = 0;
    std::uint8_t rook = 0;  // captured: the number of squares
    player turn = player::first;
    friend bool operator==(const state&, const state&) = default;
  };
  /// @param n the side of the board, at most 15
  explicit king_and_rook(int n) : m_n(n) {}
  static constexpr std::string_view name() { return "king_and_rook"; }

  [[nodiscard]] position num_positions() const { return position{2} * squares() * squares() * (squares() + 1); }
  [[nodiscard]] position rank(const state& s) const {
    return ((position{index_of(s.turn)} * squares() + s.white_king) * squares() + s.black_king) * (squares() + 1) +
           s.rook;
  }
  [[nodiscard]] state unrank(position p) const {
    state s;
    s.rook = static_cast<std::uint8_t>(p % (squares() + 1));
    p /= squares() + 1;
    s.black_king = static_cast<std::uint8_t>(p % squares());
    p /= squares();
    s.white_king = static_cast<std::uint8_t>(p % squares());
    s.turn = p / squares() == 0 ? white : black;
    return s;
  }
  [[nodiscard]] bool is_legal(const state& s) const {
    if (s.white_king == s.black_king || s.white_king == s.rook || s.black_king == s.rook) return false;
    if (are_adjacent(s.white_king, s.black_king)) return false;
    return !(s.turn == white && is_attacked(s, s.black_king));
  }
  [[nodiscard]] player player_to_move(const state& s) const { return s.turn; }
  [[nodiscard]] std::optional<result> terminal(const state& s) const {
    if (s.rook == squares()) return result::tied();
    return std::nullopt;
  }
  template <class F>
  void for_each_successor(const state& s, F&& f) const {
    if (s.turn == white) {
      for_each_step(s.white_king, [&](std::uint8_t to) {
        if (to == s.rook || are_adjacent(to, s.black_king)) return;
        state next = s;
        next.white_king = to;
        next.turn = black;
        f(next);
      });
      const int row = s.rook / m_n;
      const int col = s.rook % m_n;
      for (const auto& [down, right] : {std::pair{0, 1}, {0, -1}, {1, 0}, {-1, 0}}) {
        for (int r = row + down, c = col + right; r >= 0 && r < m_n && c >= 0 && c < m_n; r += down, c += right) {
          const auto to = static_cast<std::uint8_t>(r * m_n + c);
          if (to == s.white_king || to == s.black_king) break;
          state next = s;
          next.rook = to;
          next.turn = black;
          f(next);
        }
      }
    } else {
      for_each_step(s.black_king, [&](std::uint8_t to) {
        if (are_adjacent(to, s.white_king)) return;
        state next = s;
        next.black_king = to;
        if (to == s.rook) {
          next.rook = static_cast<std::uint8_t>(squares());
        } else if (is_attacked(s, to)) {
          return;
        }
        next.turn = white;
        f(next);
      });
    }
  }
  [[nodiscard]] result no_moves(const state& s) const {
    return s.turn == black && is_attacked(s, s.black_king) ? result::won_by(white) : result::tied();
  }

 private:
  [[nodiscard]] position squares() const { return static_cast<position>(m_n) * static_cast<position>(m_n); }
  [[nodiscard]] bool are_adjacent(std::uint8_t a, std::uint8_t b) const {
    return std::abs(a / m_n - b / m_n) <= 1 && std::abs(a % m_n - b % m_n) <= 1;
  }
  template <class F>
  void for_each_step(std::uint8_t from, const F& f) const {
    const int row = from / m_n;
    const int col = from % m_n;
    for (int down = -1; down <= 1; ++down) {
      for (int right = -1; right <= 1; ++right) {
        if (down == 0 && right == 0) continue;
        const int r = row + down;
        const int c = col + right;
        if (r >= 0 && r < m_n && c >= 0 && c < m_n) f(static_cast<std::uint8_t>(r * m_n + c));
      }
    }
  }
  // Whether the rook attacks a square; the black king's old square does not block its line.
  [[nodiscard]] bool is_attacked(const state& s, std::uint8_t square) const {
    if (s.rook == squares() || s.rook == square) return false;
    const int row = square / m_n;
    const int col = square % m_n;
    const int rook_row = s.rook / m_n;
    const int rook_col = s.rook % m_n;
    const int king_row = s.white_king / m_n;
    const int king_col = s.white_king % m_n;
    if (row == rook_row) return !(king_row == row && (king_col - col) * (king_col - rook_col) < 0);
    if (col == rook_col) return !(king_col == col && (king_row - row) * (king_row - rook_row) < 0);
    return false;
  }
  int m_n;
};
}  // namespace zermelo::benchmarks
