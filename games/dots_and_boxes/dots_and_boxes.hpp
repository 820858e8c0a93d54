// SPDX-License-Identifier: MIT
// Dots and boxes: players draw lines between dots and close boxes. The margin is the number of boxes that the player to
// move closes from here on, minus those that the opponent closes.
//
// Rules. Dots enclose rows x columns boxes. A move draws a line between two dots that are next to each other, across or
// down, that is not drawn yet. A player who draws the fourth line of one or two boxes gets these boxes and moves again;
// otherwise it is the opponent's turn. Play ends when all lines are drawn. Nobody may pass.
//
// Parameters   rows and columns of boxes, at least 1, with at most 32 lines together
//              symmetry  yes  one board stands for its rotations and mirror images, and for boards that have as many
//                             lines of each box on the border
// Positions    all sets of lines, with either player to move: 2^(lines + 1), in slices by the number of lines.
// Published    2 x 2: the first player gets 2 boxes more; 2 x 3: 2 fewer; 3 x 3: 3 fewer. See the README.
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

class dots_and_boxes {
 public:
  struct state {
    point_set lines = 0;  ///< the drawn lines, numbered row by row
    player to_move = player::first;
    friend bool operator==(const state&, const state&) = default;
  };

  enum class symmetry : std::uint8_t { no, yes };

  /// The largest number of boxes in a row with at most 32 lines.
  static constexpr unsigned max_side = 10;

  /// @param rows, columns  numbers of boxes @throws input_error if there are no boxes, or more lines than `max_points`
  dots_and_boxes(unsigned rows, unsigned columns, symmetry reduction = symmetry::no)
      : m_rows(checked_rows(rows, columns)),
        m_columns(columns),
        m_symmetry(reduction),
        m_board(empty_board(rows, columns)),
        m_images(symmetries()),
        m_boxes_at(num_lines()) {
    for (std::uint32_t row = 1; row < m_board.rows(); row += 2) {
      for (std::uint32_t column = 1; column < m_board.columns(); column += 2) add_box({row, column});
    }
    for (unsigned lines = 0; lines <= num_lines(); ++lines) {
      m_begins.push_back(m_begins.back() + num_players * position{binomial(num_lines(), lines)});
    }
  }
  explicit dots_and_boxes(const parameter_values& values)
      : dots_and_boxes(static_cast<unsigned>(values.integer("rows")), static_cast<unsigned>(values.integer("columns")),
                       values.is_yes("symmetry") ? symmetry::yes : symmetry::no) {}

  static constexpr std::string_view name() { return "dots_and_boxes"; }
  static constexpr std::string_view summary() { return "players draw lines between dots and close boxes, for points"; }
  static std::vector<parameter> parameters() {
    return {{"rows", parameter_type::integer, "rows of boxes", "2", 1, max_side},
            {"columns", parameter_type::integer, "columns of boxes", "2", 1, max_side},
            yes_or_no("symmetry", "whether boards that are equal up to symmetry count as one")};
  }
  static game_size size_of(const parameter_values& values) { return {dots_and_boxes(values).num_positions(), 0, 0}; }

  // The ranking, by the number of lines, then the set of lines, then the player to move.

  [[nodiscard]] position num_positions() const { return m_begins.back(); }
  [[nodiscard]] position rank(const state& s) const {
    return m_begins[num_points_of(s.lines)] + num_players * position{subset_number(s.lines)} + index_of(s.to_move);
  }
  [[nodiscard]] state unrank(position p) const {
    const auto after = std::upper_bound(m_begins.begin(), m_begins.end(), p);
    const auto lines = static_cast<unsigned>(after - m_begins.begin() - 1);
    const position in_slice = p - m_begins[lines];
    return {subset_of_number(lines, static_cast<std::uint32_t>(in_slice / num_players)),
            in_slice % num_players == 0 ? player::first : player::second};
  }
  template <class Callback>
  void for_each_state(position first, position last, Callback&& f) const {
    if (first == last) return;
    state s = unrank(first);
    while (true) {
      f(std::as_const(s));
      if (++first == last) return;
      if (s.to_move == player::second) s.lines = next_lines(s.lines);
      s.to_move = opponent(s.to_move);
    }
  }

  [[nodiscard]] std::vector<slice> slices() const {
    std::vector<slice> all;
    for (unsigned lines = 0; lines <= num_lines(); ++lines) {
      slice one{fmt::format("lines-{}", lines), m_begins[lines + 1] - m_begins[lines], {}, {{"lines", lines}}};
      if (lines < num_lines()) one.leads_to.push_back(lines + 1);
      one.max_margin = std::clamp(max_gain() * (num_lines() - lines), 1U, max_margin());
      all.push_back(std::move(one));
    }
    return all;
  }

  // The symmetries of the board, and of the border lines of each box, which belong only to this box.

  [[nodiscard]] bool uses_canonical() const { return m_symmetry == symmetry::yes; }
  /// The image with the least set of lines.
  [[nodiscard]] state canonical(const state& s) const {
    if (!uses_canonical()) return s;
    point_set least = gathered(s.lines);
    for (std::size_t g = 1; g < m_images.size(); ++g) {
      least = std::min(least, gathered(m_images.image(g, s.lines)));
    }
    return {least, s.to_move};
  }
  [[nodiscard]] bool is_canonical_index(position p) const {
    const point_set lines = unrank(p).lines;
    if (gathered(lines) != lines) return false;
    for (std::size_t g = 1; g < m_images.size(); ++g) {
      if (gathered(m_images.image(g, lines)) < lines) return false;
    }
    return true;
  }
  [[nodiscard]] std::uint64_t orbit_size(const state& s) const {
    if (!uses_canonical()) return 1;
    std::vector<point_set> images;
    for (std::size_t g = 0; g < m_images.size(); ++g) images.push_back(gathered(m_images.image(g, s.lines)));
    std::sort(images.begin(), images.end());
    std::uint64_t size = static_cast<std::uint64_t>(std::unique(images.begin(), images.end()) - images.begin());
    for (const border_lines& border : m_borders) {
      size *= binomial(num_points_of(border.lines), num_points_of(border.lines & s.lines));
    }
    return size;
  }

  // The rules.

  [[nodiscard]] std::uint32_t max_margin() const { return m_rows * m_columns; }
  /// A line closes at most the two boxes next to it.
  [[nodiscard]] std::uint32_t max_gain() const { return std::min(max_margin(), 2U); }
  [[nodiscard]] player player_to_move(const state& s) const { return s.to_move; }
  [[nodiscard]] std::optional<result> terminal(const state& s) const {
    if (s.lines != all_lines()) return std::nullopt;
    return result::tied();
  }
  template <class Callback>
  void for_each_successor(const state& s, Callback&& f) const {
    for_each_point(all_lines() & ~s.lines, [&](unsigned line) {
      const point_set lines = s.lines | one_point(line);
      int boxes = 0;
      for (const point_set box : m_boxes_at[line]) boxes += box != 0 && (lines & box) == box ? 1 : 0;
      if (boxes > 0) {
        f(state{lines, s.to_move}, boxes);
      } else {
        f(state{lines, opponent(s.to_move)});
      }
    });
  }
  /// Never called, since play ends only when all lines are drawn.
  [[nodiscard]] result no_moves(const state&) const { return result::tied(); }
  /// The same lines with the other player to move.
  [[nodiscard]] std::optional<state> passed(const state& s) const { return state{s.lines, opponent(s.to_move)}; }

  [[nodiscard]] state start() const { return {}; }

  // Text: a grid of dots, of the lines between them, and of boxes.

  [[nodiscard]] std::string player_name(player p) const { return p == player::first ? "first" : "second"; }
  [[nodiscard]] std::string format(const state& s) const {
    return fmt::format("board={} turn={}", board_of(s).text('/'), player_name(s.to_move));
  }
  [[nodiscard]] state parse(std::string_view text) const;
  [[nodiscard]] std::string drawing(const state& s) const { return board_of(s).text('\n'); }

  // Lines and boxes are cells, dots are walls; a closed box has a piece.

  [[nodiscard]] game_board board_shape() const;
  [[nodiscard]] placed_pieces board_pieces(const state& s) const;

 private:
  static constexpr position num_players = 2;
  static constexpr char dot = '+';
  static constexpr char across = '-';
  static constexpr char down = 'I';
  static constexpr char blank = '.';

  /// The lines of a box that are on the border.
  struct border_lines {
    point_set lines = 0;
    std::vector<point_set> first{0};  ///< the n lowest of the lines at [n]
  };

  /// Returns `rows`. @throws input_error if there are no boxes, or more lines than `max_points`
  [[nodiscard]] static unsigned checked_rows(unsigned rows, unsigned columns) {
    expect_between("rows", rows, 1U, max_side);
    expect_between("columns", columns, 1U, max_side);
    const unsigned lines = rows * (columns + 1) + columns * (rows + 1);
    if (lines > max_points) {
      throw input_error(fmt::format("rows={} columns={}: {} lines between dots; at most {} are supported", rows,
                                    columns, lines, max_points));
    }
    return rows;
  }
  /// The board as text without lines. Its cells are dots, lines and boxes; every other cell is a line.
  [[nodiscard]] static character_grid empty_board(unsigned rows, unsigned columns) {
    character_grid board(2 * rows + 1, 2 * columns + 1, blank);
    for (std::size_t i = 0; i < board.size(); ++i) {
      if (is_dot(board.cell(i))) board[board.cell(i)] = dot;
    }
    return board;
  }
  [[nodiscard]] static bool is_dot(grid_cell at) { return at.row % 2 == 0 && at.column % 2 == 0; }
  [[nodiscard]] static bool is_line(grid_cell at) { return (at.row + at.column) % 2 == 1; }
  [[nodiscard]] unsigned num_lines() const { return static_cast<unsigned>(m_board.size() / 2); }
  [[nodiscard]] point_set all_lines() const { return first_points(num_lines()); }
  [[nodiscard]] unsigned line_at(grid_cell at) const { return static_cast<unsigned>(m_board.number(at) / 2); }
  [[nodiscard]] grid_cell cell_of(unsigned line) const { return m_board.cell(2 * std::size_t{line} + 1); }
  [[nodiscard]] static char letter_of_line(grid_cell at) { return at.row % 2 == 0 ? across : down; }
  [[nodiscard]] bool is_on_border(grid_cell at) const {
    return at.row == 0 || at.column == 0 || at.row + 1 == m_board.rows() || at.column + 1 == m_board.columns();
  }
  /// The lines around a box.
  [[nodiscard]] static std::array<grid_cell, 4> lines_around(grid_cell box) {
    return {
        {{box.row - 1, box.column}, {box.row, box.column - 1}, {box.row, box.column + 1}, {box.row + 1, box.column}}};
  }
  [[nodiscard]] character_grid board_of(const state& s) const {
    character_grid board = m_board;
    for_each_point(s.lines, [&](unsigned line) { board[cell_of(line)] = letter_of_line(cell_of(line)); });
    return board;
  }

  void add_box(grid_cell at) {
    point_set box = 0;
    border_lines border;
    for (const grid_cell around : lines_around(at)) {
      box |= one_point(line_at(around));
      if (is_on_border(around)) border.lines |= one_point(line_at(around));
    }
    for_each_point(box, [&](unsigned line) { m_boxes_at[line][m_boxes_at[line][0] == 0 ? 0 : 1] = box; });
    if (num_points_of(border.lines) < 2) return;
    for_each_point(border.lines, [&](unsigned line) { border.first.push_back(border.first.back() | one_point(line)); });
    m_borders.push_back(std::move(border));
  }
  /// The set in which the border lines of each box are replaced by the same number of its lowest border lines.
  [[nodiscard]] point_set gathered(point_set lines) const {
    for (const border_lines& border : m_borders) {
      lines = (lines & ~border.lines) | border.first[num_points_of(lines & border.lines)];
    }
    return lines;
  }
  /// The symmetries of the board's rectangle, or square.
  [[nodiscard]] std::vector<point_symmetries::permutation> symmetries() const {
    std::vector<point_symmetries::permutation> group;
    for (const bool is_transposed : {false, true}) {
      if (is_transposed && m_rows != m_columns) continue;
      for (const bool is_upside_down : {false, true}) {
        for (const bool is_reversed : {false, true}) {
          point_symmetries::permutation images;
          for (unsigned line = 0; line < num_lines(); ++line) {
            grid_cell at = cell_of(line);
            if (is_transposed) std::swap(at.row, at.column);
            if (is_upside_down) at.row = m_board.rows() - 1 - at.row;
            if (is_reversed) at.column = m_board.columns() - 1 - at.column;
            images.push_back(static_cast<std::uint8_t>(line_at(at)));
          }
          group.push_back(std::move(images));
        }
      }
    }
    return group;
  }

  /// The next set of lines in the ranking. Precondition: it exists.
  [[nodiscard]] point_set next_lines(point_set lines) const {
    const std::uint64_t lowest = lines & (~lines + 1);
    const std::uint64_t carried = lines + lowest;
    // The lowest run of lines: its highest line moves up, the others return to the first indices.
    const std::uint64_t next = lowest == 0 ? 0 : carried | ((carried ^ lines) >> 2) / lowest;
    const bool is_last = next == 0 || next > all_lines();
    return is_last ? first_points(num_points_of(lines) + 1) : static_cast<point_set>(next);
  }

  unsigned m_rows;
  unsigned m_columns;
  symmetry m_symmetry;
  character_grid m_board;  ///< without lines
  point_symmetries m_images;
  std::vector<std::array<point_set, 2>> m_boxes_at;  ///< for each line, its boxes' lines; 0: no box
  std::vector<border_lines> m_borders;               ///< of boxes with at least two lines on the border
  std::vector<position> m_begins{0};                 ///< the first number of each slice, and the end
};

}  // namespace zermelo::games
