// SPDX-License-Identifier: MIT
// Endings of English draughts (American checkers): who wins in how many plies, from every placement of a few men and
// kings. It is ranked without holes, lies in slices by what is left on the board, and is seen by the player to move.
//
// Rules. On the 32 dark squares of 8 x 8, men move one step forward along a diagonal, kings one step any way. A piece
// takes by jumping over a neighbouring piece of the opponent's to the empty square behind it, men forward only; who can
// take has to, and goes on with the same piece until it can take no more, along any way, not the one that takes most.
// What is jumped over goes at once, and the square where the piece began is empty while it is under way. A man who
// comes to the last row becomes a king, and the move ends. Who has no piece or no move has lost. Nobody has to make
// progress: what nobody can force is a draw.
//
// Parameters   pieces: 2 to 8, by default 4.
// Positions    all placements of 1 to `pieces` men and kings of both sides together, one-sided ones included: if the
//              player to move has none, all have been taken; if the opponent has none, which no move leads to, the
//              player to move has won. Men do not stand on the row where they become kings. These are the positions
//              that have been counted for Chinook: 120, 6972, 261,224, 7,092,774, 148,688,232, 2,503,611,964,
//              34,779,531,480 and 406,309,208,481 with exactly 1 to 8 pieces.
// Slices       one of each number of men and kings of both sides, by the number of pieces. A capture leads to a slice
//              with fewer, a man who becomes a king to one with fewer men; two slices that are each other's with sides
//              exchanged enter each other.
// Published    J. Schaeffer et al., "Checkers Is Solved", Science 317, 2007, doi 10.1126/science.1144079. See the
//              README.
#pragma once

#include <algorithm>
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

#include "board.hpp"

namespace zermelo::games {

class draughts {
 public:
  static constexpr unsigned least_pieces = 2;
  static constexpr unsigned most_pieces = 8;

  /// The board as the player to move sees it: their men move up.
  struct state {
    point_set own = 0;
    point_set others = 0;
    point_set kings = 0;  ///< of both
    friend bool operator==(const state&, const state&) = default;
  };

  /// In every state `player::first` is the player to move.
  static constexpr bool seen_by_mover = true;

  /// @throws input_error for a number of pieces that is not in the range
  explicit draughts(unsigned pieces) : m_pieces(pieces) {
    if (pieces < least_pieces || pieces > most_pieces) {
      throw input_error(fmt::format("pieces={} is not from {} to {}", pieces, least_pieces, most_pieces));
    }
    for (unsigned size = 0; size <= most_listed; ++size) m_subsets[size] = subsets(most_points, size);
    make_layouts();
  }
  explicit draughts(const parameter_values& values) : draughts(static_cast<unsigned>(values.integer("pieces"))) {}

  static constexpr std::string_view name() { return "draughts"; }
  static constexpr std::string_view summary() { return "endings of English draughts, with men and kings"; }
  static std::vector<parameter> parameters() {
    return {
        {"pieces", parameter_type::integer, "men and kings of both sides, at most", "4", least_pieces, most_pieces}};
  }
  /// Less than 100 KiB: it is built to be asked.
  static game_size size_of(const parameter_values& values) {
    const draughts game(values);
    const std::uint64_t bytes = game.kept_bytes();
    return {game.num_positions(), bytes, bytes};
  }

  // The numbers of the positions. A slice's are, from the slowest: how many own men stand on the first row, where no
  // man of the opponent's can be; which squares of that row; the own men on the six rows of the middle; the opponent's
  // men on the squares that are left to them; the own kings, and the opponent's, on those that are left. Nothing is a
  // hole.

  [[nodiscard]] position num_positions() const { return m_layouts.back().first + m_layouts.back().size; }
  [[nodiscard]] position rank(const state& s) const { return number_of(layout_of(material_of(s)), s); }
  [[nodiscard]] state unrank(position number) const { return state_of(layout_at(number), number); }

  /// What is left on the board, apart. A slice each.
  [[nodiscard]] std::vector<slice> slices() const {
    std::vector<slice> all;
    for (const layout& here : m_layouts) {
      const material& m = here.pieces;
      slice one{name_of(m),
                here.size,
                {},
                {{"pieces", m.total()},
                 {"own_men", m.own_men},
                 {"own_kings", m.own_kings},
                 {"other_men", m.other_men},
                 {"other_kings", m.other_kings}}};
      if (m.own() > 0 && m.others() > 0) one.enters = slices_after(m);
      all.push_back(std::move(one));
    }
    return all;
  }
  [[nodiscard]] std::uint32_t group_of(const state& s) const { return slice_with(material_of(s)); }
  [[nodiscard]] std::string group_name(std::uint32_t group) const { return name_of(m_layouts.at(group).pieces); }

  // The rules.

  [[nodiscard]] std::optional<result> terminal(const state& s) const {
    if (s.own == 0) return result::won_by(player::second);
    if (s.others == 0) return result::won_by(player::first);
    return std::nullopt;
  }
  [[nodiscard]] result no_moves(const state&) const { return result::won_by(player::second); }
  template <class Callback>
  void for_each_successor(const state& s, Callback&& f) const {
    for_each_move(s, [&f](const state& next, passage) { f(next); });
  }
  /// Moves taken back: a step, if nothing could have been taken in place of it, or jumps, with each man or king that
  /// may have been taken by them.
  template <class Callback>
  void for_each_predecessor(const state& s, Callback&& f) const {
    for_each_move_back(s, [&f](const state& before, passage) { f(before); });
  }

  // The same by number, for speed. Most moves are steps, to the slice of the same pieces.

  template <class Callback>
  void for_each_successor_index(position number, Callback&& f) const {
    const layout& here = layout_at(number);
    const layout& there = m_layouts[here.exchanged];
    for_each_move(state_of(here, number), [&](const state& next, passage to) {
      f(to == passage::same_pieces ? number_of(there, next) : rank(next));
    });
  }
  template <class Callback>
  void for_each_predecessor_index(position number, Callback&& f) const {
    const layout& here = layout_at(number);
    const layout& there = m_layouts[here.exchanged];
    for_each_move_back(state_of(here, number), [&](const state& before, passage from) {
      f(from == passage::same_pieces ? number_of(there, before) : rank(before));
    });
  }

  // Text: squares as players number them, 1 to 32. The player to move is where white begins, and moves towards 1.

  [[nodiscard]] std::string format(const state& s) const {
    return fmt::format("mover={} other={}", side_text(s.own, s.kings), side_text(s.others, s.kings));
  }
  [[nodiscard]] state parse(std::string_view text) const {
    const auto fields = parse_fields(text, {"mover", "other"});
    state s;
    parse_side(s, s.own, draughts_board::last_row, "mover", fields.at("mover"));
    parse_side(s, s.others, draughts_board::first_row, "other", fields.at("other"));
    const unsigned pieces = num_points_of(s.own | s.others);
    if (pieces == 0 || pieces > m_pieces) {
      throw input_error(fmt::format("position: there are {} pieces, not 1 to {}", pieces, m_pieces));
    }
    return s;
  }
  /// The mover's men and kings as m and M, the other's as o and O, and the dark squares.
  [[nodiscard]] std::string drawing(const state& s) const {
    using namespace draughts_board;
    std::string text;
    for (unsigned row = num_rows; row-- > 0;) {
      for (unsigned place = squares_of_row; place-- > 0;) {
        const point_set here = one_point(row * squares_of_row + place);
        const bool is_king = (s.kings & here) != 0;
        const char piece = (s.own & here) != 0      ? (is_king ? 'M' : 'm')
                           : (s.others & here) != 0 ? (is_king ? 'O' : 'o')
                                                    : '.';
        text += row % 2 == 0 ? std::string{piece, ' '} : std::string{' ', piece};
      }
      if (row > 0) text += '\n';
    }
    return text;
  }

 private:
  using position_row = std::array<position, draughts_board::squares_of_row + 1>;
  using number_row = std::array<std::uint32_t, draughts_board::squares_of_row + 1>;

  static constexpr point_set middle_rows = ~(draughts_board::first_row | draughts_board::last_row);
  static constexpr unsigned middle_squares = num_points_of(middle_rows);

  struct material {
    std::uint8_t own_men = 0;
    std::uint8_t own_kings = 0;
    std::uint8_t other_men = 0;
    std::uint8_t other_kings = 0;
    friend bool operator==(const material&, const material&) = default;

    [[nodiscard]] unsigned own() const { return unsigned{own_men} + own_kings; }
    [[nodiscard]] unsigned others() const { return unsigned{other_men} + other_kings; }
    [[nodiscard]] unsigned men() const { return unsigned{own_men} + other_men; }
    [[nodiscard]] unsigned total() const { return own() + others(); }
    [[nodiscard]] material exchanged() const { return {other_men, other_kings, own_men, own_kings}; }
  };

  /// The numbers of one slice. Where an array is by the own men on the first row, `first_men` has the number of the men
  /// that the part begins with; behind the last part come parts without a number, which begin where all ends.
  struct layout {
    material pieces;
    std::uint32_t exchanged = 0;  ///< the slice of the same pieces with the sides exchanged
    position first = 0;
    position size = 0;
    position king_sets = 0;             ///< of both sides
    std::uint32_t other_king_sets = 0;  ///< for one set of all other pieces
    position_row first_men{};
    number_row middle_sets{};     ///< of own men
    number_row other_men_sets{};  ///< for one set of own men
  };

  /// What a move does to the pieces.
  enum class passage : std::uint8_t { same_pieces, other_pieces };
  /// Which way the men move who are looked at.
  enum class heading : std::uint8_t { up, down };
  enum class piece_kind : std::uint8_t { man, king };

  // How the game is built.

  void make_layouts() {
    m_slice_of.assign(std::size_t{most_pieces + 1} * (most_pieces + 1) * (most_pieces + 1) * (most_pieces + 1), 0);
    position first = 0;
    for (unsigned pieces = 1; pieces <= m_pieces; ++pieces) {
      // Of as many pieces those with fewer men come first: they are entered.
      for (unsigned men = 0; men <= pieces; ++men) {
        for (unsigned own_men = 0; own_men <= men; ++own_men) {
          for (unsigned own_kings = 0; own_kings <= pieces - men; ++own_kings) {
            const auto byte = [](unsigned number) { return static_cast<std::uint8_t>(number); };
            m_layouts.push_back(make_layout(
                {byte(own_men), byte(own_kings), byte(men - own_men), byte(pieces - men - own_kings)}, first));
            first += m_layouts.back().size;
            m_slice_of[place_of(m_layouts.back().pieces)] = static_cast<std::uint16_t>(m_layouts.size() - 1);
          }
        }
      }
    }
    for (layout& one : m_layouts) one.exchanged = slice_with(one.pieces.exchanged());
    m_layouts.shrink_to_fit();
  }
  [[nodiscard]] static layout make_layout(const material& m, position first) {
    using draughts_board::num_squares;
    using draughts_board::squares_of_row;
    layout made;
    made.pieces = m;
    made.first = first;
    made.other_king_sets = binomial(num_squares - m.men() - m.own_kings, m.other_kings);
    made.king_sets = position{binomial(num_squares - m.men(), m.own_kings)} * made.other_king_sets;
    position men = 0;
    for (unsigned on_first_row = 0; on_first_row <= squares_of_row; ++on_first_row) {
      made.first_men[on_first_row] = men;
      if (on_first_row > m.own_men) continue;
      const unsigned in_middle = m.own_men - on_first_row;
      made.middle_sets[on_first_row] = binomial(middle_squares, in_middle);
      made.other_men_sets[on_first_row] = binomial(middle_squares + squares_of_row - in_middle, m.other_men);
      men += position{binomial(squares_of_row, on_first_row)} * made.middle_sets[on_first_row] *
             made.other_men_sets[on_first_row];
    }
    made.size = men * made.king_sets;
    return made;
  }
  [[nodiscard]] std::uint64_t kept_bytes() const {
    std::uint64_t bytes = m_layouts.capacity() * sizeof(layout) + m_slice_of.capacity() * sizeof(m_slice_of[0]);
    for (const std::vector<point_set>& sets : m_subsets) bytes += sets.capacity() * sizeof(point_set);
    return bytes;
  }

  // Slices.

  [[nodiscard]] static std::size_t place_of(const material& m) {
    constexpr std::size_t numbers = most_pieces + 1;
    return ((m.own_men * numbers + m.own_kings) * numbers + m.other_men) * numbers + m.other_kings;
  }
  [[nodiscard]] std::uint32_t slice_with(const material& m) const { return m_slice_of[place_of(m)]; }
  [[nodiscard]] const layout& layout_of(const material& m) const { return m_layouts[slice_with(m)]; }
  [[nodiscard]] const layout& layout_at(position number) const {
    const auto after = std::upper_bound(m_layouts.begin(), m_layouts.end(), number,
                                        [](position p, const layout& one) { return p < one.first; });
    return *(after - 1);
  }
  [[nodiscard]] static material material_of(const state& s) {
    const auto count = [](point_set points) { return static_cast<std::uint8_t>(num_points_of(points)); };
    return {count(s.own & ~s.kings), count(s.own & s.kings), count(s.others & ~s.kings), count(s.others & s.kings)};
  }
  /// Such as "2m1k-3k"; 0 where a side has nothing.
  [[nodiscard]] static std::string name_of(const material& m) {
    const auto side = [](unsigned men, unsigned kings) -> std::string {
      if (men == 0 && kings == 0) return "0";
      return (men > 0 ? fmt::format("{}m", men) : "") + (kings > 0 ? fmt::format("{}k", kings) : "");
    };
    return side(m.own_men, m.own_kings) + "-" + side(m.other_men, m.other_kings);
  }
  /// The slices that moves lead to. Precondition: both sides have pieces.
  [[nodiscard]] std::vector<std::uint32_t> slices_after(const material& m) const {
    // A man jumps two rows at a time. A king may take up to nine.
    constexpr unsigned most_taken_by_a_man = 3;
    std::vector<std::uint32_t> entered;
    for (std::uint8_t men = 0; men <= m.other_men; ++men) {
      for (std::uint8_t kings = 0; kings <= m.other_kings; ++kings) {
        const bool is_within_a_man_s_reach = unsigned{men} + kings <= most_taken_by_a_man;
        material after{static_cast<std::uint8_t>(m.other_men - men), static_cast<std::uint8_t>(m.other_kings - kings),
                       m.own_men, m.own_kings};
        if (m.own_kings > 0 || is_within_a_man_s_reach) entered.push_back(slice_with(after));
        if (m.own_men > 0 && is_within_a_man_s_reach) {
          --after.other_men;
          ++after.other_kings;
          entered.push_back(slice_with(after));
        }
      }
    }
    std::sort(entered.begin(), entered.end());
    return entered;
  }

  // Numbers of sets.

  /// Sets of up to so many points are listed, those that are larger found by their last points.
  static constexpr unsigned most_listed = 3;

  [[nodiscard]] point_set subset_of(unsigned size, std::uint32_t number) const {
    if (size <= most_listed) return m_subsets[size][number];
    return subset_of_number(size, number);
  }

  [[nodiscard]] position number_of(const layout& here, const state& s) const {
    const point_set own_men = s.own & ~s.kings;
    const point_set other_men = s.others & ~s.kings;
    const point_set first_men = own_men & draughts_board::first_row;
    const point_set middle_men = own_men & middle_rows;
    const unsigned part = num_points_of(first_men);
    position number = subset_number(first_men);
    number = number * here.middle_sets[part] + subset_number(middle_men >> draughts_board::squares_of_row);
    number = number * here.other_men_sets[part] +
             subset_number(close_gaps(other_men, middle_men) >> draughts_board::squares_of_row);
    number += here.first_men[part];
    const point_set men = own_men | other_men;
    const point_set own_kings = s.own & s.kings;
    const point_set other_kings = s.others & s.kings;
    const auto kings = position{subset_number(close_gaps(own_kings, men))} * here.other_king_sets +
                       subset_number(close_gaps(other_kings, men | own_kings));
    return here.first + number * here.king_sets + kings;
  }
  [[nodiscard]] state state_of(const layout& here, position number) const {
    using draughts_board::squares_of_row;
    number -= here.first;
    position men_number = number / here.king_sets;
    const position kings_number = number % here.king_sets;
    unsigned part = 0;
    while (part < here.pieces.own_men && part < squares_of_row && here.first_men[part + 1] <= men_number) ++part;
    men_number -= here.first_men[part];
    const auto own_number = static_cast<std::uint32_t>(men_number / here.other_men_sets[part]);
    const auto other_number = static_cast<std::uint32_t>(men_number % here.other_men_sets[part]);
    const unsigned in_middle = here.pieces.own_men - part;
    const point_set first_men = subset_of(part, own_number / here.middle_sets[part]);
    const point_set middle_men = subset_of(in_middle, own_number % here.middle_sets[part]) << squares_of_row;
    const point_set other_men = open_gaps(subset_of(here.pieces.other_men, other_number) << squares_of_row, middle_men);
    const point_set men = first_men | middle_men | other_men;
    const auto own_king_number = static_cast<std::uint32_t>(kings_number / here.other_king_sets);
    const auto other_king_number = static_cast<std::uint32_t>(kings_number % here.other_king_sets);
    const point_set own_kings = open_gaps(subset_of(here.pieces.own_kings, own_king_number), men);
    const point_set other_kings = open_gaps(subset_of(here.pieces.other_kings, other_king_number), men | own_kings);
    return {first_men | middle_men | own_kings, other_men | other_kings, own_kings | other_kings};
  }

  // Moves. The side that moves is `own`, which way ever its men go; who is to move next sees the board turned round.

  [[nodiscard]] static state turned(const state& s) {
    return {draughts_board::turned(s.own), draughts_board::turned(s.others), draughts_board::turned(s.kings)};
  }
  [[nodiscard]] static state exchanged(const state& s) { return {s.others, s.own, s.kings}; }
  [[nodiscard]] static point_set empty_squares(const state& s) { return ~(s.own | s.others); }

  template <heading Heading>
  static constexpr std::array ways_forward =
      Heading == heading::up ? std::array{draughts_board::way::up_left, draughts_board::way::up_right}
                             : std::array{draughts_board::way::down_right, draughts_board::way::down_left};
  template <heading Heading>
  static constexpr heading way_round = Heading == heading::up ? heading::down : heading::up;
  /// Where men become kings.
  template <heading Heading>
  static constexpr point_set goal = Heading == heading::up ? draughts_board::last_row : draughts_board::first_row;

  template <heading Heading>
  [[nodiscard]] static point_set squares_ahead(unsigned square) {
    return Heading == heading::up ? draughts_board::squares_above[square] : draughts_board::squares_below[square];
  }
  [[nodiscard]] static point_set squares_around(unsigned square) {
    return draughts_board::squares_above[square] | draughts_board::squares_below[square];
  }

  /// The squares of pieces that can take.
  template <heading Heading>
  [[nodiscard]] static point_set takers(const state& s) {
    const point_set empty = empty_squares(s);
    point_set can = 0;
    for (const draughts_board::way w : ways_forward<Heading>) {
      can |= s.own & draughts_board::jumpers(s.others, empty, w);
    }
    const point_set kings = s.own & s.kings;
    if (kings == 0) return can;
    for (const draughts_board::way w : ways_forward<way_round<Heading>>) {
      can |= kings & draughts_board::jumpers(s.others, empty, w);
    }
    return can;
  }
  template <heading Heading>
  [[nodiscard]] static bool can_take(const state& s) {
    return takers<Heading>(s) != 0;
  }

  /// Calls f(next state, passage) for each move of a state.
  template <class Callback>
  static void for_each_move(const state& s, const Callback& f) {
    const state here = turned(s);  // so that it need not be turned after each move
    const auto next = [&f](const state& moved, passage to) { f(exchanged(moved), to); };
    if (!for_each_capture<heading::down>(here, next)) for_each_step<heading::down>(here, next);
  }
  /// Calls f(previous state, passage) for each move to a state.
  template <class Callback>
  void for_each_move_back(const state& s, const Callback& f) const {
    const state here = exchanged(turned(s));
    for_each_step_back(here, f);
    if (num_points_of(here.own | here.others) < m_pieces) for_each_capture_back(here, f);
  }

  template <heading Heading, class Callback>
  static void for_each_step(const state& s, const Callback& f) {
    const point_set empty = empty_squares(s);
    for_each_point(s.own & ~s.kings, [&](unsigned from) {
      const point_set rest = s.own ^ one_point(from);
      for_each_point(empty & squares_ahead<Heading>(from), [&](unsigned square) {
        const point_set to = one_point(square);
        const point_set crowned = to & goal<Heading>;
        f(state{rest | to, s.others, s.kings | crowned}, crowned != 0 ? passage::other_pieces : passage::same_pieces);
      });
    });
    for_each_point(s.own & s.kings, [&](unsigned from) {
      const state rest{s.own ^ one_point(from), s.others, s.kings ^ one_point(from)};
      for_each_point(empty & squares_around(from), [&](unsigned square) {
        const point_set to = one_point(square);
        f(state{rest.own | to, s.others, rest.kings | to}, passage::same_pieces);
      });
    });
  }
  /// Steps by which `own`, whose men move up, may have come to a state.
  template <class Callback>
  static void for_each_step_back(const state& s, const Callback& f) {
    if (s.others == 0) return;
    const point_set empty = empty_squares(s);
    const auto give = [&f](const state& before, passage from) {
      if (!can_take<heading::up>(before)) f(before, from);
    };
    for_each_point(s.own & ~s.kings, [&](unsigned to) {
      const point_set rest = s.own ^ one_point(to);
      for_each_point(empty & squares_ahead<heading::down>(to), [&](unsigned from) {
        give(state{rest | one_point(from), s.others, s.kings}, passage::same_pieces);
      });
    });
    for_each_point(s.own & s.kings, [&](unsigned to) {
      const state rest{s.own ^ one_point(to), s.others, s.kings ^ one_point(to)};
      for_each_point(empty & squares_around(to), [&](unsigned square) {
        const point_set from = one_point(square);
        give(state{rest.own | from, s.others, rest.kings | from}, passage::same_pieces);
        if ((one_point(to) & goal<heading::up>) == 0) return;
        give(state{rest.own | from, s.others, rest.kings}, passage::other_pieces);
      });
    });
  }

  /// False if there is none.
  template <heading Heading, class Callback>
  static bool for_each_capture(const state& s, const Callback& f) {
    const point_set can = takers<Heading>(s);
    for_each_point(can & ~s.kings, [&](unsigned from) {
      jump_on<Heading, piece_kind::man>(from, {s.own ^ one_point(from), s.others, s.kings}, f);
    });
    for_each_point(can & s.kings, [&](unsigned from) {
      jump_on<Heading, piece_kind::king>(from, {s.own ^ one_point(from), s.others, s.kings ^ one_point(from)}, f);
    });
    return can != 0;
  }
  /// Goes on taking with a piece that is on a square and, for the time being, off the board. False if it cannot.
  template <heading Heading, piece_kind Kind, class Callback>
  static bool jump_on(unsigned square, const state& rest, const Callback& f) {
    const point_set empty = empty_squares(rest);
    bool has_jumped = false;
    for_each_way<Heading, Kind>([&](draughts_board::way w) {
      const draughts_board::jump& jump = draughts_board::jump_from(square, w);
      if ((rest.others & jump.over) == 0 || (empty & jump.to) == 0) return;
      has_jumped = true;
      const state left{rest.own, rest.others ^ jump.over, rest.kings & ~jump.over};
      const bool is_crowned = Kind == piece_kind::man && (jump.to & goal<Heading>) != 0;
      const auto to = static_cast<unsigned>(std::countr_zero(jump.to));
      if (is_crowned || !jump_on<Heading, Kind>(to, left, f)) {
        const point_set king = is_crowned || Kind == piece_kind::king ? jump.to : 0;
        f(state{left.own | jump.to, left.others, left.kings | king}, passage::other_pieces);
      }
    });
    return has_jumped;
  }
  /// Calls f(way) for the ways in which a piece moves.
  template <heading Heading, piece_kind Kind, class Function>
  static void for_each_way(const Function& f) {
    for (const draughts_board::way w : ways_forward<Heading>) f(w);
    if constexpr (Kind == piece_kind::king) {
      for (const draughts_board::way w : ways_forward<way_round<Heading>>) f(w);
    }
  }

  /// Captures by which `own`, whose men move up, may have come to a state. Who can still take has not ended a move, but
  /// for a man who has become a king by it.
  template <class Callback>
  void for_each_capture_back(const state& s, const Callback& f) const {
    const point_set done = s.own & ~takers<heading::up>(s);
    for_each_point(done & ~s.kings,
                   [&](unsigned to) { jump_back<piece_kind::man>(to, {s.own ^ one_point(to), s.others, s.kings}, f); });
    for_each_point(done & s.kings, [&](unsigned to) {
      jump_back<piece_kind::king>(to, {s.own ^ one_point(to), s.others, s.kings ^ one_point(to)}, f);
    });
    for_each_point(s.own & s.kings & goal<heading::up>, [&](unsigned to) {
      jump_back<piece_kind::man>(to, {s.own ^ one_point(to), s.others, s.kings ^ one_point(to)}, f);
    });
  }
  /// Takes back the last of some jumps of a piece, as of `jump_on`, then those before.
  template <piece_kind Kind, class Callback>
  void jump_back(unsigned square, const state& rest, const Callback& f) const {
    const point_set empty = empty_squares(rest);
    for_each_way<heading::down, Kind>([&](draughts_board::way w) {
      const draughts_board::jump& jump = draughts_board::jump_from(square, w);
      if (jump.to == 0 || (empty & jump.over) == 0 || (empty & jump.to) == 0) return;
      const auto from = static_cast<unsigned>(std::countr_zero(jump.to));
      // The piece is off the board, so that as many may stand there without it as with it before.
      const bool may_go_on = num_points_of(rest.own | rest.others) + 2 < m_pieces;
      for (const point_set taken_king : {point_set{0}, jump.over}) {
        const state before{rest.own, rest.others | jump.over, rest.kings | taken_king};
        const point_set king = Kind == piece_kind::king ? jump.to : 0;
        f(state{before.own | jump.to, before.others, before.kings | king}, passage::other_pieces);
        if (may_go_on) jump_back<Kind>(from, before, f);
      }
    });
  }

  // Text.

  static constexpr std::string_view nothing = "none";

  [[nodiscard]] static std::string side_text(point_set side, point_set kings) {
    std::string text;
    for (unsigned number = 1; number <= draughts_board::num_squares; ++number) {
      const point_set here = one_point(draughts_board::num_squares - number);
      if ((side & here) == 0) continue;
      text += fmt::format("{}{}{}", text.empty() ? "" : ",", (kings & here) != 0 ? "K" : "", number);
    }
    return text.empty() ? std::string(nothing) : text;
  }
  /// @param no_men  where the side's men do not stand
  static void parse_side(state& s, point_set& side, point_set no_men, std::string_view field, std::string_view text) {
    if (text == nothing) return;
    for (std::size_t begin = 0; begin <= text.size();) {
      const std::size_t end = std::min(text.find(',', begin), text.size());
      const std::string_view word = text.substr(begin, end - begin);
      begin = end + 1;
      const auto refuse = [&](std::string_view why) {
        throw input_error(fmt::format("position: {}: '{}' {}", field, excerpt(word), why));
      };
      const bool is_king = word.starts_with('K');
      const auto number = parse_number<unsigned>(word.substr(is_king ? 1 : 0));
      if (!number || *number < 1 || *number > draughts_board::num_squares) {
        refuse("is not a square from 1 to 32, with a K before it for a king");
      }
      const point_set here = one_point(draughts_board::num_squares - *number);
      if (((s.own | s.others) & here) != 0) refuse("is a square where another piece stands");
      if (!is_king && (no_men & here) != 0) refuse("is where a man becomes a king");
      side |= here;
      if (is_king) s.kings |= here;
    }
  }

  unsigned m_pieces;
  std::vector<layout> m_layouts;                                  ///< by slice
  std::vector<std::uint16_t> m_slice_of;                          ///< by `place_of` its pieces
  std::array<std::vector<point_set>, most_listed + 1> m_subsets;  ///< [size][number]
};

}  // namespace zermelo::games
