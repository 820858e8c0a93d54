// SPDX-License-Identifier: MIT
// Othello (Reversi) on small boards. Players who cannot move pass, and a game may end in a tie.
//
// Rules. Discs are black on one side and white on the other. At the start the four cells in the middle have two discs
// of each colour: black on the diagonal that rises to the right, or with `start=parallel` in the lower row. Black
// begins. A move puts a disc of the player's colour on an empty cell so that in at least one of the eight directions a
// row of discs of the other colour lies between it and another disc of the player's colour; all discs in such rows are
// turned over. A player without such a move passes. When neither player has a move, the player with more discs wins;
// equal numbers are a tie. With `margin`, black wins with at least `margin` discs more than white, and otherwise white
// wins. With `value=margin` the players maximize the difference of discs, which is the margin of a terminal.
//
// Parameters   n: the side of the board, 2 or 4, default 4; margin: from -16 to 16, default none; value: winner or
//              margin, default winner; start: diagonal or parallel, default diagonal.
// Positions    reachable boards with the player to move; keys of 33 bits.
// Published    white wins 11 to 3 on 4 x 4; there are 60,060 games. See the README.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/core.h>

#include <zermelo/core/game_module.hpp>

namespace zermelo::games {

class othello {
 public:
  static constexpr player black = player::first;
  static constexpr player white = player::second;

  static constexpr unsigned max_side = 4;
  /// A set of cells: bit n * row + column.
  using cells = std::uint16_t;

  struct state {
    std::array<cells, 2> discs{};  ///< the discs of each player
    player to_move = player::first;
    friend bool operator==(const state&, const state&) = default;
  };

  /// The aim of the players: more discs than the opponent, or the largest difference of discs.
  enum class value_of_end : std::uint8_t { winner, margin };

  /// The cells of black's two discs at the start: on the diagonal that rises to the right, or in the lower row.
  enum class start_with : std::uint8_t { diagonal, parallel };

  /// @param margin  the lead in discs that black needs to win; without it, equal numbers are a tie
  /// @throws input_error if n or margin is out of range, or margin is combined with `value_of_end::margin`
  explicit othello(unsigned n, std::optional<int> margin = std::nullopt, value_of_end value = value_of_end::winner,
                   start_with start = start_with::diagonal)
      : m_n(n), m_margin(margin), m_value(value) {
    if (n != 2 && n != max_side) throw input_error(fmt::format("n: expected 2 or {}, got '{}'", max_side, n));
    const int num_cells = static_cast<int>(n * n);
    if (margin && (*margin < -num_cells || *margin > num_cells)) {
      throw input_error(fmt::format("margin: expected from {} to {}, all discs of the board, got '{}'", -num_cells,
                                    num_cells, *margin));
    }
    if (margin && value == value_of_end::margin) {
      throw input_error(fmt::format("margin={} cannot be combined with value=margin; use value=winner", *margin));
    }
    m_start = make_start(start);
  }
  explicit othello(const parameter_values& values)
      : othello(static_cast<unsigned>(values.integer("n")), margin_of(values),
                values.text("value") == "margin" ? value_of_end::margin : value_of_end::winner,
                values.text("start") == "parallel" ? start_with::parallel : start_with::diagonal) {}

  static constexpr std::string_view name() { return "othello"; }
  static constexpr std::string_view summary() { return "Othello on 4 x 4 cells, with passes and ties, or for points"; }
  static std::vector<parameter> parameters() {
    return {{"n", parameter_type::integer, "side of the board, 2 or 4", "4", 2, max_side},
            {"margin", parameter_type::optional_integer,
             "smallest lead in discs with which black wins; none: equal numbers tie", "none", -double{max_discs},
             double{max_discs}},
            {.name = "value",
             .type = parameter_type::choice,
             .help = "value to solve for: the winner, or the margin in discs",
             .default_value = "winner",
             .choices = {"winner", "margin"},
             .is_unreported_default = true},
            {.name = "start",
             .type = parameter_type::choice,
             .help = "arrangement of discs of the same colour at the start: diagonal or parallel",
             .default_value = "diagonal",
             .choices = {"diagonal", "parallel"},
             .is_unreported_default = true}};
  }

  // A key consists of the discs of both players and the player to move.

  [[nodiscard]] std::uint64_t pack(const state& s) const {
    return s.discs[0] | std::uint64_t{s.discs[1]} << max_discs | std::uint64_t{index_of(s.to_move)} << (2 * max_discs);
  }
  [[nodiscard]] state unpack(std::uint64_t key) const {
    return {{static_cast<cells>(key), static_cast<cells>(key >> max_discs)},
            (key >> (2 * max_discs) & 1) == 0 ? black : white};
  }
  /// Whether all discs are on the board, no cell has discs of both colours, and all four middle cells have a disc.
  [[nodiscard]] bool is_legal(const state& s) const {
    const unsigned discs = s.discs[0] | s.discs[1];
    const unsigned middle = unsigned{m_start.discs[0]} | m_start.discs[1];
    return (s.discs[0] & s.discs[1]) == 0 && discs >> (m_n * m_n) == 0 && (discs & middle) == middle;
  }

  // The rules.

  [[nodiscard]] player player_to_move(const state& s) const { return s.to_move; }
  [[nodiscard]] std::optional<result> terminal(const state& s) const {
    if (can_move(s, black) || can_move(s, white)) return std::nullopt;
    const int more = std::popcount(s.discs[index_of(black)]) - std::popcount(s.discs[index_of(white)]);
    if (m_margin) return result::won_by(more >= *m_margin ? black : white);
    if (m_value == value_of_end::margin) return result::scored(black, more);
    return more == 0 ? result::tied() : result::won_by(more > 0 ? black : white);
  }
  [[nodiscard]] std::uint32_t max_margin() const { return m_value == value_of_end::margin ? m_n * m_n : 1; }
  template <class Callback>
  void for_each_successor(const state& s, Callback&& f) const {
    bool has_moves = false;
    for_each_empty(s, [&](unsigned cell) {
      const unsigned turned = turned_by(s, s.to_move, cell);
      if (turned == 0) return;
      has_moves = true;
      const std::size_t own = index_of(s.to_move);
      state next = s;
      next.discs[own] = static_cast<cells>(next.discs[own] | turned | 1U << cell);
      next.discs[1 - own] = static_cast<cells>(next.discs[1 - own] & ~turned);
      next.to_move = opponent(s.to_move);
      f(next);
    });
    if (!has_moves) f(state{s.discs, opponent(s.to_move)});
  }
  /// The same board with the other player to move.
  [[nodiscard]] std::optional<state> passed(const state& s) const { return state{s.discs, opponent(s.to_move)}; }
  /// Never called, since a player without a move passes until play has ended.
  [[nodiscard]] result no_moves(const state&) const { return result::tied(); }

  [[nodiscard]] state start() const { return m_start; }

  // Text

  [[nodiscard]] std::string player_name(player p) const { return p == black ? "black" : "white"; }
  [[nodiscard]] std::string format(const state& s) const {
    return fmt::format("board={} turn={}", board_of(s).text('/'), player_name(s.to_move));
  }
  [[nodiscard]] state parse(std::string_view text) const {
    const auto fields = parse_fields(text, {"board", "turn"});
    const character_grid board = parse_board(fields.at("board"), m_n, m_n, letters);
    state s;
    for (unsigned cell = 0; cell < m_n * m_n; ++cell) {
      const std::size_t letter = letters.find(board[board.cell(cell)]);
      if (letter > 0) s.discs[letter - 1] = static_cast<cells>(s.discs[letter - 1] | 1U << cell);
    }
    s.to_move = parse_turn(fields.at("turn"), *this);
    if (!is_legal(s)) {
      throw input_error(fmt::format("position: board={}: the cells in the middle cannot be empty", fields.at("board")));
    }
    return s;
  }
  [[nodiscard]] std::string drawing(const state& s) const { return board_of(s).text('\n'); }
  [[nodiscard]] game_board board_shape() const {
    return rectangular_board(m_n, m_n, {{"black", "●", black}, {"white", "○", white}});
  }
  [[nodiscard]] placed_pieces board_pieces(const state& s) const {
    placed_pieces pieces(std::size_t{m_n} * m_n);
    for (const player p : {black, white}) put_pieces(pieces, s.discs[index_of(p)], piece_number(p));
    return pieces;
  }

 private:
  static constexpr unsigned max_discs = max_side * max_side;
  [[nodiscard]] static std::optional<int> margin_of(const parameter_values& values) {
    const auto margin = values.optional_integer("margin");
    if (!margin) return std::nullopt;
    return static_cast<int>(*margin);
  }
  static constexpr std::string_view letters = ".BW";

  struct direction {
    int down = 0;
    int right = 0;
  };

  [[nodiscard]] unsigned number(unsigned row, unsigned column) const { return m_n * row + column; }
  [[nodiscard]] state make_start(start_with start) const {
    const unsigned low = m_n / 2 - 1;
    const unsigned high = m_n / 2;
    state s;
    const unsigned right = start == start_with::parallel ? high : low;  // the row of black's disc in the right column
    s.discs[index_of(black)] = static_cast<cells>(1U << number(high, low) | 1U << number(right, high));
    s.discs[index_of(white)] = static_cast<cells>(1U << number(low, low) | 1U << number(low + high - right, high));
    return s;
  }

  template <class Function>
  void for_each_empty(const state& s, const Function& f) const {
    const unsigned all = (1U << (m_n * m_n)) - 1;
    for (unsigned empty = all & ~(unsigned{s.discs[0]} | s.discs[1]); empty != 0; empty &= empty - 1) {
      f(static_cast<unsigned>(std::countr_zero(empty)));
    }
  }
  /// The discs that a player's move to an empty cell turns over; empty if the move is illegal.
  [[nodiscard]] unsigned turned_by(const state& s, player moving, unsigned cell) const {
    const unsigned own = s.discs[index_of(moving)];
    const unsigned others = s.discs[index_of(opponent(moving))];
    const int side = static_cast<int>(m_n);
    unsigned turned = 0;
    for (const auto& [down, right] : directions) {
      unsigned between = 0;
      int row = static_cast<int>(cell / m_n) + down;
      int column = static_cast<int>(cell % m_n) + right;
      for (; row >= 0 && row < side && column >= 0 && column < side; row += down, column += right) {
        const unsigned bit = 1U << (row * side + column);
        if ((own & bit) != 0) turned |= between;
        if ((others & bit) == 0) break;
        between |= bit;
      }
    }
    return turned;
  }
  [[nodiscard]] bool can_move(const state& s, player moving) const {
    bool found = false;
    for_each_empty(s, [&](unsigned cell) { found = found || turned_by(s, moving, cell) != 0; });
    return found;
  }

  [[nodiscard]] character_grid board_of(const state& s) const {
    character_grid board(m_n, m_n, '.');
    for (unsigned cell = 0; cell < m_n * m_n; ++cell) {
      const auto is_of = [&](player p) { return (s.discs[index_of(p)] >> cell & 1) != 0; };
      board[board.cell(cell)] = is_of(black) ? 'B' : is_of(white) ? 'W' : '.';
    }
    return board;
  }

  static constexpr std::array<direction, 8> directions{
      {{-1, -1}, {-1, 0}, {-1, 1}, {0, -1}, {0, 1}, {1, -1}, {1, 0}, {1, 1}}};

  unsigned m_n;
  std::optional<int> m_margin;
  value_of_end m_value;
  state m_start;
};

}  // namespace zermelo::games
