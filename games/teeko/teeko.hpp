// SPDX-License-Identifier: MIT
// Teeko by J. Scarne: two players drop four pieces each on 5 x 5 points, and then move them. Positions are relative to
// the player to move. The ranking numbers two sets of points, one of them up to symmetry.
//
// Rules. The players take turns to drop a piece on an empty point until each has four on the board. Then a turn moves a
// piece to an adjacent empty point along a row, a column or a diagonal. The first player with all four pieces in a goal
// wins, also while dropping. With goals=standard, goals are four points in a line (28 ways) and the corners of a square
// of side 1 (16 ways); with goals=advanced, also the corners of squares of side 2, 3 and 4 whose sides are in rows and
// columns (14 ways). Infinite play is a draw. A player always has a move.
//
// Parameters   goals: standard or advanced.
// Positions    slices of 0 to 7 pieces while dropping, then binomial(25, 4) * binomial(21, 4): 96,691,476 in all.
//              Positions in which the player to move has a goal are illegal (263,340 standard, 347,130 advanced). Up
//              to symmetry the index space has 12,765,414 numbers.
// Published    a draw with the standard goals; with the advanced goals the first player wins in 13 plies, only by
//              dropping the first piece in the centre. See the README.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/core.h>

#include <zermelo/core/game_module.hpp>
#include <zermelo/core/rules/for_each_weighted.hpp>

namespace zermelo::games {

class teeko {
 public:
  enum class goals : std::uint8_t { standard, advanced };

  struct state {
    point_set own = 0;     ///< pieces of the player to move; bit row * side + column
    point_set others = 0;  ///< pieces of the opponent
    friend bool operator==(const state&, const state&) = default;
  };

  /// In every state `player::first` is the player to move.
  static constexpr bool is_relative = true;

  static constexpr unsigned max_side = 5;
  static constexpr unsigned max_pieces = 4;  ///< maximum number of pieces of each player

  /// @param side  side of the board, from 3 to 5; tests use 3 and 4 @throws input_error if it is out of range
  explicit teeko(goals which, unsigned side = max_side)
      : m_side(checked(side)), m_symmetries(symmetries_of_square(side)), m_goals(with_goals(goals_of(which, side))) {
    for (unsigned point = 0; point < num_points(); ++point) m_neighbours.push_back(neighbours_of(point));
    for (unsigned size = 0; size <= max_pieces; ++size) {
      m_orbits.emplace_back(m_symmetries, num_points(), size);
      for (const unsigned others : {size, size + 1}) {
        if (others <= max_pieces) m_own_sets[size][others - size] = subsets(num_points() - others, size);
      }
    }
    for (unsigned pieces = 0; pieces < num_slices; ++pieces) {
      m_begins[pieces + 1] = m_begins[pieces] + position{m_orbits[others_of(pieces)].num_orbits()} * own_sets(pieces);
    }
  }
  explicit teeko(const parameter_values& values)
      : teeko(values.text("goals") == "standard" ? goals::standard : goals::advanced) {}

  static constexpr std::string_view name() { return "teeko"; }
  static constexpr std::string_view summary() {
    return "four pieces each, dropped and then moved, into a row or a square";
  }
  static std::vector<parameter> parameters() {
    return {{.name = "goals",
             .type = parameter_type::choice,
             .help = "standard: rows and small squares; advanced: also larger squares",
             .default_value = "standard",
             .choices = {"standard", "advanced"}}};
  }

  // Numbers ascend by the number of pieces, then by the orbit of the opponent's pieces, then by the set of the player's
  // pieces among the remaining points. If the opponent's pieces are symmetric, some numbers are unused.

  [[nodiscard]] position num_positions() const { return m_begins.back(); }
  /// The number of the state or, if it is not a representative, of one of its images.
  [[nodiscard]] position rank(const state& s) const {
    const unsigned pieces = num_points_of(s.own | s.others);
    const subset_orbits::location& location = m_orbits[others_of(pieces)].location_of(s.others);
    const point_set others = m_orbits[others_of(pieces)].representative(location.orbit);
    const point_set own = m_symmetries.image(location.symmetry, s.own);
    return m_begins[pieces] + position{location.orbit} * own_sets(pieces) + subset_number(own, others);
  }
  [[nodiscard]] state unrank(position p) const {
    const digits at = digits_of(p);
    const point_set others = m_orbits[others_of(at.pieces)].representative(at.others);
    return {open_gaps(sets_of_own(at.pieces)[at.own], others), others};
  }
  /// A state in which the player to move has a goal is illegal, since play has already ended.
  [[nodiscard]] bool is_legal(const state& s) const { return !has_goal(s.own); }

  [[nodiscard]] state canonical(const state& s) const {
    const orbit found = orbit_of(s);
    return {found.own.set, m_orbits[num_points_of(s.others)].representative(found.others)};
  }
  /// The number of different images of a state, including itself.
  [[nodiscard]] std::uint64_t orbit_size(const state& s) const { return num_symmetries(s) / orbit_of(s).own.fixing; }
  [[nodiscard]] std::uint64_t num_symmetries(const state&) const { return m_symmetries.size(); }

  [[nodiscard]] bool is_canonical_index(position p) const {
    const digits at = digits_of(p);
    const symmetry_set stabilizer = m_orbits[others_of(at.pieces)].stabilizer(at.others);
    if (stabilizer == 0) return true;
    const point_set own = unrank(p).own;
    return least_image_of(own, m_symmetries, stabilizer).set == own;
  }

  // The rules.

  [[nodiscard]] std::optional<result> terminal(const state& s) const {
    return has_goal(s.others) ? std::optional(result::won_by(player::second)) : std::nullopt;
  }
  template <class Callback>
  void for_each_successor(const state& s, Callback&& f) const {
    const point_set empty = empty_points(s);
    if (num_points_of(s.own) < max_pieces) {
      for_each_point(empty, [&](unsigned to) { f(state{s.others, s.own | one_point(to)}); });
      return;
    }
    for_each_point(s.own, [&](unsigned from) {
      const point_set left = s.own & ~one_point(from);
      for_each_point(empty & m_neighbours[from], [&](unsigned to) { f(state{s.others, left | one_point(to)}); });
    });
  }
  /// Removes a piece of the opponent or, if all pieces are on the board, moves it back.
  template <class Callback>
  void for_each_predecessor(const state& s, Callback&& f) const {
    const bool may_have_moved = num_points_of(s.own) == max_pieces;
    const point_set empty = empty_points(s);
    for_each_point(s.others, [&](unsigned to) {
      const point_set left = s.others & ~one_point(to);
      f(state{left, s.own});
      if (!may_have_moved) return;
      for_each_point(empty & m_neighbours[to], [&](unsigned from) {
        if (!has_goal(left | one_point(from))) f(state{left | one_point(from), s.own});
      });
    });
  }
  // Positions and moves by number, for speed.

  template <class Callback>
  void for_each_state(position first, position last, const Callback& f) const {
    while (first < last) {
      const digits at = digits_of(first);
      const point_set others = m_orbits[others_of(at.pieces)].representative(at.others);
      const std::vector<point_set>& sets = sets_of_own(at.pieces);
      const std::size_t end = std::min<position>(sets.size(), at.own + (last - first));
      for (std::size_t own = at.own; own < end; ++own) f(state{open_gaps(sets[own], others), others});
      first += end - at.own;
    }
  }
  [[nodiscard]] position num_successors(position p) const {
    const state s = unrank(p);
    const point_set empty = empty_points(s);
    if (num_points_of(s.own) < max_pieces) return num_points_of(empty);
    position moves = 0;
    for_each_point(s.own, [&](unsigned from) { moves += num_points_of(empty & m_neighbours[from]); });
    return moves;
  }
  template <class Callback>
  void for_each_predecessor_index(position p, Callback&& f) const {
    const state s = unrank(p);
    // All predecessors have the same set of the opponent's pieces, s.own.
    const subset_orbits& orbits = m_orbits[num_points_of(s.own)];
    const subset_orbits::location& location = orbits.location_of(s.own);
    const point_set others = orbits.representative(location.orbit);
    const symmetry_set stabilizer = orbits.stabilizer(location.orbit);
    const auto walk = [&](const auto& g) {
      for_each_predecessor(s, [&](const state& before) {
        const unsigned pieces = num_points_of(before.own | before.others);
        const least_image own =
            least_image_of(m_symmetries.image(location.symmetry, before.own), m_symmetries, stabilizer);
        g(m_begins[pieces] + position{location.orbit} * own_sets(pieces) + subset_number(own.set, others), own.fixing);
      });
    };
    for_each_weighted(orbit_of(s).own.fixing, walk, f);
  }

  /// The same board with the other player to move, if both have equal numbers of pieces.
  [[nodiscard]] std::optional<state> passed(const state& s) const {
    if (num_points_of(s.own) != num_points_of(s.others)) return std::nullopt;
    return state{s.others, s.own};
  }
  /// A loss. This is possible on 3 x 3 points; on 5 x 5 points no such position is known.
  [[nodiscard]] result no_moves(const state&) const { return result::won_by(player::second); }

  [[nodiscard]] state start() const { return {}; }

  // There is a slice for each number of pieces on the board. Every drop adds a piece; with eight pieces, all moves are
  // inner moves of the last slice.

  [[nodiscard]] std::vector<slice> slices() const {
    std::vector<slice> all;
    for (unsigned pieces = 0; pieces < num_slices; ++pieces) {
      all.push_back({fmt::format("pieces-{}", pieces),
                     m_begins[pieces + 1] - m_begins[pieces],
                     {std::min(pieces + 1, num_slices - 1)},
                     {{"pieces", pieces}}});
    }
    return all;
  }

  // Groups for counts: the number of pieces on the board.

  [[nodiscard]] std::uint32_t group_of(const state& s) const { return num_points_of(s.own | s.others); }
  [[nodiscard]] std::string group_name(std::uint32_t group) const {
    return fmt::format("{} {}", group, group == 1 ? "piece" : "pieces");
  }

  // Text: X is a piece of the player to move, O a piece of the opponent.

  [[nodiscard]] std::string format(const state& s) const { return "board=" + board_of(s).text('/'); }
  [[nodiscard]] state parse(std::string_view text) const {
    const auto fields = parse_fields(text, {"board"});
    const character_grid board = parse_board(fields.at("board"), m_side, m_side, letters);
    state s;
    for (unsigned point = 0; point < num_points(); ++point) {
      if (board[board.cell(point)] == letters[1]) s.own |= one_point(point);
      if (board[board.cell(point)] == letters[2]) s.others |= one_point(point);
    }
    const unsigned own = num_points_of(s.own);
    const unsigned others = num_points_of(s.others);
    if (others > max_pieces || (others != own && others != own + 1)) {
      throw input_error(
          fmt::format("position: expected at most {} of each, and as many O as X, or one O more, got {} X "
                      "and {} O",
                      max_pieces, own, others));
    }
    if (has_goal(s.own))
      throw input_error(fmt::format("position: '{}': X is to move but has won: play has already ended", format(s)));
    return s;
  }
  [[nodiscard]] std::string drawing(const state& s) const { return board_of(s).text('\n'); }
  [[nodiscard]] game_board board_shape() const {
    game_board board = rectangular_board(m_side, m_side, pieces_of_both("piece"), board_style::points);
    board.lines = lines_between(m_neighbours);
    return board;
  }
  [[nodiscard]] placed_pieces board_pieces(const state& s, player to_move) const {
    return place_both(num_points(), s.own, s.others, to_move);
  }

 private:
  static constexpr unsigned min_side = 3;
  static constexpr unsigned num_slices = 2 * max_pieces + 1;
  static constexpr std::string_view letters = ".XO";

  /// A state up to symmetry.
  struct orbit {
    std::uint32_t others = 0;  ///< number of the orbit of the opponent's pieces
    least_image own;           ///< the player's pieces, under the symmetries that map `others` to its representative
  };
  [[nodiscard]] orbit orbit_of(const state& s) const {
    const subset_orbits& orbits = m_orbits[num_points_of(s.others)];
    const subset_orbits::location& location = orbits.location_of(s.others);
    return {location.orbit, least_image_of(m_symmetries.image(location.symmetry, s.own), m_symmetries,
                                           orbits.stabilizer(location.orbit))};
  }

  // With fewer than eight pieces, the player to move has as many as the opponent or one fewer.
  [[nodiscard]] static unsigned own_of(unsigned pieces) { return pieces / 2; }
  [[nodiscard]] static unsigned others_of(unsigned pieces) { return pieces - own_of(pieces); }
  /// All sets of the player's pieces for one set of the opponent's pieces.
  [[nodiscard]] const std::vector<point_set>& sets_of_own(unsigned pieces) const {
    return m_own_sets[own_of(pieces)][others_of(pieces) - own_of(pieces)];
  }
  [[nodiscard]] position own_sets(unsigned pieces) const { return sets_of_own(pieces).size(); }

  /// The parts of a position's number.
  struct digits {
    unsigned pieces = 0;
    std::uint32_t others = 0;  ///< number of the orbit of the opponent's pieces
    std::size_t own = 0;       ///< index in `sets_of_own`
  };
  [[nodiscard]] digits digits_of(position p) const {
    const auto after = std::upper_bound(m_begins.begin(), m_begins.end(), p);
    const auto pieces = static_cast<unsigned>(after - m_begins.begin() - 1);
    const position in_slice = p - m_begins[pieces];
    return {pieces, static_cast<std::uint32_t>(in_slice / own_sets(pieces)), in_slice % own_sets(pieces)};
  }

  [[nodiscard]] unsigned num_points() const { return m_side * m_side; }
  [[nodiscard]] point_set empty_points(const state& s) const {
    return first_points(num_points()) & ~(s.own | s.others);
  }
  [[nodiscard]] bool has_goal(point_set pieces) const { return m_goals.slots[m_goals.slot_of(pieces)] == pieces; }

  [[nodiscard]] static unsigned checked(unsigned side) {
    if (side >= min_side && side <= max_side) return side;
    throw input_error(fmt::format("side of the board: expected from {} to {}, got '{}'", min_side, max_side, side));
  }
  [[nodiscard]] point_set neighbours_of(unsigned point) const {
    const int row = static_cast<int>(point / m_side);
    const int column = static_cast<int>(point % m_side);
    const int side = static_cast<int>(m_side);
    point_set neighbours = 0;
    for (int r = std::max(row - 1, 0); r <= std::min(row + 1, side - 1); ++r) {
      for (int c = std::max(column - 1, 0); c <= std::min(column + 1, side - 1); ++c) {
        if (r != row || c != column) neighbours |= one_point(static_cast<unsigned>(r * side + c));
      }
    }
    return neighbours;
  }
  /// All goals, in a hash table without collisions.
  struct goal_table {
    static constexpr unsigned num_bits = 10;
    std::uint32_t multiplier = 0;
    std::array<point_set, 1U << num_bits> slots{};
    [[nodiscard]] std::size_t slot_of(point_set pieces) const { return (pieces * multiplier) >> (32 - num_bits); }
  };
  [[nodiscard]] static goal_table with_goals(const std::vector<point_set>& goals) {
    constexpr point_set unused = ~point_set{0};
    constexpr std::uint32_t golden_ratio = 0x9E3779B1;  // its multiples are tried in turn
    goal_table table;
    bool collides = true;
    while (collides) {
      table.multiplier += golden_ratio;
      table.slots.fill(unused);
      collides = false;
      for (const point_set goal : goals) {
        point_set& slot = table.slots[table.slot_of(goal)];
        collides = collides || slot != unused;
        slot = goal;
      }
    }
    return table;
  }
  [[nodiscard]] static std::vector<point_set> goals_of(goals which, unsigned side) {
    std::vector<point_set> found;
    const auto point = [side](unsigned row, unsigned column) { return one_point(row * side + column); };
    constexpr unsigned last = max_pieces - 1;  // steps from the first point of a line to the last
    for (unsigned row = 0; row < side; ++row) {
      for (unsigned column = 0; column < side; ++column) {
        point_set across = 0;
        point_set down = 0;
        point_set falling = 0;
        point_set rising = 0;
        const bool fits_across = column + last < side;
        const bool fits_down = row + last < side;
        for (unsigned i = 0; i <= last; ++i) {
          if (fits_across) across |= point(row, column + i);
          if (fits_down) down |= point(row + i, column);
          if (fits_across && fits_down) falling |= point(row + i, column + i);
          if (fits_across && fits_down) rising |= point(row + last - i, column + i);
        }
        for (const point_set row_of_four : {across, down, falling, rising}) {
          if (row_of_four != 0) found.push_back(row_of_four);
        }
        const unsigned longest = which == goals::standard ? 1 : side - 1;
        for (unsigned length = 1; length <= longest && row + length < side && column + length < side; ++length) {
          found.push_back(point(row, column) | point(row + length, column) | point(row, column + length) |
                          point(row + length, column + length));
        }
      }
    }
    return found;
  }

  [[nodiscard]] character_grid board_of(const state& s) const {
    character_grid board(m_side, m_side, letters[0]);
    for_each_point(s.own, [&](unsigned point) { board[board.cell(point)] = letters[1]; });
    for_each_point(s.others, [&](unsigned point) { board[board.cell(point)] = letters[2]; });
    return board;
  }

  unsigned m_side;
  point_symmetries m_symmetries;
  goal_table m_goals;
  std::vector<point_set> m_neighbours;
  std::vector<subset_orbits> m_orbits;  ///< orbits of the opponent's pieces, by their number
  /// Sets of the player's pieces among the points without pieces of the opponent: [number of own pieces][1 if the
  /// opponent has one more, otherwise 0].
  std::array<std::array<std::vector<point_set>, 2>, max_pieces + 1> m_own_sets;
  std::array<position, num_slices + 1> m_begins{};  ///< the first number of each slice, and the end
};

}  // namespace zermelo::games
