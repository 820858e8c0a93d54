// SPDX-License-Identifier: MIT
// Quixo by Thierry Chapeau (1995) on boards of n x n: players take a cube from the border and push it in again.
//
// Rules. At the start all cubes are blank. The player to move takes a cube from the border that is blank or has the
// player's mark, turns the player's mark up, and pushes the cube in at another end of its row or column: from a corner
// in 2 ways, from another cell in 3. The cubes between its new cell and its old one move by one cell. If a full row,
// column or long diagonal then has the opponent's mark, the player who moved loses; otherwise a full line with the
// player's own mark wins. Infinite play is a draw.
//
// Parameters   n: from 2 to 4, default 3; symmetry: with yes, one board represents its rotations and mirror images.
// Positions    every board, relative to the player to move: 3^(n * n), 19,683 for n = 3 and 43,046,721 for
//              n = 4. A line of the player to move is a win in 0 plies, even with a line of the opponent; a line
//              of only the opponent is a loss in 0 plies.
// Published    the first player wins on 4 x 4 in 21 plies. The README has the numbers of wins and losses by distance.
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
#include <zermelo/core/rules/for_each_weighted.hpp>

namespace zermelo::games {

class quixo {
 public:
  static constexpr unsigned min_side = 2;
  static constexpr unsigned max_side = 4;

  enum class symmetry : std::uint8_t { no, yes };

  /// A set of up to 16 cells: bit n * row + column.
  using cells = std::uint32_t;

  struct state {
    cells mine = 0;    ///< cells with the mark of the player to move
    cells theirs = 0;  ///< cells with the mark of the opponent
    friend bool operator==(const state&, const state&) = default;
  };

  /// In every state `player::first` is the player to move.
  static constexpr bool is_relative = true;

  /// @throws input_error if n is out of range
  explicit quixo(unsigned n, symmetry reduction = symmetry::no) : m_n(n), m_symmetry(reduction) {
    expect_between("n", n, min_side, max_side);
    cells diagonal = 0;
    cells other_diagonal = 0;
    for (unsigned i = 0; i < n; ++i) {
      m_first_row |= cells{1} << i;
      m_first_column |= cells{1} << (n * i);
      m_gather |= cells{1} << ((n - 1) * (i + 1));
      diagonal |= cells{1} << (n * i + i);
      other_diagonal |= cells{1} << (n * i + n - 1 - i);
    }
    for (unsigned i = 0; i < n; ++i) m_lines.push_back(m_first_row << (n * i));
    for (unsigned i = 0; i < n; ++i) m_lines.push_back(m_first_column << i);
    m_lines.push_back(diagonal);
    m_lines.push_back(other_diagonal);
    const cells outer_rows = m_first_row | m_first_row << (n * (n - 1));
    const cells outer_columns = m_first_column | m_first_column << (n - 1);
    m_corners = outer_rows & outer_columns;
    m_edges = (outer_rows | outer_columns) & ~m_corners;
    make_numbers();
    make_line_bits();
    make_pushes();
  }
  explicit quixo(const parameter_values& values)
      : quixo(static_cast<unsigned>(values.integer("n")), values.is_yes("symmetry") ? symmetry::yes : symmetry::no) {}

  static constexpr std::string_view name() { return "quixo"; }
  static constexpr std::string_view summary() { return "players push cubes in from the border; n in a row win"; }
  static std::vector<parameter> parameters() {
    return {{"n", parameter_type::integer, "side of the board", "3", min_side, max_side},
            yes_or_no("symmetry", "whether boards that are equal up to symmetry count as one")};
  }

  /// Builds the game to compute its size. This needs at most half a megabyte.
  static game_size size_of(const parameter_values& values) {
    const quixo game(values);
    return {game.num_positions(), game.bytes_of_tables(), game.bytes_of_tables()};
  }

  // The number of a board has a digit in base 3 for each cell, the first cell's lowest: 0 if blank, 1 for the mark of
  // the player to move, 2 for the opponent's.

  [[nodiscard]] position num_positions() const {
    position count = 1;
    for (unsigned i = 0; i < m_n * m_n; ++i) count *= 3;
    return count;
  }
  [[nodiscard]] position rank(const state& s) const { return static_cast<position>(images_of<1>(s)[0]); }
  [[nodiscard]] state unrank(position p) const {
    const byte_board& low = m_bytes[p % boards_of_byte];
    const byte_board& high = m_bytes[p / boards_of_byte];
    return {low.mine | cells{high.mine} << bits_of_byte, low.theirs | cells{high.theirs} << bits_of_byte};
  }

  // The rules.

  [[nodiscard]] std::optional<result> terminal(const state& s) const {
    if (has_line(s.mine)) return result::won_by(player::first);
    if (has_line(s.theirs)) return result::won_by(player::second);
    return std::nullopt;
  }
  template <class Callback>
  void for_each_successor(const state& s, Callback&& f) const {
    for_each_push(m_after, s, f);
  }
  template <class Callback>
  void for_each_predecessor(const state& s, Callback&& f) const {
    for_each_push(m_before, s, [&](const state& before) {
      if (is_open(before)) f(before);
    });
  }
  /// The same board with the other player to move.
  [[nodiscard]] std::optional<state> passed(const state& s) const { return state{s.theirs, s.mine}; }
  /// Never called, since the border has a line of the opponent if the player to move cannot take a cube.
  [[nodiscard]] result no_moves(const state&) const { return result::won_by(player::second); }

  [[nodiscard]] state start() const { return {}; }

  // Moves by number of the board or of its representative.

  [[nodiscard]] position num_successors(position p) const {
    const cells free = ~unrank(p).theirs;
    constexpr int from_corner = 2;
    constexpr int from_edge = 3;
    const int moves = from_corner * std::popcount(free & m_corners) + from_edge * std::popcount(free & m_edges);
    return static_cast<position>(moves);
  }
  template <class Callback>
  void for_each_successor_index(position p, Callback&& f) const {
    const auto accept_all = [](const state&) { return true; };
    const auto call = [&f](const auto& images) { f(least_of(images)); };
    if (uses_canonical()) {
      for_each_result<num_images>(m_after, unrank(p), accept_all, call);
    } else {
      for_each_result<1>(m_after, unrank(p), accept_all, call);
    }
  }
  template <class Callback>
  void for_each_predecessor_index(position p, Callback&& f) const {
    const state s = unrank(p);
    const auto accept = [this](const state& before) { return is_open(before); };
    if (!uses_canonical()) {
      for_each_result<1>(m_before, s, accept, [&f](const auto& images) { f(least_of(images)); });
      return;
    }
    const auto walk = [&](const auto& g) {
      for_each_result<num_images>(m_before, s, accept,
                                  [&g](const auto& images) { g(least_of(images), num_fixing(images)); });
    };
    for_each_weighted(num_fixing(images_of<num_images>(s)), walk, f);
  }

  // The symmetries of the square.

  [[nodiscard]] bool uses_canonical() const { return m_symmetry == symmetry::yes; }
  /// The image with the least number.
  [[nodiscard]] state canonical(const state& s) const {
    return uses_canonical() ? unrank(least_of(images_of<num_images>(s))) : s;
  }
  [[nodiscard]] bool is_canonical_index(position p) const { return least_of(images_of<num_images>(unrank(p))) == p; }
  [[nodiscard]] std::uint64_t orbit_size(const state& s) const {
    return uses_canonical() ? num_images / num_fixing(images_of<num_images>(s)) : 1;
  }
  [[nodiscard]] std::uint64_t num_symmetries(const state&) const { return uses_canonical() ? num_images : 1; }

  // Groups have equal numbers of blank cubes. A move reduces this number by one or does not change it.

  [[nodiscard]] std::uint32_t group_of(const state& s) const {
    return m_n * m_n - static_cast<std::uint32_t>(std::popcount(s.mine | s.theirs));
  }
  [[nodiscard]] std::string group_name(std::uint32_t group) const { return fmt::format("blank={}", group); }

  // Text: X is the mark of the player to move.

  [[nodiscard]] std::string format(const state& s) const { return "board=" + board_of(s).text('/'); }
  [[nodiscard]] state parse(std::string_view text) const {
    const auto fields = parse_fields(text, {"board"});
    const character_grid board = parse_board(fields.at("board"), m_n, m_n, letters);
    state s;
    for (unsigned i = 0; i < m_n * m_n; ++i) {
      if (board[board.cell(i)] == 'X') s.mine |= cells{1} << i;
      if (board[board.cell(i)] == 'O') s.theirs |= cells{1} << i;
    }
    return s;
  }
  [[nodiscard]] std::string drawing(const state& s) const { return board_of(s).text('\n'); }
  [[nodiscard]] game_board board_shape() const { return rectangular_board(m_n, m_n, pieces_of_both("cube", "X", "O")); }
  [[nodiscard]] placed_pieces board_pieces(const state& s, player to_move) const {
    return place_both(std::size_t{m_n} * m_n, s.mine, s.theirs, to_move);
  }

 private:
  static constexpr std::string_view letters = ".XO";
  static constexpr unsigned bits_of_byte = 8;
  static constexpr unsigned num_bytes = 256;
  static constexpr position boards_of_byte = 6561;  // 3^8
  static constexpr unsigned bits_of_word = 64;

  // Numbers of a board and of its images under the symmetries of the square.

  static constexpr std::size_t num_images = 8;
  /// The numbers of a board and of its images, all below 3^16. They are signed, since every x86-64 processor has a
  /// vector minimum of signed numbers.
  template <std::size_t Size>
  using numbers = std::array<std::int32_t, Size>;
  using all_numbers = numbers<num_images>;

  template <std::size_t Size>
  static void add(numbers<Size>& sum, const all_numbers& more, std::int32_t times = 1) {
    for (std::size_t i = 0; i < Size; ++i) sum[i] += times * more[i];
  }
  template <std::size_t Size>
  [[nodiscard]] static position least_of(const numbers<Size>& images) {
    std::int32_t least = images[0];
    for (std::size_t i = 1; i < Size; ++i) least = std::min(least, images[i]);
    return static_cast<position>(least);
  }

  /// The number of symmetries that leave a board as it is. @param images  the numbers of the board and of its images
  [[nodiscard]] static std::uint64_t num_fixing(const all_numbers& images) {
    std::int32_t fixing = 0;
    for (const std::int32_t image : images) fixing += image == images[0] ? 1 : 0;
    return static_cast<std::uint64_t>(fixing);
  }

  /// The sums that marks add to the numbers, indexed by the set of marked cells among eight.
  struct byte_numbers {
    std::vector<all_numbers> mine;
    std::vector<all_numbers> theirs;
  };
  static constexpr std::int32_t digit_of_theirs = 2;

  struct byte_board {
    std::uint8_t mine = 0;
    std::uint8_t theirs = 0;
  };

  void make_numbers() {
    m_bytes.resize(boards_of_byte);
    for (position p = 0; p < boards_of_byte; ++p) {
      position digits = p;
      for (unsigned i = 0; i < bits_of_byte; ++i, digits /= 3) {
        if (digits % 3 == 1) m_bytes[p].mine = static_cast<std::uint8_t>(m_bytes[p].mine | 1U << i);
        if (digits % 3 == 2) m_bytes[p].theirs = static_cast<std::uint8_t>(m_bytes[p].theirs | 1U << i);
      }
    }
    std::array<std::int32_t, std::size_t{max_side} * max_side> powers{1};
    for (std::size_t i = 1; i < powers.size(); ++i) powers[i] = 3 * powers[i - 1];
    for (byte_numbers& of_bytes : m_numbers) {
      of_bytes.mine.resize(num_bytes);
      of_bytes.theirs.resize(num_bytes);
    }
    for (unsigned cell = 0; cell < m_n * m_n; ++cell) {
      all_numbers of_cell{};
      for (unsigned which = 0; which < num_images; ++which) {
        unsigned row = cell / m_n;
        unsigned column = cell % m_n;
        if ((which & 1) != 0) row = m_n - 1 - row;
        if ((which & 2) != 0) column = m_n - 1 - column;
        of_cell[which] = powers[(which & 4) != 0 ? m_n * column + row : m_n * row + column];
      }
      for (unsigned byte = 0; byte < num_bytes; ++byte) {
        if ((byte >> (cell % bits_of_byte) & 1) == 0) continue;
        add(m_numbers[cell / bits_of_byte].mine[byte], of_cell);
        add(m_numbers[cell / bits_of_byte].theirs[byte], of_cell, digit_of_theirs);
      }
    }
  }
  /// The numbers of a board and of its first `Size` - 1 images.
  template <std::size_t Size>
  [[nodiscard, gnu::always_inline]] numbers<Size> images_of(const state& s) const {
    numbers<Size> sum{};
    add(sum, m_numbers[0].mine[s.mine & (num_bytes - 1)]);
    add(sum, m_numbers[1].mine[s.mine >> bits_of_byte]);
    add(sum, m_numbers[0].theirs[s.theirs & (num_bytes - 1)]);
    add(sum, m_numbers[1].theirs[s.theirs >> bits_of_byte]);
    return sum;
  }

  // Lines.

  void make_line_bits() {
    m_has_line.resize((std::size_t{1} << (m_n * m_n)) / bits_of_word + 1);
    for (cells marks = 0; marks >> (m_n * m_n) == 0; ++marks) {
      const bool is_lined =
          std::any_of(m_lines.begin(), m_lines.end(), [marks](cells line) { return (marks & line) == line; });
      if (is_lined) m_has_line[marks / bits_of_word] |= std::uint64_t{1} << (marks % bits_of_word);
    }
  }
  [[nodiscard]] bool has_line(cells marks) const {
    return (m_has_line[marks / bits_of_word] >> (marks % bits_of_word) & 1) != 0;
  }
  [[nodiscard]] bool is_open(const state& s) const { return !has_line(s.mine) && !has_line(s.theirs); }

  // Moves are pushes in a row or column. They are tabulated for every content of the line, also in reverse.

  /// A board with marks in one row or column, after the players have been exchanged, and blank cells elsewhere.
  struct line_board {
    state marks;
    all_numbers images{};
  };
  /// All pushes from one content of a row or column.
  struct pushes {
    line_board filling;                ///< before the pushes
    std::vector<line_board> outcomes;  ///< after each push
  };
  /// [row, or n + column][content of the line: the player's marks in the lower n bits, the opponent's in the upper n]
  using push_table = std::vector<std::vector<pushes>>;

  /// Moves the marks in row 0 to another row or to a column.
  [[nodiscard]] cells spread(cells in_row, unsigned line) const {
    if (line < m_n) return in_row << (m_n * line);
    cells marks = 0;
    for (unsigned i = 0; i < m_n; ++i) marks |= (in_row >> i & 1) << (m_n * i);
    return marks << (line - m_n);
  }
  /// Moves the marks in a row or column to row 0.
  [[nodiscard]] cells row_at(cells marks, unsigned row) const { return marks >> (m_n * row) & m_first_row; }
  [[nodiscard]] cells column_at(cells marks, unsigned column) const {
    // The bits are n apart. The factor shifts each of them by n - 1 less than the bit below it, so that they meet at
    // the top; no two products fall on the same bit.
    return (marks >> column & m_first_column) * m_gather >> (m_n * (m_n - 1)) & m_first_row;
  }
  /// Returns a row after the cube at `from` is taken and a blank one is pushed in at the end `to`.
  [[nodiscard]] static cells pushed(cells row, unsigned from, unsigned to) {
    const cells above = row & ~((cells{2} << std::max(from, to)) - 1);
    const cells below = row & ((cells{1} << std::min(from, to)) - 1);
    const cells between = (row ^ above ^ below) & ~(cells{1} << from);
    return above | below | (to < from ? between << 1 : between >> 1);
  }

  [[nodiscard]] line_board make_line_board(unsigned line, cells mine, cells theirs) const {
    const state marks{spread(mine, line), spread(theirs, line)};
    return {marks, images_of<num_images>(marks)};
  }
  void make_pushes() {
    const cells fillings = cells{1} << (2 * m_n);
    for (unsigned line = 0; line < 2 * m_n; ++line) {
      std::vector<pushes> after(fillings);
      std::vector<pushes> before(fillings);
      const unsigned across = line % m_n;
      const bool is_border = across == 0 || across == m_n - 1;
      for (cells filling = 0; filling < fillings; ++filling) {
        const cells mine = filling & m_first_row;
        const cells theirs = filling >> m_n;
        if ((mine & theirs) != 0) continue;
        // After a push the other player is to move, so the marks are exchanged.
        after[filling].filling = before[filling].filling = make_line_board(line, theirs, mine);
        for (unsigned from = 0; from < m_n; ++from) {
          const bool is_end = from == 0 || from == m_n - 1;
          if ((theirs >> from & 1) != 0 || !(is_border || is_end)) continue;
          for (const unsigned to : {0U, m_n - 1}) {
            if (to == from) continue;
            const cells own = pushed(mine, from, to) | cells{1} << to;
            const cells others = pushed(theirs, from, to);
            after[filling].outcomes.push_back(make_line_board(line, others, own));
            before[others | own << m_n].outcomes.push_back(make_line_board(line, mine, theirs));
          }
        }
      }
      m_after.push_back(std::move(after));
      m_before.push_back(std::move(before));
    }
  }

  /// Calls f(cells, pushes) for every row and column, with the set of its cells and the pushes from its content.
  template <class Function>
  void for_each_line(const push_table& table, const state& s, const Function& f) const {
    for (unsigned i = 0; i < m_n; ++i) {
      f(m_lines[i], table[i][row_at(s.mine, i) | row_at(s.theirs, i) << m_n]);
      f(m_lines[m_n + i], table[m_n + i][column_at(s.mine, i) | column_at(s.theirs, i) << m_n]);
    }
  }
  /// Calls f(state) for the results of all pushes.
  template <class Callback>
  void for_each_push(const push_table& table, const state& s, const Callback& f) const {
    for_each_line(table, s, [&](cells line, const pushes& of_line) {
      const state rest{s.theirs & ~line, s.mine & ~line};
      for (const line_board& to : of_line.outcomes) f(state{rest.mine | to.marks.mine, rest.theirs | to.marks.theirs});
    });
  }
  /// Calls f(images) for each accepted result of a push, with the numbers of its first `Size` images.
  template <std::size_t Size, class Accept, class Callback>
  void for_each_result(const push_table& table, const state& s, const Accept& accept, const Callback& f) const {
    const numbers<Size> turned = images_of<Size>({s.theirs, s.mine});
    for_each_line(table, s, [&](cells line, const pushes& of_line) {
      if (of_line.outcomes.empty()) return;
      const state rest{s.theirs & ~line, s.mine & ~line};
      numbers<Size> images_of_rest = turned;
      add(images_of_rest, of_line.filling.images, -1);
      for (const line_board& to : of_line.outcomes) {
        if (!accept(state{rest.mine | to.marks.mine, rest.theirs | to.marks.theirs})) continue;
        numbers<Size> images = images_of_rest;
        add(images, to.images);
        f(images);
      }
    });
  }

  [[nodiscard]] std::uint64_t bytes_of_tables() const {
    const auto bytes_of = [](const auto& list) { return list.capacity() * sizeof(list[0]); };
    std::uint64_t bytes = bytes_of(m_bytes) + bytes_of(m_has_line);
    for (const byte_numbers& of_bytes : m_numbers) bytes += bytes_of(of_bytes.mine) + bytes_of(of_bytes.theirs);
    for (const push_table* table : {&m_after, &m_before}) {
      for (const std::vector<pushes>& of_line : *table) {
        bytes += bytes_of(of_line);
        for (const pushes& from : of_line) bytes += bytes_of(from.outcomes);
      }
    }
    return bytes;
  }

  [[nodiscard]] character_grid board_of(const state& s) const {
    character_grid board(m_n, m_n, '.');
    for (unsigned i = 0; i < m_n * m_n; ++i) {
      board[board.cell(i)] = (s.mine >> i & 1) != 0 ? 'X' : (s.theirs >> i & 1) != 0 ? 'O' : '.';
    }
    return board;
  }

  unsigned m_n;
  symmetry m_symmetry;
  cells m_first_row = 0;
  cells m_first_column = 0;
  cells m_corners = 0;
  cells m_edges = 0;           ///< cells of the border, without the corners
  cells m_gather = 0;          ///< see column_at
  std::vector<cells> m_lines;  ///< rows, columns, the two diagonals
  std::vector<byte_board> m_bytes;
  std::array<byte_numbers, 2> m_numbers;  ///< [the lower or the upper byte of a set of cells]
  std::vector<std::uint64_t> m_has_line;  ///< a bit for every set of cells: whether it contains a line
  push_table m_after;
  push_table m_before;
};

}  // namespace zermelo::games
