// SPDX-License-Identifier: MIT
// Fox and geese on a chequered board, also called fox and hounds: geese in a row try to enclose a fox.
//
// Rules. The game uses the dark squares of a board, including a1. The geese stand in the first row, the fox in the
// middle of the last one. The geese move one goose diagonally to an empty square in the next row, never back; the fox
// moves one square diagonally in any direction. Nothing is taken, and nobody may pass. A player who cannot move has
// lost, so the geese win by enclosing the fox. The fox wins when it reaches the first row. Play ends, since every move
// of the geese brings them nearer to the last row.
//
// Parameters   rows=8, cols=8, each 2 to 26, with at most 32 dark squares; geese, from 1 to the dark squares of the
//              first row, which are the default; they stand there from the left. first=fox or geese (to move first).
// Positions    player to move x squares of the geese x square of the fox: 2 s (s over g) numbers for s dark squares and
//              g geese, 2,301,440 on 8 x 8, of which 2 (s over g)(s - g) are legal: the fox is not on a goose.
// Published    the geese win on 8 x 8. See the README.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/core.h>

#include <zermelo/core/game_module.hpp>

namespace zermelo::games {

class fox_and_geese {
 public:
  static constexpr player geese = player::first;
  static constexpr player fox = player::second;

  static constexpr std::uint32_t min_side = 2;
  static constexpr std::uint32_t max_side = 26;  ///< columns have letters
  static constexpr std::uint32_t max_geese = max_side / 2;

  /// Dark squares are numbered row by row, from a1.
  struct state {
    point_set geese_on = 0;
    std::uint8_t fox_on = 0;
    player to_move = fox;
    friend bool operator==(const state&, const state&) = default;
  };

  /// Geese on all dark squares of the first row.
  fox_and_geese(std::uint32_t rows, std::uint32_t cols, player first)
      : fox_and_geese(rows, cols, dark_squares_of_first_row(cols), first) {}
  fox_and_geese(std::uint32_t rows, std::uint32_t cols, std::uint32_t num_geese, player first)
      : m_rows(rows), m_cols(cols), m_num_geese(num_geese), m_first(first) {
    if (std::min(rows, cols) < min_side || std::max(rows, cols) > max_side) {
      throw input_error(fmt::format("rows={} cols={}: expected from {} to {} of each", rows, cols, min_side, max_side));
    }
    if (const std::uint32_t dark = (rows * cols + 1) / 2; dark > max_points) {
      throw input_error(
          fmt::format("rows={} cols={}: expected at most {} dark squares, got {}", rows, cols, max_points, dark));
    }
    if (const std::uint32_t max = dark_squares_of_first_row(cols); num_geese == 0 || num_geese > max) {
      throw input_error(
          fmt::format("geese: expected from 1 to {}, the dark squares of the first row, got '{}'", max, num_geese));
    }
    add_squares();
    m_home = first_points(dark_squares_of_first_row(cols));
    m_flocks = binomial(num_squares(), m_num_geese);
  }
  explicit fox_and_geese(const parameter_values& values)
      : fox_and_geese(
            number_in(values, "rows"), number_in(values, "cols"),
            values.has("geese") ? number_in(values, "geese") : dark_squares_of_first_row(number_in(values, "cols")),
            values.text("first") == "fox" ? fox : geese) {}

  static constexpr std::string_view name() { return "fox_and_geese"; }
  static constexpr std::string_view summary() { return "geese in a row try to enclose a fox on a chequered board"; }
  static std::vector<parameter> parameters() {
    return {{"rows", parameter_type::integer, "rows of the board", "8", min_side, max_side},
            {"cols", parameter_type::integer, "columns of the board", "8", min_side, max_side},
            {"geese",
             parameter_type::integer,
             "number of geese; by default one on each dark square of the first row",
             {},
             1,
             max_geese},
            {"first", parameter_type::choice, "player who moves first", "fox", 0, 0, {"fox", "geese"}}};
  }
  /// Builds the game, which needs little memory, to compute its size.
  static game_size size_of(const parameter_values& values) { return {fox_and_geese(values).num_positions(), 0, 0}; }

  // A number for every state: turn x geese x fox.

  [[nodiscard]] position num_positions() const { return 2 * m_flocks * num_squares(); }
  [[nodiscard]] position rank(const state& s) const {
    return (index_of(s.to_move) * m_flocks + subset_number(s.geese_on)) * num_squares() + s.fox_on;
  }
  [[nodiscard]] state unrank(position number) const {
    const position flock = number / num_squares();
    return {subset_of_number(m_num_geese, static_cast<std::uint32_t>(flock % m_flocks)),
            static_cast<std::uint8_t>(number % num_squares()), static_cast<player>(flock / m_flocks)};
  }
  [[nodiscard]] bool is_legal(const state& s) const { return !has(s.geese_on, s.fox_on); }
  /// The axis of the geese has labels if it has few indices, and coordinates if it does not have too many.
  [[nodiscard]] std::vector<axis> axes() const {
    constexpr position max_labelled_flocks = 1000;
    constexpr position max_flocks_with_squares = 100'000;
    axis turn{"turn", 2, {player_name(geese), player_name(fox)}, {}};
    axis flock{"geese", m_flocks, {}, {}};
    if (m_flocks <= max_flocks_with_squares) {
      for (std::uint32_t i = 1; i <= m_num_geese; ++i) flock.coordinates.push_back({fmt::format("goose_{}", i), {}});
      for (const point_set on : subsets(num_squares(), m_num_geese)) {
        auto coordinate = flock.coordinates.begin();
        for_each_point(on, [&](unsigned at) { (coordinate++)->values.push_back(at); });
        if (m_flocks <= max_labelled_flocks) flock.labels.push_back(squares_text(on));
      }
    }
    axis square_of_fox{"fox", num_squares(), {}, {}};
    for (unsigned at = 0; at < num_squares(); ++at) square_of_fox.labels.push_back(square_text(at));
    return {turn, flock, square_of_fox};
  }

  // The rules.

  /// The fox stands in the middle, or on the left one of two middle squares.
  [[nodiscard]] state start() const {
    const auto is_in_last_row = [this](const square& at) { return at.row + 1 == m_rows; };
    const auto in_last_row = static_cast<unsigned>(std::count_if(m_squares.begin(), m_squares.end(), is_in_last_row));
    const unsigned from_the_right = in_last_row / 2 + 1;
    return {first_points(m_num_geese), static_cast<std::uint8_t>(num_squares() - from_the_right), m_first};
  }
  [[nodiscard]] player player_to_move(const state& s) const { return s.to_move; }
  [[nodiscard]] std::optional<result> terminal(const state& s) const {
    if (has(m_home, s.fox_on)) return result::won_by(fox);
    return std::nullopt;
  }
  template <class Callback>
  void for_each_successor(const state& s, Callback&& f) const {
    if (s.to_move == fox) {
      const square& here = m_squares[s.fox_on];
      for_each_point((here.ahead | here.back) & ~s.geese_on, [&](unsigned to) { f(with_fox(s, to)); });
    } else {
      for_each_point(s.geese_on, [&](unsigned from) {
        for_each_point(m_squares[from].ahead & ~occupied(s), [&](unsigned to) { f(with_goose(s, from, to)); });
      });
    }
  }
  template <class Callback>
  void for_each_predecessor(const state& s, Callback&& f) const {
    if (s.to_move == geese) {
      // In the first row the fox has won.
      const square& here = m_squares[s.fox_on];
      for_each_point((here.ahead | here.back) & ~s.geese_on & ~m_home, [&](unsigned from) { f(with_fox(s, from)); });
    } else if (!has(m_home, s.fox_on)) {
      for_each_point(s.geese_on, [&](unsigned to) {
        for_each_point(m_squares[to].back & ~occupied(s), [&](unsigned from) { f(with_goose(s, to, from)); });
      });
    }
  }
  /// A player who cannot move has lost.
  [[nodiscard]] result no_moves(const state& s) const { return result::won_by(opponent(s.to_move)); }

  // Text.

  [[nodiscard]] std::string player_name(player p) const { return p == geese ? "geese" : "fox"; }
  [[nodiscard]] std::string format(const state& s) const {
    return fmt::format("geese={} fox={} turn={}", squares_text(s.geese_on), square_text(s.fox_on),
                       player_name(s.to_move));
  }
  [[nodiscard]] state parse(std::string_view text) const {
    const auto fields = parse_fields(text, {"geese", "fox", "turn"});
    state s;
    s.geese_on = parse_geese(fields.at("geese"));
    s.fox_on = static_cast<std::uint8_t>(parse_square("fox", fields.at("fox")));
    s.to_move = parse_turn(fields.at("turn"), *this);
    if (!is_legal(s)) throw input_error(fmt::format("position: the fox and a goose are both on {}", fields.at("fox")));
    return s;
  }
  /// G is a goose, F the fox; light squares are blank.
  [[nodiscard]] std::string drawing(const state& s) const {
    const std::size_t widest = m_rows < 10 ? 1 : 2;
    std::vector<std::string> lines;
    for (std::uint32_t row = 0; row < m_rows; ++row) lines.emplace_back(m_cols, ' ');
    for (unsigned at = 0; at < num_squares(); ++at) {
      lines[m_squares[at].row][m_squares[at].col] = at == s.fox_on ? 'F' : has(s.geese_on, at) ? 'G' : '.';
    }
    std::string text;
    for (std::uint32_t row = m_rows; row-- > 0;) {
      const std::string& line = lines[row];
      text += fmt::format("{:>{}} {}\n", row + 1, widest, line.substr(0, line.find_last_not_of(' ') + 1));
    }
    text.append(widest + 1, ' ');
    for (std::uint32_t col = 0; col < m_cols; ++col) text += letter_of(col);
    return text;
  }
  [[nodiscard]] game_board board_shape() const {
    game_board board{.pieces = {{"goose", "G", geese}, {"fox", "F", fox}}};
    for (unsigned at = 0; at < num_squares(); ++at) {
      const plane_point centre{static_cast<float>(m_squares[at].col),
                               static_cast<float>(m_rows - 1 - m_squares[at].row)};
      board.cells.push_back({centre, square_text(at)});
    }
    return board;
  }
  [[nodiscard]] placed_pieces board_pieces(const state& s) const {
    placed_pieces pieces(num_squares());
    put_pieces(pieces, s.geese_on, piece_number(geese));
    put_pieces(pieces, one_point(s.fox_on), piece_number(fox));
    return pieces;
  }

 private:
  struct square {
    std::uint32_t row = 0;
    std::uint32_t col = 0;
    point_set ahead = 0;  ///< the adjacent dark squares in the next row
    point_set back = 0;   ///< the adjacent dark squares in the previous row
  };

  [[nodiscard]] static std::uint32_t number_in(const parameter_values& values, std::string_view parameter_name) {
    return static_cast<std::uint32_t>(values.integer(parameter_name));
  }
  [[nodiscard]] static std::uint32_t dark_squares_of_first_row(std::uint32_t cols) { return (cols + 1) / 2; }
  [[nodiscard]] unsigned num_squares() const { return static_cast<unsigned>(m_squares.size()); }
  [[nodiscard]] static bool has(point_set points, unsigned at) { return (points & one_point(at)) != 0; }
  [[nodiscard]] static point_set occupied(const state& s) { return s.geese_on | one_point(s.fox_on); }
  [[nodiscard]] static state with_fox(const state& s, unsigned at) {
    return {s.geese_on, static_cast<std::uint8_t>(at), opponent(s.to_move)};
  }
  [[nodiscard]] static state with_goose(const state& s, unsigned from, unsigned to) {
    return {s.geese_on ^ one_point(from) ^ one_point(to), s.fox_on, opponent(s.to_move)};
  }

  void add_squares() {
    for (std::uint32_t row = 0; row < m_rows; ++row) {
      for (std::uint32_t col = row % 2; col < m_cols; col += 2) m_squares.push_back({row, col});
    }
    for (square& here : m_squares) {
      for (unsigned other = 0; other < num_squares(); ++other) {
        const square& there = m_squares[other];
        if (there.col + 1 != here.col && here.col + 1 != there.col) continue;
        if (there.row == here.row + 1) here.ahead |= one_point(other);
        if (there.row + 1 == here.row) here.back |= one_point(other);
      }
    }
  }

  [[nodiscard]] static char letter_of(std::uint32_t col) { return static_cast<char>('a' + col); }
  [[nodiscard]] std::string square_text(unsigned at) const {
    return fmt::format("{}{}", letter_of(m_squares[at].col), m_squares[at].row + 1);
  }
  [[nodiscard]] std::string squares_text(point_set on) const {
    std::string text;
    for_each_point(on, [&](unsigned at) { text += (text.empty() ? "" : ",") + square_text(at); });
    return text;
  }
  [[nodiscard]] unsigned parse_square(std::string_view field, std::string_view text) const {
    for (unsigned at = 0; at < num_squares(); ++at) {
      if (square_text(at) == text) return at;
    }
    throw input_error(fmt::format("position: {}: expected a dark square from a1 to {}, got '{}'", field,
                                  square_text(num_squares() - 1), excerpt(text)));
  }
  [[nodiscard]] point_set parse_geese(std::string_view text) const {
    point_set found = 0;
    for (std::size_t begin = 0; begin <= text.size();) {
      const std::size_t end = std::min(text.find(',', begin), text.size());
      const unsigned at = parse_square("geese", text.substr(begin, end - begin));
      if (has(found, at)) throw input_error(fmt::format("position: two geese are on {}", square_text(at)));
      found |= one_point(at);
      begin = end + 1;
    }
    if (const unsigned count = num_points_of(found); count != m_num_geese) {
      throw input_error(fmt::format("position: expected {} geese, got {}", m_num_geese, count));
    }
    return found;
  }

  std::uint32_t m_rows;
  std::uint32_t m_cols;
  std::uint32_t m_num_geese;
  player m_first;
  std::vector<square> m_squares;  ///< the dark squares
  point_set m_home = 0;           ///< squares of the first row, where the fox wins
  position m_flocks = 0;          ///< number of sets of squares of the geese
};

}  // namespace zermelo::games
