// SPDX-License-Identifier: MIT
// The second phase of tigers and goats (bagh-chal), after all goats have been placed: four tigers capture goats, and
// the goats try to enclose the tigers. The sides have different pieces and moves, and wins may be long. Positions are
// ranked by the number of captured goats, the tigers up to symmetry, and the empty points.
//
// Rules. The board has 5 x 5 points, joined along rows and columns, and along diagonals at points where the sum of row
// and column (from 0) is even. There are 4 tigers, and 20 goats of which c have been captured. The player of the goats
// moves a goat to an adjacent empty point. The player of the tigers moves a tiger in the same way, or jumps with it in
// a straight line over an adjacent goat to the empty point behind, which captures the goat. A turn has at most one
// jump, which is never compulsory. The tigers win when they have captured one goat more than `captured`, by default
// five. A position in which they can do so is a terminal, a win in 1 ply. A side that cannot move loses. Infinite play
// is a draw.
//
// Parameters   captured: from 0 to 4, the maximum number of captured goats before one more wins.
// Positions    every placement with either side to move: the sum of 2 * binomial(25, 4) * binomial(21, 1 + c) for c
//              from 0 to `captured`; by default 705,743,500, or 88,260,972 up to the 8 symmetries with 92,946,140
//              indices.
// Published    88,260,972 positions; the game with its first phase is a draw. See the README.
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
#include <zermelo/core/rules/for_each_weighted.hpp>

namespace zermelo::games {

class tigers_and_goats {
 public:
  // The goats are the first player, since they begin the game with its first phase.
  static constexpr player goats = player::first;
  static constexpr player tigers = player::second;

  static constexpr unsigned num_tigers = 4;
  static constexpr unsigned num_goats = 20;  ///< number of goats before captures
  static constexpr unsigned max_captured = 4;

  struct state {
    point_set tigers = 0;  ///< bit 5 * row + column
    point_set goats = 0;
    player to_move = player::first;
    friend bool operator==(const state&, const state&) = default;
  };

  /// @throws input_error if `captured` is more than `max_captured`.
  explicit tigers_and_goats(unsigned captured)
      : m_captured(expect_between("captured", captured, 0U, max_captured)),
        m_symmetries(symmetries_of_square(side)),
        m_orbits(m_symmetries, num_points, num_tigers) {
    add_lines();
    for (unsigned c = 0; c <= captured; ++c) {
      m_empty_sets.push_back(subsets(num_points - num_tigers, num_empty(c)));
      m_begins.push_back(m_begins.back() + position{m_orbits.num_orbits()} * m_empty_sets.back().size() * num_turns);
    }
  }
  explicit tigers_and_goats(const parameter_values& values)
      : tigers_and_goats(static_cast<unsigned>(values.integer("captured"))) {}

  static constexpr std::string_view name() { return "tigers_and_goats"; }
  static constexpr std::string_view summary() { return "four tigers against twenty goats on 5 x 5 points, all placed"; }
  static std::vector<parameter> parameters() {
    return {{.name = "captured",
             .type = parameter_type::integer,
             .help = "number of captured goats after which the next capture wins",
             .default_value = "4",
             .minimum = 0,
             .maximum = max_captured}};
  }

  // Numbers ascend by the number of captured goats, then by the orbit of the tigers, the set of empty points among the
  // other points, and the player to move. If the tigers are symmetric, some numbers are unused.

  [[nodiscard]] position num_positions() const { return m_begins.back(); }
  /// The number of the state or, if it is not a representative, of one of its images.
  [[nodiscard]] position rank(const state& s) const {
    const subset_orbits::location& location = m_orbits.location_of(s.tigers);
    return number_of(s, location.orbit, m_symmetries.image(location.symmetry, s.goats));
  }
  [[nodiscard]] state unrank(position p) const {
    const auto after = std::upper_bound(m_begins.begin(), m_begins.end(), p);
    const auto c = static_cast<std::size_t>(after - m_begins.begin() - 1);
    const position in_slice = p - m_begins[c];
    const position placement = in_slice / num_turns;
    const std::vector<point_set>& empty_sets = m_empty_sets[c];
    const point_set on_tigers = m_orbits.representative(static_cast<std::uint32_t>(placement / empty_sets.size()));
    const point_set empty = open_gaps(empty_sets[placement % empty_sets.size()], on_tigers);
    return {on_tigers, all_points & ~(on_tigers | empty), static_cast<player>(in_slice % num_turns)};
  }

  [[nodiscard]] state canonical(const state& s) const {
    const orbit found = orbit_of(s);
    return {m_orbits.representative(found.of_tigers), found.goats_on.set, s.to_move};
  }
  /// The number of different images of a state, including itself.
  [[nodiscard]] std::uint64_t orbit_size(const state& s) const {
    return num_symmetries(s) / orbit_of(s).goats_on.fixing;
  }
  [[nodiscard]] std::uint64_t num_symmetries(const state&) const { return m_symmetries.size(); }

  [[nodiscard]] bool is_canonical_index(position p) const {
    const state s = unrank(p);
    const symmetry_set stabilizer = m_orbits.stabilizer(m_orbits.location_of(s.tigers).orbit);
    return stabilizer == 0 || least_image_of(s.goats, m_symmetries, stabilizer).set == s.goats;
  }

  // The rules.

  [[nodiscard]] player player_to_move(const state& s) const { return s.to_move; }
  [[nodiscard]] std::optional<result> terminal(const state& s) const {
    if (s.to_move == tigers && captured_in(s) == m_captured && can_capture(s)) return result::won_by(tigers, 1);
    return std::nullopt;
  }
  template <class Callback>
  void for_each_successor(const state& s, Callback&& f) const {
    const point_set empty = empty_points(s);
    if (s.to_move == goats) {
      for_each_step(s.goats, empty, [&](point_set after) { f(state{s.tigers, after, tigers}); });
      return;
    }
    for_each_step(s.tigers, empty, [&](point_set after) { f(state{after, s.goats, goats}); });
    for_each_jump(s.tigers, s.goats, empty, [&](unsigned from, const jump& j) {
      f(state{(s.tigers & ~one_point(from)) | j.to, s.goats & ~j.over, goats});
    });
  }
  template <class Callback>
  void for_each_predecessor(const state& s, Callback&& f) const {
    const point_set empty = empty_points(s);
    // A reversed step is also a step.
    const auto call_unless_terminal = [&](const state& previous) {
      if (!terminal(previous)) f(previous);
    };
    if (s.to_move == tigers) {
      for_each_step(s.goats, empty, [&](point_set before) { call_unless_terminal(state{s.tigers, before, goats}); });
      return;
    }
    for_each_step(s.tigers, empty, [&](point_set before) { call_unless_terminal(state{before, s.goats, tigers}); });
    if (captured_in(s) == 0) return;
    for_each_jump(s.tigers, empty, empty, [&](unsigned to, const jump& back) {
      call_unless_terminal(state{(s.tigers & ~one_point(to)) | back.to, s.goats | back.over, tigers});
    });
  }
  template <class Callback>
  void for_each_predecessor_index(position p, Callback&& f) const {
    const state s = unrank(p);
    const auto walk = [&](const auto& g) {
      for_each_predecessor(s, [&](const state& before) {
        const orbit found = orbit_of(before);
        g(number_of(before, found.of_tigers, found.goats_on.set), found.goats_on.fixing);
      });
    };
    for_each_weighted(orbit_of(s).goats_on.fixing, walk, f);
  }
  /// The same board with the other player to move.
  [[nodiscard]] std::optional<state> passed(const state& s) const {
    return state{s.tigers, s.goats, opponent(s.to_move)};
  }
  [[nodiscard]] result no_moves(const state& s) const { return result::won_by(opponent(s.to_move)); }

  /// An arbitrary start, since the first phase is omitted: the tigers are on the corners, as at the start of that
  /// phase, the centre is empty, and the tigers are to move, as after the last goat is placed.
  [[nodiscard]] state start() const {
    constexpr unsigned last = side - 1;
    const point_set corners = one_point(0) | one_point(last) | one_point(side * last) | one_point(num_points - 1);
    return {corners, all_points & ~(corners | one_point(num_points / 2)), tigers};
  }

  // There is a slice for each number of captured goats. A jump adds one; all other moves are inner moves.

  [[nodiscard]] std::vector<slice> slices() const {
    std::vector<slice> all;
    for (unsigned c = 0; c <= m_captured; ++c) {
      slice s{fmt::format("captured-{}", c), m_begins[c + 1] - m_begins[c], {c}, {{"captured", c}}};
      if (c < m_captured) s.leads_to.push_back(c + 1);
      all.push_back(std::move(s));
    }
    return all;
  }

  // Groups for counts: the number of captured goats.

  [[nodiscard]] std::uint32_t group_of(const state& s) const { return captured_in(s); }
  [[nodiscard]] std::string group_name(std::uint32_t group) const { return fmt::format("{} captured", group); }

  // Text: T is a tiger, G a goat.

  [[nodiscard]] std::string player_name(player p) const { return p == goats ? "goats" : "tigers"; }
  [[nodiscard]] std::string format(const state& s) const {
    return fmt::format("board={} turn={}", board_of(s).text('/'), player_name(s.to_move));
  }
  [[nodiscard]] state parse(std::string_view text) const {
    const auto fields = parse_fields(text, {"board", "turn"});
    const character_grid board = parse_board(fields.at("board"), side, side, letters);
    state s;
    for (unsigned point = 0; point < num_points; ++point) {
      if (board[board.cell(point)] == letters[1]) s.tigers |= one_point(point);
      if (board[board.cell(point)] == letters[2]) s.goats |= one_point(point);
    }
    const unsigned min_goats = num_goats - m_captured;
    if (const unsigned count = num_points_of(s.tigers); count != num_tigers) {
      throw input_error(fmt::format("position: expected {} T on the board, got {}", num_tigers, count));
    }
    if (const unsigned count = num_points_of(s.goats); count < min_goats || count > num_goats) {
      const std::string fewest = m_captured == 0 ? "" : fmt::format("{} to ", min_goats);
      throw input_error(fmt::format("position: expected {}{} G on the board, got {}", fewest, num_goats, count));
    }
    s.to_move = parse_turn(fields.at("turn"), *this);
    return s;
  }
  /// The board and the lines between its points.
  [[nodiscard]] std::string drawing(const state& s) const {
    const character_grid board = board_of(s);
    std::string lines;
    for (unsigned row = 0; row < side; ++row) {
      if (row > 0) lines += row % 2 == 1 ? "|\\|/|\\|/|\n" : "|/|\\|/|\\|\n";
      for (unsigned column = 0; column < side; ++column) {
        if (column > 0) lines += '-';
        lines += board[{row, column}];
      }
      lines += '\n';
    }
    return fmt::format("{}{} captured, {} to move", lines, captured_in(s), player_name(s.to_move));
  }
  [[nodiscard]] game_board board_shape() const {
    game_board board =
        rectangular_board(side, side, {{"goat", "G", goats}, {"tiger", "T", tigers}}, board_style::points);
    board.lines = lines_between(m_neighbours);
    board.hands = {"captured"};
    return board;
  }
  [[nodiscard]] placed_pieces board_pieces(const state& s) const {
    placed_pieces pieces(num_points, 1, 2);
    put_pieces(pieces, s.goats, piece_number(goats));
    put_pieces(pieces, s.tigers, piece_number(tigers));
    pieces.in_hand[0][index_of(goats)] = static_cast<std::uint16_t>(captured_in(s));
    return pieces;
  }

 private:
  static constexpr unsigned side = 5;
  static constexpr unsigned num_points = side * side;
  static constexpr point_set all_points = first_points(num_points);
  static constexpr unsigned num_turns = 2;
  static constexpr std::string_view letters = ".TG";

  /// A state up to symmetry, without the player to move.
  struct orbit {
    std::uint32_t of_tigers = 0;  ///< number of the orbit of the tigers
    least_image goats_on;         ///< the goats, under the symmetries that map the tigers to their representative
  };
  [[nodiscard]] orbit orbit_of(const state& s) const {
    const subset_orbits::location& location = m_orbits.location_of(s.tigers);
    return {location.orbit, least_image_of(m_symmetries.image(location.symmetry, s.goats), m_symmetries,
                                           m_orbits.stabilizer(location.orbit))};
  }
  /// The number of an image of s. @param orbit_number  of the tigers @param goats_on  the goats in the image
  [[nodiscard]] position number_of(const state& s, std::uint32_t orbit_number, point_set goats_on) const {
    const unsigned c = captured_in(s);
    const point_set on_tigers = m_orbits.representative(orbit_number);
    const point_set empty = all_points & ~(on_tigers | goats_on);
    const position placement = position{orbit_number} * m_empty_sets[c].size() + subset_number(empty, on_tigers);
    return m_begins[c] + placement * num_turns + index_of(s.to_move);
  }

  /// A tiger's jump from a point. Both members are sets of one point.
  struct jump {
    point_set over = 0;
    point_set to = 0;
  };

  [[nodiscard]] static constexpr unsigned num_empty(unsigned captured) {
    return num_points - num_tigers - num_goats + captured;
  }
  [[nodiscard]] static unsigned captured_in(const state& s) { return num_goats - num_points_of(s.goats); }
  [[nodiscard]] static point_set empty_points(const state& s) { return all_points & ~(s.tigers | s.goats); }

  void add_lines() {
    const auto at = [](int row, int column) {
      const bool is_inside = row >= 0 && row < int{side} && column >= 0 && column < int{side};
      return is_inside ? one_point(static_cast<unsigned>(row) * side + static_cast<unsigned>(column)) : 0;
    };
    for (unsigned point = 0; point < num_points; ++point) {
      const int row = static_cast<int>(point / side);
      const int column = static_cast<int>(point % side);
      const bool has_diagonals = (row + column) % 2 == 0;
      for (int down = -1; down <= 1; ++down) {
        for (int right = -1; right <= 1; ++right) {
          const bool is_diagonal = down != 0 && right != 0;
          if ((down == 0 && right == 0) || (is_diagonal && !has_diagonals)) continue;
          m_neighbours[point] |= at(row + down, column + right);
          if (const point_set to = at(row + 2 * down, column + 2 * right); to != 0) {
            m_jumps[point].push_back({at(row + down, column + right), to});
          }
        }
      }
    }
  }

  /// Calls f(pieces after the step) for each step of one piece to an adjacent empty point.
  template <class Function>
  void for_each_step(point_set pieces, point_set empty, const Function& f) const {
    for_each_point(empty, [&](unsigned to) {
      for_each_point(pieces & m_neighbours[to], [&](unsigned from) { f((pieces & ~one_point(from)) | one_point(to)); });
    });
  }
  /// Calls f(from, jump) for each jump from one of `pieces` over a point of `over` to a point of `to`.
  template <class Function>
  void for_each_jump(point_set pieces, point_set over, point_set to, const Function& f) const {
    for_each_point(pieces, [&](unsigned from) {
      for (const jump& j : m_jumps[from]) {
        if ((over & j.over) != 0 && (to & j.to) != 0) f(from, j);
      }
    });
  }
  [[nodiscard]] bool can_capture(const state& s) const {
    bool found = false;
    for_each_jump(s.tigers, s.goats, empty_points(s), [&found](unsigned, const jump&) { found = true; });
    return found;
  }

  [[nodiscard]] static character_grid board_of(const state& s) {
    character_grid board(side, side, letters[0]);
    for_each_point(s.tigers, [&](unsigned point) { board[board.cell(point)] = letters[1]; });
    for_each_point(s.goats, [&](unsigned point) { board[board.cell(point)] = letters[2]; });
    return board;
  }

  unsigned m_captured;
  point_symmetries m_symmetries;
  subset_orbits m_orbits;                            ///< orbits of the tigers
  std::vector<std::vector<point_set>> m_empty_sets;  ///< [captured goats]: empty points among those without tigers
  std::vector<position> m_begins{0};                 ///< the first number of each slice, and the end
  std::array<point_set, num_points> m_neighbours{};
  std::array<std::vector<jump>, num_points> m_jumps;
};

}  // namespace zermelo::games
