// SPDX-License-Identifier: MIT
// Mu torere, a game of the Maori: each player has four pieces on a star of eight points and a centre.
//
// Rules. Eight points form a ring, and the ninth is the centre. At the start, x occupies four adjacent points of the
// ring, and o the other four. The players take turns to move one of their pieces; x begins. A piece moves along the
// ring to an adjacent empty point, from the centre to an empty point of the ring, or to the empty centre, but only from
// a point next to a piece of the opponent. A player who cannot move loses. Infinite play is a draw.
//
// Parameters   none.
// Positions    boards in base 3 and the player to move: 39,366 indices, of which 1260 are legal positions.
// Published    1180 positions are reachable from the start, which is a draw; see the README.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/core.h>

#include <zermelo/core/game_module.hpp>

namespace zermelo::games {

class mu_torere {
 public:
  static constexpr player x = player::first;
  static constexpr player o = player::second;

  enum class piece : std::uint8_t { none, x, o };
  static constexpr std::size_t ring_size = 8;
  static constexpr std::size_t centre = ring_size;
  using board = std::array<piece, ring_size + 1>;

  struct state {
    board points{};  ///< the ring in order, then the centre
    player to_move = player::first;
    friend bool operator==(const state&, const state&) = default;
  };

  mu_torere() = default;
  explicit mu_torere(const parameter_values&) {}

  static constexpr std::string_view name() { return "mu_torere"; }
  static constexpr std::string_view summary() {
    return "four pieces against four on a star; a player who cannot move loses";
  }
  static std::vector<parameter> parameters() { return {}; }
  static game_size size_of(const parameter_values& values) { return {mu_torere(values).num_positions(), 0, 0}; }

  // The most significant digit of a number is the player to move. The points follow in order, in base 3.

  [[nodiscard]] position num_positions() const { return 2 * num_boards; }
  [[nodiscard]] position rank(const state& s) const {
    position number = index_of(s.to_move);
    for (const piece p : s.points) number = number * letters.size() + static_cast<position>(p);
    return number;
  }
  [[nodiscard]] state unrank(position number) const {
    state s;
    s.to_move = static_cast<player>(number / num_boards);
    for (std::size_t i = s.points.size(); i-- > 0; number /= letters.size()) {
      s.points[i] = static_cast<piece>(number % letters.size());
    }
    return s;
  }
  [[nodiscard]] bool is_legal(const state& s) const {
    return std::count(s.points.begin(), s.points.end(), piece::x) == pieces_each &&
           std::count(s.points.begin(), s.points.end(), piece::o) == pieces_each;
  }

  // The rules.

  [[nodiscard]] player player_to_move(const state& s) const { return s.to_move; }
  [[nodiscard]] std::optional<result> terminal(const state&) const { return std::nullopt; }
  template <class Callback>
  void for_each_successor(const state& s, Callback&& f) const {
    const std::size_t empty = empty_point(s.points);
    for (std::size_t from = 0; from < s.points.size(); ++from) {
      if (may_move(s.points, s.to_move, from, empty)) f(state{moved(s.points, from, empty), opponent(s.to_move)});
    }
  }
  /// Moves a piece of the opponent back to the empty point.
  template <class Callback>
  void for_each_predecessor(const state& s, Callback&& f) const {
    const player moving = opponent(s.to_move);
    const std::size_t from = empty_point(s.points);
    for (std::size_t to = 0; to < s.points.size(); ++to) {
      if (s.points[to] != piece_of(moving)) continue;
      const board before = moved(s.points, to, from);
      if (may_move(before, moving, from, to)) f(state{before, moving});
    }
  }
  /// The same board with the other player to move.
  [[nodiscard]] std::optional<state> passed(const state& s) const { return state{s.points, opponent(s.to_move)}; }
  [[nodiscard]] result no_moves(const state& s) const { return result::won_by(opponent(s.to_move)); }

  [[nodiscard]] state start() const {
    state s;
    for (std::size_t i = 0; i < ring_size; ++i) s.points[i] = i < ring_size / 2 ? piece::x : piece::o;
    return s;
  }

  // Text

  [[nodiscard]] std::string player_name(player p) const { return p == x ? "x" : "o"; }
  [[nodiscard]] std::string format(const state& s) const {
    const std::string text = text_of(s.points);
    return fmt::format("ring={} centre={} turn={}", text.substr(0, ring_size), text[centre], player_name(s.to_move));
  }
  [[nodiscard]] state parse(std::string_view text) const {
    const auto fields = parse_fields(text, {"ring", "centre", "turn"});
    state s;
    const auto read = [&](const char* field, std::size_t first, std::size_t size) {
      const character_grid points = parse_grid(fields.at(field), letters, fmt::format("position: {}", field));
      if (points.rows() != 1 || points.columns() != size) {
        throw input_error(
            fmt::format("position: {}: expected one row of length {}, got '{}'", field, size, fields.at(field)));
      }
      for (std::size_t i = 0; i < size; ++i) {
        s.points[first + i] = static_cast<piece>(letters.find(points[points.cell(i)]));
      }
    };
    read("ring", 0, ring_size);
    read("centre", centre, 1);
    s.to_move = parse_turn(fields.at("turn"), *this);
    if (!is_legal(s)) {
      throw input_error(fmt::format("position: ring={} centre={}: expected {} X and {} O", fields.at("ring"),
                                    fields.at("centre"), pieces_each, pieces_each));
    }
    return s;
  }
  /// Draws the ring clockwise from the upper left.
  [[nodiscard]] std::string drawing(const state& s) const {
    const std::string p = text_of(s.points);
    return fmt::format("  {} {}\n{}     {}\n   {}\n{}     {}\n  {} {}", p[0], p[1], p[7], p[2], p[centre], p[6], p[3],
                       p[5], p[4]);
  }
  /// The points of the ring have the names 1 to 8, clockwise from the upper left as in the drawing.
  [[nodiscard]] game_board board_shape() const {
    game_board drawn{.style = board_style::points, .pieces = {{"x", "", x}, {"o", "", o}}};
    constexpr float near = 0.5;  // half a side of the octagon
    constexpr float far = 1.2F;
    constexpr std::array<plane_point, ring_size + 1> centres{{{-near, -far},
                                                              {near, -far},
                                                              {far, -near},
                                                              {far, near},
                                                              {near, far},
                                                              {-near, far},
                                                              {-far, near},
                                                              {-far, -near},
                                                              {0, 0}}};
    for (std::size_t i = 0; i < ring_size; ++i) {
      drawn.cells.push_back({centres[i], std::to_string(i + 1)});
      drawn.lines.push_back({static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(next(i))});
      drawn.lines.push_back({static_cast<std::uint32_t>(i), std::uint32_t{centre}});
    }
    drawn.cells.push_back({centres[centre], "centre"});
    return drawn;
  }
  [[nodiscard]] placed_pieces board_pieces(const state& s) const {
    placed_pieces pieces(s.points.size());
    for (std::size_t i = 0; i < s.points.size(); ++i) {
      if (s.points[i] != piece::none)
        pieces.at[i] = piece_number(s.points[i] == piece::x ? player::first : player::second);
    }
    return pieces;
  }

 private:
  static constexpr position num_boards = 19'683;
  static constexpr std::ptrdiff_t pieces_each = 4;
  static constexpr std::string_view letters = ".XO";  // in the order of `piece`

  [[nodiscard]] static piece piece_of(player p) { return p == x ? piece::x : piece::o; }
  [[nodiscard]] static std::size_t empty_point(const board& points) {
    return static_cast<std::size_t>(std::find(points.begin(), points.end(), piece::none) - points.begin());
  }
  [[nodiscard]] static std::size_t next(std::size_t ring_point) { return (ring_point + 1) % ring_size; }
  [[nodiscard]] static std::size_t previous(std::size_t ring_point) { return (ring_point + ring_size - 1) % ring_size; }

  /// Whether a piece of the player to move may go from `from` to `to`. Precondition: `to` is empty.
  [[nodiscard]] static bool may_move(const board& points, player moving, std::size_t from, std::size_t to) {
    if (points[from] != piece_of(moving)) return false;
    if (from == centre) return true;
    const piece theirs = piece_of(opponent(moving));
    if (to == centre) return points[next(from)] == theirs || points[previous(from)] == theirs;
    return to == next(from) || to == previous(from);
  }
  [[nodiscard]] static board moved(board points, std::size_t from, std::size_t to) {
    std::swap(points[from], points[to]);
    return points;
  }
  [[nodiscard]] static std::string text_of(const board& points) {
    std::string text;
    for (const piece p : points) text += letters[static_cast<std::size_t>(p)];
    return text;
  }
};

}  // namespace zermelo::games
