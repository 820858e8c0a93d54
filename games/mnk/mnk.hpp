// SPDX-License-Identifier: MIT
// m,n,k-games, such as tic-tac-toe: the worked example for authors of games. Copy this folder, rename the class, and
// replace the rules; the contract with all hooks is in zermelo/core/game/game.hpp.
//
// Rules. Two players, x and o, take turns to put one of their stones on an empty cell of a board of `rows` x `cols`
// cells; x begins. The first player with `k` stones in an unbroken line, along a row, a column or a diagonal, wins. A
// full board without such a line is a tie. There are two variants: in misere play the line loses; with exact=yes only
// lines of exactly `k` stones count, as in Gomoku.
//
// Parameters   rows, cols: from 1 to 32, rows * cols at most 32; k: from 1 to the greater of rows and cols. All three
//              are 3 by default. misere, exact: no or yes, default no.
// Positions    boards with the stones of alternate turns, in slices by the number of stones. Of the 6046 boards of
//              tic-tac-toe, 5478 are legal, and all legal ones are reachable.
// Published    tic-tac-toe is a tie, and has 5478 reachable positions, 958 of them terminals; see the README.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/core.h>

#include <zermelo/core/game_module.hpp>

namespace zermelo::games {

class mnk {
 public:
  static constexpr player x = player::first;
  static constexpr player o = player::second;

  /// A set of cells is a `point_set` of 32 bits. A board of 32 cells already has 3 x 10^14 positions, which is more
  /// than memory can store.
  static constexpr std::uint32_t max_cells = max_points;

  // The state may have any type that makes the rules easy to write. States are compared with == and copied.

  /// The cells of the stones: bit row * cols + col of each set. The numbers of stones determine the player to move.
  struct state {
    point_set of_x = 0;
    point_set of_o = 0;
    friend bool operator==(const state&, const state&) = default;
  };

  /// The result of a line for its player.
  enum class line_result : std::uint8_t { wins, loses };
  /// The number of stones in a row that form a line.
  enum class line_length : std::uint8_t { at_least_k, exactly_k };

  // A game needs the constructor from parameter values. The other constructor is convenient in tests.

  mnk(std::uint32_t rows, std::uint32_t cols, std::uint32_t k, line_result of_line = line_result::wins,
      line_length length = line_length::at_least_k)
      : m_rows(rows), m_cols(cols), m_k(k), m_line_result(of_line), m_line_length(length) {
    if (rows == 0 || cols == 0 || std::uint64_t{rows} * cols > max_cells) {
      throw input_error(fmt::format("rows={} cols={}: expected from 1 to {} cells", rows, cols, max_cells));
    }
    if (k == 0 || k > std::max(rows, cols)) {
      throw input_error(
          fmt::format("k: expected from 1 to {}, the longer side of the board, got '{}'", std::max(rows, cols), k));
    }
    add_lines();
    for (unsigned stones = 0; stones <= num_cells(); ++stones) {
      m_begins.push_back(m_begins.back() + position{binomial(num_cells(), stones)} * sets_of_o(stones));
    }
  }

  explicit mnk(const parameter_values& values)
      : mnk(static_cast<std::uint32_t>(values.integer("rows")), static_cast<std::uint32_t>(values.integer("cols")),
            static_cast<std::uint32_t>(values.integer("k")),
            values.is_yes("misere") ? line_result::loses : line_result::wins,
            values.is_yes("exact") ? line_length::exactly_k : line_length::at_least_k) {}

  static constexpr std::string_view name() { return "mnk"; }
  static constexpr std::string_view summary() { return "m,n,k-games: k in a row on a board, tic-tac-toe by default"; }
  /// The parameters. Their values are checked against this list before they are passed to the constructor.
  static std::vector<parameter> parameters() {
    return {{"rows", parameter_type::integer, "rows of the board", "3", 1, max_cells},
            {"cols", parameter_type::integer, "columns of the board", "3", 1, max_cells},
            {"k", parameter_type::integer, "stones in a row that win", "3", 1, max_cells},
            variant("misere", "whether k in a row lose instead of winning"),
            variant("exact", "whether more than k in a row do not count")};
  }

  /// Optional: the size of a game before it is built. This game can be built for this purpose, since it needs little
  /// memory.
  static game_size size_of(const parameter_values& values) { return {mnk(values).num_positions(), 0, 0}; }

  // The number of a state. Numbers ascend by the number of stones, of which o has half, rounded down; then by the set
  // of occupied cells; then by the set of o's cells among them. Boards with other numbers of stones per player do not
  // have a number. Boards with equal numbers of stones are a range of numbers; see slices().

  [[nodiscard]] position num_positions() const { return m_begins.back(); }
  /// Combines the number of the set of occupied cells and that of o's cells among them, both as in `subset_number`.
  [[nodiscard]] position rank(const state& s) const {
    unsigned stones = 0;
    unsigned stones_of_o = 0;
    position number_of_occupied = 0;
    position number_of_o = 0;
    for_each_point(s.of_x | s.of_o, [&](unsigned cell) {
      if ((s.of_o & one_point(cell)) != 0) number_of_o += binomial(stones, ++stones_of_o);
      number_of_occupied += binomial(cell, ++stones);
    });
    return m_begins[stones] + number_of_occupied * sets_of_o(stones) + number_of_o;
  }
  /// Reverses the steps of `rank`, from the last cell to the first.
  [[nodiscard]] state unrank(position number) const {
    unsigned stones = stones_at(number);
    unsigned stones_of_o = stones / 2;
    const position in_slice = number - m_begins[stones];
    position number_of_occupied = in_slice / sets_of_o(stones);
    position number_of_o = in_slice % sets_of_o(stones);
    state s;
    for (unsigned cell = num_cells(); stones > 0;) {
      --cell;
      if (number_of_occupied < binomial(cell, stones)) continue;
      number_of_occupied -= binomial(cell, stones--);
      const bool is_o = number_of_o >= binomial(stones, stones_of_o);
      if (is_o) number_of_o -= binomial(stones, stones_of_o--);
      (is_o ? s.of_o : s.of_x) |= one_point(cell);
    }
    return s;
  }
  /// Optional, for speed: calls f for the states of the numbers first .. last - 1. Computes each state from the
  /// previous one if their stones are on the same cells.
  template <class Callback>
  void for_each_state(position first, position last, Callback&& f) const {
    if (first == last) return;
    state s = unrank(first);
    while (true) {
      f(std::as_const(s));
      if (++first == last) return;
      const point_set occupied = s.of_x | s.of_o;
      const point_set of_o = next_subset(s.of_o, occupied);
      // Sets ascend with their numbers: a smaller set means that the sequence has restarted.
      s = of_o > s.of_o ? state{occupied & ~of_o, of_o} : unrank(first);
    }
  }
  /// Whether a state is legal; numbers of illegal states are unused. Here only the player who has just moved may have a
  /// line, and players must have taken turns, since other states have no number. Every successor of a legal state must
  /// be legal; a legal state need not be reachable (such as two lines of a player that no single stone completes).
  [[nodiscard]] bool is_legal(const state& s) const {
    return are_turns_taken(s) && !has_line(stones_of(s, player_to_move(s)));
  }
  /// Optional: the reason why a state is illegal, for messages to the user.
  [[nodiscard]] std::optional<std::string> why_illegal(const state& s) const {
    if (!are_turns_taken(s)) {
      return fmt::format("expected as many X as O, or one X more, got {} X and {} O", num_points_of(s.of_x),
                         num_points_of(s.of_o));
    }
    const player to_move = player_to_move(s);
    if (!has_line(stones_of(s, to_move))) return std::nullopt;
    return fmt::format("{} is to move but has {} in a row: play has already ended", player_name(to_move), m_k);
  }

  // The rules.

  [[nodiscard]] player player_to_move(const state& s) const {
    return num_points_of(s.of_x) == num_points_of(s.of_o) ? x : o;
  }
  [[nodiscard]] std::optional<result> terminal(const state& s) const {
    const player moved = opponent(player_to_move(s));
    if (has_line(stones_of(s, moved))) {
      return result::won_by(m_line_result == line_result::wins ? moved : opponent(moved));
    }
    if (empty_cells(s) == 0) return result::tied();
    return std::nullopt;
  }
  /// Calls `f` once per move. Called only for legal states that are not terminal.
  template <class Callback>
  void for_each_successor(const state& s, Callback&& f) const {
    const player to_move = player_to_move(s);
    for_each_point(empty_cells(s), [&](unsigned cell) { f(with_stone_toggled(s, to_move, cell)); });
  }
  /// Optional: calls `f` with the state before each move that leads to s, never with an illegal or terminal state.
  template <class Callback>
  void for_each_predecessor(const state& s, Callback&& f) const {
    const player moved = opponent(player_to_move(s));
    const point_set stones = stones_of(s, moved);
    // Removing a stone from a longer line may leave a line of exactly k stones.
    const bool may_have_had_line = m_line_length == line_length::exactly_k || has_line(stones);
    for_each_point(stones, [&](unsigned cell) {
      // The numbers of stones are valid, and the other player has no line since s is legal. So the previous state is
      // legal and not terminal if the player who moved had no line.
      if (!may_have_had_line || !has_line(stones & ~one_point(cell))) f(with_stone_toggled(s, moved, cell));
    });
  }
  /// A board with an empty cell always has a move.
  [[nodiscard]] result no_moves(const state&) const { return result::tied(); }

  [[nodiscard]] state start() const { return {}; }

  /// Optional: sets of positions to which play never returns, which can be solved one by one. Stones never leave the
  /// board, so the boards with equal numbers of stones, a range of numbers, are a slice, and every move leads to the
  /// next slice.
  [[nodiscard]] std::vector<slice> slices() const {
    std::vector<slice> all;
    for (unsigned stones = 0; stones <= num_cells(); ++stones) {
      slice s{fmt::format("stones-{}", stones), m_begins[stones + 1] - m_begins[stones], {}, {{"stones", stones}}};
      if (stones < num_cells()) s.leads_to.push_back(stones + 1);
      all.push_back(std::move(s));
    }
    return all;
  }

  // Text: positions as strings for people and files.

  [[nodiscard]] std::string player_name(player p) const { return p == x ? "x" : "o"; }
  [[nodiscard]] std::string format(const state& s) const { return "board=" + board_of(s).text('/'); }
  [[nodiscard]] state parse(std::string_view text) const {
    const auto fields = parse_fields(text, {"board"});
    const character_grid board = parse_board(fields.at("board"), m_rows, m_cols, letters);
    state s;
    for (unsigned cell = 0; cell < num_cells(); ++cell) {
      if (board[board.cell(cell)] == letters[1]) s.of_x |= one_point(cell);
      if (board[board.cell(cell)] == letters[2]) s.of_o |= one_point(cell);
    }
    return s;
  }
  [[nodiscard]] std::string drawing(const state& s) const { return board_of(s).text('\n'); }
  /// Optional: the board and its pieces, for pictures. Cells are named a1, b1, ... from the lower left.
  [[nodiscard]] game_board board_shape() const {
    return rectangular_board(m_rows, m_cols, {{"x", "X", x}, {"o", "O", o}});
  }
  [[nodiscard]] placed_pieces board_pieces(const state& s) const {
    placed_pieces pieces(num_cells());
    put_pieces(pieces, s.of_x, piece_number(x));
    put_pieces(pieces, s.of_o, piece_number(o));
    return pieces;
  }

 private:
  static constexpr std::string_view letters = ".XO";

  /// The cells of a line, and these together with the cells on which a stone would make the line too long.
  struct line {
    point_set cells = 0;
    point_set with_ends = 0;
  };

  [[nodiscard]] static parameter variant(std::string name, std::string help) {
    parameter declared = yes_or_no(std::move(name), std::move(help));
    declared.is_unreported_default = true;
    return declared;
  }
  [[nodiscard]] unsigned num_cells() const { return m_rows * m_cols; }
  [[nodiscard]] point_set all_cells() const { return first_points(num_cells()); }
  [[nodiscard]] point_set empty_cells(const state& s) const { return all_cells() & ~(s.of_x | s.of_o); }
  [[nodiscard]] static point_set stones_of(const state& s, player p) { return p == x ? s.of_x : s.of_o; }
  /// The state with a player's stone added on a cell, or removed if the cell has one.
  [[nodiscard]] static state with_stone_toggled(state s, player p, unsigned cell) {
    (p == x ? s.of_x : s.of_o) ^= one_point(cell);
    return s;
  }
  [[nodiscard]] static bool are_turns_taken(const state& s) {
    const unsigned of_x = num_points_of(s.of_x);
    const unsigned of_o = num_points_of(s.of_o);
    return of_x == of_o || of_x == of_o + 1;
  }

  /// The number of stones of a position.
  [[nodiscard]] unsigned stones_at(position number) const {
    const auto after = std::upper_bound(m_begins.begin(), m_begins.end(), number);
    return static_cast<unsigned>(after - m_begins.begin() - 1);
  }
  /// The number of ways to choose o's stones among all stones.
  [[nodiscard]] static position sets_of_o(unsigned stones) { return binomial(stones, stones / 2); }
  /// The next subset of `cells` of the same size, in the order of numbers; after the last one the first.
  [[nodiscard]] static point_set next_subset(point_set set, point_set cells) {
    // The addition carries over the lowest run of members, and over bits outside `cells`: one member moves up, and the
    // members below it return to the lowest cells.
    const point_set lowest = set & (~set + 1);
    point_set next = ((set | ~cells) + lowest) & cells;
    for (; num_points_of(next) < num_points_of(set); cells &= cells - 1) next |= cells & (~cells + 1);
    return next;
  }

  void add_lines() {
    const int length = static_cast<int>(m_k);
    // Returns nothing outside the board.
    const auto cell_at = [&](int row, int col) {
      const bool is_inside = row >= 0 && row < static_cast<int>(m_rows) && col >= 0 && col < static_cast<int>(m_cols);
      return is_inside ? one_point(static_cast<unsigned>(row * static_cast<int>(m_cols) + col)) : 0;
    };
    for (int row = 0; row < static_cast<int>(m_rows); ++row) {
      for (int col = 0; col < static_cast<int>(m_cols); ++col) {
        for (const auto& [down, right] : {std::pair{0, 1}, {1, 0}, {1, 1}, {1, -1}}) {
          if (cell_at(row + (length - 1) * down, col + (length - 1) * right) == 0) continue;
          line l;
          for (int i = 0; i < length; ++i) l.cells |= cell_at(row + i * down, col + i * right);
          l.with_ends = l.cells;
          if (m_line_length == line_length::exactly_k) {
            l.with_ends |= cell_at(row - down, col - right) | cell_at(row + length * down, col + length * right);
          }
          m_lines.push_back(l);
        }
      }
    }
  }
  [[nodiscard]] bool has_line(point_set stones) const {
    return std::any_of(m_lines.begin(), m_lines.end(),
                       [&](const line& one) { return (stones & one.with_ends) == one.cells; });
  }

  [[nodiscard]] character_grid board_of(const state& s) const {
    character_grid board(m_rows, m_cols, letters[0]);
    for_each_point(s.of_x, [&](unsigned cell) { board[board.cell(cell)] = letters[1]; });
    for_each_point(s.of_o, [&](unsigned cell) { board[board.cell(cell)] = letters[2]; });
    return board;
  }

  std::uint32_t m_rows;
  std::uint32_t m_cols;
  std::uint32_t m_k;
  line_result m_line_result;
  line_length m_line_length;
  std::vector<line> m_lines;
  std::vector<position> m_begins{0};  ///< the first number of each slice, and the end
};

}  // namespace zermelo::games
