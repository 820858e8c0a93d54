// SPDX-License-Identifier: MIT
// A shogi of 3 x 3 squares with drops, for the tutorial's page on games without a ranking.
//
// Rules. Each side has a king, who steps to any of the eight neighbours, and two pawns, who step forward. A pawn that
// steps onto the last rank becomes a ferz, who steps diagonally. What is taken comes to hand as a pawn, and may be
// dropped on any empty square in place of a move. Who takes the king has won; who cannot move has lost.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/core.h>

#include <zermelo/core/game_module.hpp>

class small_shogi {
 public:
  using player = zermelo::player;

  enum class piece : std::uint8_t { none, king, pawn, ferz };

  /// The board row by row; the first player's last rank is the first row. A square holds a piece, with 3 added if it is
  /// the second player's.
  struct state {
    std::array<std::uint8_t, 9> board{};
    std::array<std::uint8_t, 2> hands{};  ///< pawns, by player
    player to_move = player::first;
    friend bool operator==(const state&, const state&) = default;
  };

  /// @param start  another set-up with both kings, for tests
  explicit small_shogi(std::string_view start = "board=pkp/.../PKP hands=0,0 turn=first")
      : m_start(read(start)), m_num_pawns(num_pawns(m_start)) {
    expect_legal(m_start, start);
  }
  explicit small_shogi(const zermelo::parameter_values&) : small_shogi() {}

  static constexpr std::string_view name() { return "small_shogi"; }
  static constexpr std::string_view summary() { return "shogi on 3 x 3 squares: kings, pawns and drops"; }
  static std::vector<zermelo::parameter> parameters() { return {}; }

  // The rules.

  [[nodiscard]] state start() const { return m_start; }
  [[nodiscard]] player player_to_move(const state& s) const { return s.to_move; }
  [[nodiscard]] std::optional<zermelo::result> terminal(const state& s) const {
    if (count(s, of(s.to_move, piece::king)) > 0) return std::nullopt;
    return zermelo::result::won_by(opponent(s.to_move));
  }
  [[nodiscard]] zermelo::result no_moves(const state& s) const { return zermelo::result::won_by(opponent(s.to_move)); }

  template <class Callback>
  void for_each_successor(const state& s, Callback&& f) const {
    for (std::size_t from = 0; from < s.board.size(); ++from) {
      if (!belongs_to(s.board[from], s.to_move)) continue;
      for (const step& by : steps_of(kind_of(s.board[from]))) {
        const int row = static_cast<int>(from / side) + (s.to_move == player::first ? -by.forward : by.forward);
        const int column = static_cast<int>(from % side) + by.right;
        if (row < 0 || row >= int{side} || column < 0 || column >= int{side}) continue;
        const std::size_t to = static_cast<std::size_t>(row) * side + static_cast<std::size_t>(column);
        if (!belongs_to(s.board[to], s.to_move)) f(moved(s, from, to));
      }
    }
    if (s.hands[index_of(s.to_move)] == 0) return;
    for (std::size_t to = 0; to < s.board.size(); ++to) {
      if (s.board[to] == empty) f(dropped(s, to));
    }
  }

  // A key for every state: the board in base 7, then the hands in base 5 and the player to move.

  [[nodiscard]] std::uint64_t pack(const state& s) const {
    std::uint64_t key = 0;
    for (const std::uint8_t square : s.board) key = key * letters.size() + square;
    for (const std::uint8_t hand : s.hands) key = key * num_hands + hand;
    return key * 2 + index_of(s.to_move);
  }
  [[nodiscard]] state unpack(std::uint64_t key) const {
    state s;
    const auto take = [&key](std::uint64_t base) {
      const std::uint64_t digit = key % base;
      key /= base;
      return digit;
    };
    s.to_move = static_cast<player>(take(2));
    for (std::size_t i = s.hands.size(); i-- > 0;) s.hands[i] = static_cast<std::uint8_t>(take(num_hands));
    for (std::size_t i = s.board.size(); i-- > 0;) s.board[i] = static_cast<std::uint8_t>(take(letters.size()));
    return s;
  }
  /// All pawns are there, and the kings, but for one that has just been taken.
  [[nodiscard]] bool is_legal(const state& s) const {
    return num_pawns(s) == m_num_pawns && m_num_pawns <= most_pawns &&
           count(s, of(opponent(s.to_move), piece::king)) == 1 && count(s, of(s.to_move, piece::king)) <= 1;
  }

  /// A position and its mirror image are worth the same: the smaller board stands for both.
  [[nodiscard]] state canonical(const state& s) const {
    state mirrored = s;
    for (std::size_t i = 0; i < s.board.size(); i += side) std::swap(mirrored.board[i], mirrored.board[i + side - 1]);
    return mirrored.board < s.board ? mirrored : s;
  }

  // Text.

  [[nodiscard]] std::string format(const state& s) const {
    return fmt::format("board={} hands={},{} turn={}", grid_of(s).text('/'), s.hands[0], s.hands[1],
                       s.to_move == player::first ? "first" : "second");
  }
  [[nodiscard]] state parse(std::string_view text) const {
    const state s = read(text);
    expect_legal(s, text);
    return s;
  }
  [[nodiscard]] std::string drawing(const state& s) const { return grid_of(s).text('\n'); }

 private:
  struct step {
    int forward = 0;
    int right = 0;
  };

  static constexpr unsigned side = 3;
  static constexpr std::uint8_t empty = 0;
  static constexpr std::string_view letters = ".KPFkpf";  ///< of what a square may hold
  static constexpr unsigned num_kinds = 3;
  static constexpr unsigned most_pawns = 4;
  static constexpr unsigned num_hands = most_pawns + 1;

  /// A player's piece on a square.
  [[nodiscard]] static std::uint8_t of(player p, piece kind) {
    return static_cast<std::uint8_t>(static_cast<unsigned>(kind) + num_kinds * index_of(p));
  }
  /// Precondition: not empty.
  [[nodiscard]] static piece kind_of(std::uint8_t square) {
    return static_cast<piece>(square > num_kinds ? square - num_kinds : square);
  }
  [[nodiscard]] static bool belongs_to(std::uint8_t square, player p) {
    return square != empty && (square > num_kinds) == (p == player::second);
  }
  [[nodiscard]] static unsigned count(const state& s, std::uint8_t square) {
    return static_cast<unsigned>(std::count(s.board.begin(), s.board.end(), square));
  }
  /// On the board and in hands, those that have become a ferz among them.
  [[nodiscard]] static unsigned num_pawns(const state& s) {
    unsigned number = 0U + s.hands[0] + s.hands[1];
    for (const player p : {player::first, player::second}) {
      number += count(s, of(p, piece::pawn)) + count(s, of(p, piece::ferz));
    }
    return number;
  }

  [[nodiscard]] static std::span<const step> steps_of(piece kind) {
    static constexpr std::array king{step{1, -1}, step{1, 0},   step{1, 1},  step{0, -1},
                                     step{0, 1},  step{-1, -1}, step{-1, 0}, step{-1, 1}};
    static constexpr std::array ferz{step{1, -1}, step{1, 1}, step{-1, -1}, step{-1, 1}};
    static constexpr std::array pawn{step{1, 0}};
    switch (kind) {
      case piece::none: return {};
      case piece::king: return king;
      case piece::pawn: return pawn;
      case piece::ferz: return ferz;
    }
    throw std::logic_error("piece out of range");
  }

  [[nodiscard]] static state moved(const state& s, std::size_t from, std::size_t to) {
    const std::size_t last_rank = s.to_move == player::first ? 0 : side - 1;
    const bool promotes = s.board[from] == of(s.to_move, piece::pawn) && to / side == last_rank;
    const bool takes = s.board[to] != empty && s.board[to] != of(opponent(s.to_move), piece::king);
    state next = s;
    next.board[to] = promotes ? of(s.to_move, piece::ferz) : s.board[from];
    next.board[from] = empty;
    if (takes) ++next.hands[index_of(s.to_move)];
    next.to_move = opponent(s.to_move);
    return next;
  }
  [[nodiscard]] static state dropped(const state& s, std::size_t to) {
    state next = s;
    next.board[to] = of(s.to_move, piece::pawn);
    --next.hands[index_of(s.to_move)];
    next.to_move = opponent(s.to_move);
    return next;
  }

  [[nodiscard]] static zermelo::character_grid grid_of(const state& s) {
    zermelo::character_grid grid(side, side, letters[empty]);
    for (std::size_t i = 0; i < s.board.size(); ++i) grid[grid.cell(i)] = letters[s.board[i]];
    return grid;
  }
  void expect_legal(const state& s, std::string_view text) const {
    if (is_legal(s)) return;
    throw zermelo::input_error(fmt::format("position: '{}' has not a king on each side and {} pawns", text,
                                           std::min(m_num_pawns, most_pawns)));
  }
  /// Any pieces.
  [[nodiscard]] static state read(std::string_view text) {
    const auto fields = zermelo::parse_fields(text, {"board", "hands", "turn"});
    const auto board = zermelo::parse_grid(fields.at("board"), letters, "position: board");
    if (board.rows() != side || board.columns() != side) throw zermelo::input_error("position: the board is not 3 x 3");
    state s;
    for (std::size_t i = 0; i < s.board.size(); ++i)
      s.board[i] = static_cast<std::uint8_t>(letters.find(board[board.cell(i)]));
    const std::string& hands = fields.at("hands");
    if (hands.size() != 3 || hands[0] < '0' || hands[0] > '4' || hands[1] != ',' || hands[2] < '0' || hands[2] > '4') {
      throw zermelo::input_error(fmt::format("position: hands={} are not two numbers from 0 to 4, such as 0,1", hands));
    }
    s.hands = {static_cast<std::uint8_t>(hands[0] - '0'), static_cast<std::uint8_t>(hands[2] - '0')};
    const std::string& turn = fields.at("turn");
    if (turn != "first" && turn != "second") {
      throw zermelo::input_error(fmt::format("position: turn={} is neither first nor second", turn));
    }
    s.to_move = turn == "first" ? player::first : player::second;
    return s;
  }

  state m_start;
  unsigned m_num_pawns;
};
