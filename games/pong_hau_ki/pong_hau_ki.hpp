// SPDX-License-Identifier: MIT
// Pong hau k'i (umul gonu in Korea): each player has two pieces on five points.
//
// Rules. The points are the corners of a square and its centre. Lines join the centre with every corner, and adjacent
// corners along three sides of the square, but not along the bottom. Each player has two pieces. The players take turns
// to move one of their pieces along a line to the empty point; x begins. A player who cannot move loses. Infinite play
// is a draw.
//
// Parameters   start: x occupies the two upper corners (top_vs_bottom) or the two left corners (sides).
// Positions    boards in base 3 and the player to move: 486 indices, of which 60 are legal positions.
// Published    56 positions are reachable from either start; see the README.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
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

class pong_hau_ki {
 public:
  static constexpr player x = player::first;
  static constexpr player o = player::second;

  enum class start_with : std::uint8_t { top_vs_bottom, sides };

  enum class piece : std::uint8_t { none, x, o };
  static constexpr std::size_t num_points = 5;
  using board = std::array<piece, num_points>;

  struct state {
    board points{};  ///< upper left, upper right, centre, lower left, lower right
    player to_move = player::first;
    friend bool operator==(const state&, const state&) = default;
  };

  explicit pong_hau_ki(start_with start) : m_start(start) {}
  explicit pong_hau_ki(const parameter_values& values)
      : pong_hau_ki(values.text("start") == "sides" ? start_with::sides : start_with::top_vs_bottom) {}

  static constexpr std::string_view name() { return "pong_hau_ki"; }
  static constexpr std::string_view summary() {
    return "two pieces against two on five points; a player who cannot move loses";
  }
  static std::vector<parameter> parameters() {
    return {{.name = "start",
             .type = parameter_type::choice,
             .help = "initial points of the pieces",
             .default_value = "top_vs_bottom",
             .choices = {"top_vs_bottom", "sides"}}};
  }
  static game_size size_of(const parameter_values& values) { return {pong_hau_ki(values).num_positions(), 0, 0}; }

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
    for (std::size_t i = num_points; i-- > 0; number /= letters.size()) {
      s.points[i] = static_cast<piece>(number % letters.size());
    }
    return s;
  }
  [[nodiscard]] bool is_legal(const state& s) const {
    return count(s.points, piece::x) == pieces_each && count(s.points, piece::o) == pieces_each;
  }

  // The rules.

  [[nodiscard]] player player_to_move(const state& s) const { return s.to_move; }
  [[nodiscard]] std::optional<result> terminal(const state&) const { return std::nullopt; }
  template <class Callback>
  void for_each_successor(const state& s, Callback&& f) const {
    for_each_slide(s.points, s.to_move, [&](const board& after) { f(state{after, opponent(s.to_move)}); });
  }
  /// Moves a piece of the opponent back. Every move can be reversed.
  template <class Callback>
  void for_each_predecessor(const state& s, Callback&& f) const {
    const player moved = opponent(s.to_move);
    for_each_slide(s.points, moved, [&](const board& before) { f(state{before, moved}); });
  }
  /// The same board with the other player to move.
  [[nodiscard]] std::optional<state> passed(const state& s) const { return state{s.points, opponent(s.to_move)}; }
  [[nodiscard]] result no_moves(const state& s) const { return result::won_by(opponent(s.to_move)); }

  [[nodiscard]] state start() const {
    switch (m_start) {
      case start_with::top_vs_bottom: return {{piece::x, piece::x, piece::none, piece::o, piece::o}, x};
      case start_with::sides: return {{piece::x, piece::o, piece::none, piece::x, piece::o}, x};
    }
    throw contract_error("start_with out of range");
  }

  // Text

  [[nodiscard]] std::string player_name(player p) const { return p == x ? "x" : "o"; }
  [[nodiscard]] std::string format(const state& s) const {
    return fmt::format("points={} turn={}", text_of(s.points), player_name(s.to_move));
  }
  [[nodiscard]] state parse(std::string_view text) const {
    const auto fields = parse_fields(text, {"points", "turn"});
    const character_grid points = parse_grid(fields.at("points"), letters, "position: points");
    state s;
    if (points.rows() != 1 || points.columns() != num_points) {
      throw input_error(
          fmt::format("position: points: expected one row of length {}, got '{}'", num_points, fields.at("points")));
    }
    for (std::size_t i = 0; i < num_points; ++i) {
      s.points[i] = static_cast<piece>(letters.find(points[points.cell(i)]));
    }
    s.to_move = parse_turn(fields.at("turn"), *this);
    if (!is_legal(s)) {
      throw input_error(
          fmt::format("position: points={}: expected {} X and {} O", fields.at("points"), pieces_each, pieces_each));
    }
    return s;
  }
  [[nodiscard]] std::string drawing(const state& s) const {
    const std::string p = text_of(s.points);
    return fmt::format("{}---{}\n|\\ /|\n| {} |\n|/ \\|\n{}   {}", p[0], p[1], p[2], p[3], p[4]);
  }
  [[nodiscard]] game_board board_shape() const {
    game_board drawn{.style = board_style::points,
                     .cells = {{{0, 0}, "upper left"},
                               {{2, 0}, "upper right"},
                               {{1, 1}, "centre"},
                               {{0, 2}, "lower left"},
                               {{2, 2}, "lower right"}},
                     .pieces = {{"x", "", x}, {"o", "", o}}};
    drawn.lines = lines_between(lines);
    return drawn;
  }
  [[nodiscard]] placed_pieces board_pieces(const state& s) const {
    placed_pieces pieces(num_points);
    for (std::size_t i = 0; i < num_points; ++i) {
      if (s.points[i] != piece::none) pieces.at[i] = piece_number(s.points[i] == piece::x ? x : o);
    }
    return pieces;
  }

 private:
  static constexpr position num_boards = 243;
  static constexpr std::ptrdiff_t pieces_each = 2;
  static constexpr std::string_view letters = ".XO";  // in the order of `piece`
  /// For each point a, bit b is set if a line joins a and b.
  static constexpr std::array<unsigned, num_points> lines{0b0'1110, 0b1'0101, 0b1'1011, 0b0'0101, 0b0'0110};

  [[nodiscard]] static std::ptrdiff_t count(const board& points, piece wanted) {
    return std::count(points.begin(), points.end(), wanted);
  }
  /// Calls f(board) for each board after one of a player's pieces has moved to the empty point.
  template <class Function>
  static void for_each_slide(const board& points, player moving, const Function& f) {
    const piece wanted = moving == x ? piece::x : piece::o;
    const auto empty = static_cast<std::size_t>(std::find(points.begin(), points.end(), piece::none) - points.begin());
    for (unsigned from = lines[empty]; from != 0; from &= from - 1) {
      const auto at = static_cast<std::size_t>(std::countr_zero(from));
      if (points[at] != wanted) continue;
      board after = points;
      std::swap(after[at], after[empty]);
      f(after);
    }
  }
  [[nodiscard]] static std::string text_of(const board& points) {
    std::string text;
    for (const piece p : points) text += letters[static_cast<std::size_t>(p)];
    return text;
  }

  start_with m_start;
};

}  // namespace zermelo::games
