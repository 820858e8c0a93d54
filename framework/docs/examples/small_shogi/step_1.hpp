// SPDX-License-Identifier: MIT
// Small shogi, on 3 x 3 squares with drops, step 1: the rules, in the form that is easiest to write, and a key.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <zermelo/core/game_module.hpp>

class small_shogi_1 {
 public:
  using player = zermelo::player;
  static constexpr std::array<std::string_view, 2> pieces{"KPF", "kpf"};  ///< king, pawn and ferz, by player
  static constexpr std::string_view letters = ".KPFkpf";                  ///< the contents of a square
  struct state {
    std::string board = "pkp...PKP";  ///< row by row
    std::array<unsigned, 2> hands{};  ///< pawns, by player
    player to_move = player::first;
    friend bool operator==(const state&, const state&) = default;
  };

  state start() const { return {}; }
  player player_to_move(const state& s) const { return s.to_move; }
  std::optional<zermelo::result> terminal(const state& s) const {
    if (s.board.find(pieces[index_of(s.to_move)][0]) != std::string::npos) return std::nullopt;
    return zermelo::result::won_by(opponent(s.to_move));
  }
  zermelo::result no_moves(const state& s) const { return zermelo::result::won_by(opponent(s.to_move)); }

  template <class Callback>
  void for_each_successor(const state& s, Callback&& f) const {
    const std::size_t to_move = index_of(s.to_move);
    const std::string_view own = pieces[to_move];
    for (unsigned from = 0; from < s.board.size(); ++from) {
      const char piece = s.board[from];
      if (own.find(piece) == own.npos) continue;
      for (unsigned to = 0; to < s.board.size(); ++to) {
        if (!steps(piece, from, to) || own.find(s.board[to]) != own.npos) continue;
        state next{s.board, s.hands, opponent(s.to_move)};
        next.board[from] = '.';
        next.board[to] = piece == own[1] && to / 3 == 2 * to_move ? own[2] : piece;
        if (s.board[to] != '.' && s.board[to] != pieces[1 - to_move][0]) ++next.hands[to_move];
        f(next);
      }
    }
    for (unsigned to = 0; to < s.board.size() && s.hands[to_move] > 0; ++to) {
      if (s.board[to] != '.') continue;
      state next{s.board, s.hands, opponent(s.to_move)};
      next.board[to] = own[1];
      --next.hands[to_move];
      f(next);
    }
  }
  static bool steps(char piece, unsigned from, unsigned to) {
    const int down = static_cast<int>(to / 3) - static_cast<int>(from / 3);
    const int right = static_cast<int>(to % 3) - static_cast<int>(from % 3);
    const int squared = down * down + right * right;  // 1: straight, 2: diagonally
    if (piece == 'P' || piece == 'p') return squared == 1 && down == (piece == 'P' ? -1 : 1);
    return squared == 2 || (squared == 1 && (piece == 'K' || piece == 'k'));
  }

  std::uint64_t pack(const state& s) const {
    std::uint64_t key = 0;
    for (const char square : s.board) key = key * letters.size() + letters.find(square);
    return ((key * 5 + s.hands[0]) * 5 + s.hands[1]) * 2 + index_of(s.to_move);
  }
  state unpack(std::uint64_t key) const {
    const auto take = [&](std::size_t base) { return static_cast<unsigned>(std::exchange(key, key / base) % base); };
    state s;
    s.to_move = static_cast<player>(take(2));
    for (const std::size_t p : {1U, 0U}) s.hands[p] = take(5);
    for (std::size_t i = s.board.size(); i-- > 0;) s.board[i] = letters[take(letters.size())];
    return s;
  }
};
