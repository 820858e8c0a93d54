// SPDX-License-Identifier: MIT
// Nine men's morris as a ranked game in slices: the men that are in hand, and those that both sides have on the board.
//
// Rules. Each side has `men` men in hand, and they are placed on vacant points in turn, the first player's first. When
// both hands are empty, the player to move slides a man to a vacant point beside it; with `flying`, a player with
// exactly three men moves any of them to any vacant point. Whoever closes a mill, or two at once, by placing or moving
// takes one man of the other: one that is in no mill, or any if all of them are. When both hands are empty, who is left
// with fewer than three men has lost, and so has who cannot move. Repetition is a draw. Hence after the placing a mill
// closed against three men ends play: it is an end one ply away, and no position has fewer men of either side. Before
// the last man is placed the end is known likewise, one or two plies away.
//
// Points       see three_rings.hpp.
// Parameters   men: those that each side has, 3 to 9; flying. The other parameters of `morris` have one value.
// Positions    After the placing, all placements of 3 .. men men of each side, in slices w-b of w men of the mover
//              and b of the other's; 8,904,593,601 positions in 49 slices with 9 men. Before, all placements of as many
//              men as there may be: where a player has placed q men, the other has lost at most q - 2, since a first
//              mill takes three. The slice hH-w-b has those with H men in hand, of both, and comes after those with
//              fewer; 17,849,543,887 positions in 312 slices with 9 men.
//              A slice has a number for each orbit of one set under the board's 16 symmetries, ascending by its least
//              image, times binomial(24 - w, b), and one for the other set among the points that the first's least
//              image leaves. The first is the mover's after the placing, and the first player's before, whoever is to
//              move: the sets that one man more leads to are then those of a few rows. Where symmetries leave the least
//              image as it is, only the least of the other's sets that they make of one another is no hole.
// Tables       those of three_rings.hpp, and 100 KiB.
// Published    a draw (R. Gasser, Solving Nine Men's Morris, Games of No Chance, MSRI 29, 1996).
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/core.h>
#include <boost/container/small_vector.hpp>

#include <zermelo/core/game_module.hpp>
#include <zermelo/core/rules/for_each_distinct.hpp>

#include "morris.hpp"
#include "placing_rows.hpp"
#include "three_rings.hpp"

namespace zermelo::games {

class nine_mens_morris : private three_rings {
 public:
  struct state {
    point_set own = 0;      ///< the men of the player to move
    point_set others = 0;   ///< the other player's
    std::uint8_t hand = 0;  ///< men still to be placed, of both players
    friend bool operator==(const state&, const state&) = default;
  };

  static constexpr bool seen_by_mover = true;

  /// @throws input_error for rules of another board
  explicit nine_mens_morris(const morris::variant& rules)
      : three_rings(checked_men(rules)), m_men(rules.men), m_flies(rules.flying == morris::flying::yes) {
    make_slices_after_placing();
    for (unsigned hand = 1; hand <= 2 * m_men; ++hand) make_placing_slices(hand);
  }
  explicit nine_mens_morris(const parameter_values& values) : nine_mens_morris(morris::checked_variant(values)) {}

  static constexpr std::string_view name() { return morris::name(); }
  static constexpr std::string_view summary() { return morris::summary(); }
  static std::vector<parameter> parameters() { return morris::parameters(); }
  /// Some megabytes at most, so it is built to be asked.
  static game_size size_of(const parameter_values& values) {
    const nine_mens_morris game(values);
    const std::uint64_t bytes = sizeof game + game.bytes_of_orbits();
    return {game.num_positions(), bytes, bytes};
  }

  // The numbers of the positions.

  [[nodiscard]] position num_positions() const { return m_num_positions; }
  /// That of the image under a symmetry that makes the set of the rows the least.
  [[nodiscard]] position rank(const state& s) const {
    const point_set rows = rows_of(s);
    const orbit_of_set orbit = orbit_of(rows);
    const point_set least = least_of(num_points_of(rows), orbit.number).set;
    const slice_box& box = box_of(s);
    return box.first + orbit.number * box.stride + number_among_rest(image(orbit.symmetry, columns_of(s)), least);
  }
  [[nodiscard]] state unrank(position number) const {
    const slice_box& box = box_of(number);
    number -= box.first;
    const point_set rows = least_of(box.row_size(), number / box.stride).set;
    const point_set closed = subset_of_number(box.column_size(), static_cast<std::uint32_t>(number % box.stride));
    return state_of(rows, open_gaps_by_bytes(closed, rows), box.hand);
  }
  template <class Callback>
  void for_each_state(position first, position last, Callback&& f) const {
    if (first == last) return;
    const slice_box* box = nullptr;
    position rest = 0;  // of the numbers with this set of the rows
    point_set rows = 0;
    point_set closed = 0;
    for (position number = first; number != last; ++number) {
      if (rest == 0) {
        box = &box_of(number);
        const position within = number - box->first;
        rows = least_of(box->row_size(), within / box->stride).set;
        const auto at = static_cast<std::uint32_t>(within % box->stride);
        closed = subset_of_number(box->column_size(), at);
        rest = box->stride - at;
      }
      f(state_of(rows, open_gaps_by_bytes(closed, rows), box->hand));
      closed = next_of_its_size(closed);
      --rest;
    }
  }
  [[nodiscard]] bool is_legal(const state&) const { return true; }

  /// The image with the least set of the rows, the mover's men or before the last is placed the first player's, and of
  /// these the one with the least set of the other's.
  [[nodiscard]] state canonical(const state& s) const {
    const point_set rows = rows_of(s);
    const orbit_of_set orbit = orbit_of(rows);
    const representative& least = least_of(num_points_of(rows), orbit.number);
    return state_of(least.set, least_image(image(orbit.symmetry, columns_of(s)), least.fixing), s.hand);
  }
  /// Where no symmetry keeps the set of the rows, all of its numbers are.
  [[nodiscard]] bool is_canonical_index(position number) const {
    const slice_box& box = box_of(number);
    const position within = number - box.first;
    const representative& least = least_of(box.row_size(), within / box.stride);
    if (least.fixing == identity_alone) return true;
    const point_set closed = subset_of_number(box.column_size(), static_cast<std::uint32_t>(within % box.stride));
    const point_set columns = open_gaps_by_bytes(closed, least.set);
    return least_image(columns, least.fixing) == columns;
  }
  /// How many placements are alike under the symmetries of the board, itself included.
  [[nodiscard]] std::uint64_t orbit_size(const state& s) const {
    std::uint64_t fixing = 0;
    for (unsigned g = 0; g < num_symmetries; ++g) fixing += image(g, s.own) == s.own && image(g, s.others) == s.others;
    return num_symmetries / fixing;
  }
  [[nodiscard]] std::uint32_t group_of(const state& s) const {
    return group_number(s.hand, num_points_of(s.own), num_points_of(s.others));
  }
  /// "4-3": the player to move has four men and the other three; "h5-4-3": and five are in hand.
  [[nodiscard]] std::string group_name(std::uint32_t group) const {
    const std::uint32_t hand = group / (group_base * group_base);
    const std::string men = fmt::format("{}-{}", group / group_base % group_base, group % group_base);
    return hand == 0 ? men : fmt::format("h{}-{}", hand, men);
  }

  /// Those with fewer men in hand first, and of those with none the ones with fewer men. A move that takes nothing
  /// leads from w-b to b-w or to one man more, one that takes a man to b-1.
  [[nodiscard]] std::vector<slice> slices() const {
    std::vector<slice> all;
    for (const slice_box& box : m_in_order) {
      slice s{group_name(group_number(box.hand, box.own, box.others)), box.size(), {}, {}};
      for (const slice_box* entered : {quiet_from(box), capture_from(box)}) {
        if (entered != nullptr) s.enters.push_back(entered->place);
      }
      std::sort(s.enters.begin(), s.enters.end());
      s.counts = {{"hand", box.hand}, {"men", box.own + box.others}, {"own", box.own}, {"other", box.others}};
      all.push_back(std::move(s));
    }
    return all;
  }

  /// A slice of the placing, row by row: see placing_rows.hpp.
  /// @throws contract_error if the slice is none of the placing, or one that it enters is missing
  void settle_outcomes(std::uint32_t slice, position first, position last,
                       std::span<const outcome_bits* const> finished, outcome_bits& found) const {
    const slice_box& box = m_in_order.at(slice);
    if (box.hand == 0) throw contract_error("a slice after the placing is not settled by one look at each position");
    const auto entered = [&finished](const slice_box* to) -> placing_rows::target {
      if (to == nullptr) return {};
      if (to->place >= finished.size() || finished[to->place] == nullptr) {
        throw contract_error("a slice that is entered is not finished");
      }
      return {finished[to->place]->words(), to->stride};
    };
    placing_rows rows(*this, box.own, box.others,
                      is_first_to_move(box.hand) ? placing_rows::mover::has_rows : placing_rows::mover::has_columns,
                      box.hand == 1 ? placing_rows::placing::last : placing_rows::placing::earlier,
                      entered(quiet_from(box)), entered(capture_from(box)));
    rows.settle(first, last, found);
  }

  // The rules.

  [[nodiscard]] std::optional<result> terminal(const state& s) const {
    if (s.hand > 1) return std::nullopt;
    const unsigned others = num_points_of(s.others);
    if (s.hand == 0) {
      if (others > least_men || !can_close_mill(s)) return std::nullopt;
      return result::won_by(player::first, 1);
    }
    // The last man: who is to move first then has lost with fewer than three men, and takes one turn to win against
    // fewer; such a few men never block one who has three.
    const bool can_take = (completed_by(s.own) & vacant_points(s)) != 0;
    if (others < least_men || (others == least_men && can_take)) return result::won_by(player::first, 1);
    if (num_points_of(s.own) + 1 < least_men) return result::won_by(player::second, 2);
    return std::nullopt;
  }
  [[nodiscard]] result no_moves(const state&) const { return result::won_by(player::second); }
  template <class Callback>
  void for_each_successor(const state& s, Callback&& f) const {
    const point_set vacant = vacant_points(s);
    const point_set taken = takeable(s.others);
    if (s.hand > 0) {
      const auto hand = static_cast<std::uint8_t>(s.hand - 1);
      const point_set closing = s.others != 0 ? completed_by(s.own) : 0;
      for_each_point(vacant, [&](unsigned to) {
        const point_set placed = s.own | one_point(to);
        if ((closing & one_point(to)) == 0) {
          f(state{s.others, placed, hand});
        } else {
          for_each_point(taken, [&](unsigned man) { f(state{s.others & ~one_point(man), placed, hand}); });
        }
      });
      return;
    }
    for_each_point(s.own, [&](unsigned from) {
      const point_set rest = s.own & ~one_point(from);
      const point_set closing = completed_by(rest);
      for_each_point(reached(s.own, from) & vacant, [&](unsigned to) {
        const point_set moved = rest | one_point(to);
        if ((closing & one_point(to)) == 0) {
          f(state{s.others, moved});
        } else {
          for_each_point(taken, [&](unsigned man) { f(state{s.others & ~one_point(man), moved}); });
        }
      });
    });
  }
  template <class Callback>
  void for_each_predecessor(const state& s, Callback&& f) const {
    for_each_placing_into(s, f);
    if (s.hand > 0) return;
    const point_set vacant = vacant_points(s);
    const point_set in_mills = men_in_mills(s.others);
    const bool may_have_lost_one = num_points_of(s.own) < m_men;
    for_each_point(s.others, [&](unsigned to) {
      const point_set rest = s.others & ~one_point(to);
      const point_set from_points = reached(s.others, to) & vacant;
      if ((in_mills & one_point(to)) == 0) {
        for_each_point(from_points, [&](unsigned from) {
          const state before{rest | one_point(from), s.own};
          if (!terminal(before)) f(before);
        });
      } else if (may_have_lost_one) {
        const point_set returned = returnable(s.own, vacant);
        for_each_point(from_points, [&](unsigned from) {
          for_each_point(returned & ~one_point(from),
                         [&](unsigned man) { f(state{rest | one_point(from), s.own | one_point(man)}); });
        });
      }
    });
  }

  // The same by number, each representative once.

  template <class Callback>
  void for_each_successor_index(position number, Callback&& f) const {
    const state s = unrank(number);
    if (s.hand > 0) {
      for_each_placing_of(s, f);
    } else {
      for_each_successor_of(s, f);
    }
  }
  template <class Callback>
  void for_each_predecessor_index(position number, Callback&& f) const {
    const state s = unrank(number);
    const auto walk_placings = [&](const auto& g) {
      for_each_placing_into(s, [&](const state& before) { g(number_of_representative(before)); });
    };
    for_each_distinct(walk_placings, f);
    if (s.hand > 0) return;
    for_each_quiet_predecessor_of(s, f);
    for_each_capture_into(s, f);
  }
  template <class Callback>
  position for_each_leaving_index(position number, Callback&& f) const {
    const state s = unrank(number);
    if (s.hand > 0) {
      for_each_placing_of(s, f);
      return 0;
    }
    const point_set vacant = vacant_points(s);
    const bool is_plain = least_of(num_points_of(s.others), orbit_of(s.others).number).fixing == identity_alone;
    if (is_plain && !flies(s.own)) {
      const position closing = num_closing_slides(s.own, vacant);
      if (closing > 0) for_each_capture_of(s, f);
      return num_slides(s.own, vacant) - closing;
    }
    for_each_capture_of(s, f);
    if (is_plain) return num_quiet_flights(s.own, vacant);
    position num_quiet = 0;
    for_each_quiet_successor_of(s, [&num_quiet](position) { ++num_quiet; });
    return num_quiet;
  }

  [[nodiscard]] state start() const { return {0, 0, static_cast<std::uint8_t>(2 * m_men)}; }

  // Text: a ring a row, the outermost first; X are the men of the player to move, O the other's. Empty hands are left
  // out.

  [[nodiscard]] std::string format(const state& s) const {
    character_grid board(num_rings, ring_size, '.');
    for (unsigned point = 0; point < num_points; ++point) board[board.cell(point)] = letter_at(s, point);
    const std::string text = fmt::format("board={}", board.text('/'));
    return s.hand == 0 ? text : fmt::format("{} hands={},{}", text, hand_of_mover(s), hand_of_other(s));
  }
  [[nodiscard]] state parse(std::string_view text) const {
    std::vector<std::string> names{"board"};
    if (text.find("hand") != std::string_view::npos) names.emplace_back("hands");
    const auto fields = parse_fields(text, names);
    const character_grid board = parse_board(fields.at("board"), num_rings, ring_size, letters);
    state s;
    for (unsigned point = 0; point < num_points; ++point) {
      const std::size_t letter = letters.find(board[board.cell(point)]);
      if (letter == 1) s.own |= one_point(point);
      if (letter == 2) s.others |= one_point(point);
    }
    if (names.size() > 1) s.hand = parse_hands(fields.at("hands"));
    if (s.hand > 0) {
      refuse_other_men(s, "X", s.own, hand_of_mover(s), hand_of_other(s));
      refuse_other_men(s, "O", s.others, hand_of_other(s), hand_of_mover(s));
      return s;
    }
    for (const point_set men : {s.own, s.others}) {
      if (const unsigned count = num_points_of(men); count < least_men || count > m_men) {
        throw input_error(
            fmt::format("position: '{}': a player has {} men, not {} to {}", format(s), count, least_men, m_men));
      }
    }
    return s;
  }
  [[nodiscard]] std::string drawing(const state& s) const {
    std::string lines =
        "a-----b-----c\n"
        "|     |     |\n"
        "| i---j---k |\n"
        "| |   |   | |\n"
        "| | q-r-s | |\n"
        "| | |   | | |\n"
        "h-p-x   t-l-d\n"
        "| | |   | | |\n"
        "| | w-v-u | |\n"
        "| |   |   | |\n"
        "| o---n---m |\n"
        "|     |     |\n"
        "g-----f-----e";
    for (char& place : lines) {
      if (place >= 'a' && place <= 'x') place = letter_at(s, static_cast<unsigned>(place - 'a'));
    }
    if (s.hand == 0) return lines + "\nX to move";
    return fmt::format("{}\nX to move, with {} in hand; O has {}", lines, hand_of_mover(s), hand_of_other(s));
  }

 private:
  static constexpr unsigned least_men = 3;
  static constexpr unsigned most_men = most_size;
  static constexpr unsigned most_in_hand = 2 * most_men;
  static constexpr std::uint32_t group_base = most_men + 1;
  static constexpr std::string_view letters = ".XO";

  struct slice_box {
    position first = 0;
    position stride = 0;
    position num_orbits = 0;
    std::uint32_t place = 0;
    unsigned own = 0;
    unsigned others = 0;
    unsigned hand = 0;
    [[nodiscard]] position size() const { return stride * num_orbits; }
    [[nodiscard]] unsigned row_size() const { return is_first_to_move(hand) ? own : others; }
    [[nodiscard]] unsigned column_size() const { return is_first_to_move(hand) ? others : own; }
  };
  static constexpr std::size_t usual_degree = 64;

  [[nodiscard]] static unsigned checked_men(const morris::variant& rules) {
    if (rules.board != morris::boards::nine || rules.men < least_men || rules.men > most_men) {
      throw input_error(
          fmt::format("men={}: nine men's morris is solved with {} to {} men", rules.men, least_men, most_men));
    }
    return rules.men;
  }

  // Who has what. Before the last man is placed, rows have the first player's set and columns the second's; after that
  // the first player is to move, and rows have the mover's.

  [[nodiscard]] static constexpr bool is_first_to_move(unsigned hand) { return hand % 2 == 0; }
  [[nodiscard]] static constexpr point_set rows_of(const state& s) {
    return is_first_to_move(s.hand) ? s.own : s.others;
  }
  [[nodiscard]] static constexpr point_set columns_of(const state& s) {
    return is_first_to_move(s.hand) ? s.others : s.own;
  }
  [[nodiscard]] static constexpr state state_of(point_set rows, point_set columns, unsigned hand) {
    const auto narrow = static_cast<std::uint8_t>(hand);
    return is_first_to_move(hand) ? state{rows, columns, narrow} : state{columns, rows, narrow};
  }
  /// Who is to move has as many in hand as the other, or, as the second player, one more.
  [[nodiscard]] static constexpr unsigned hand_of_mover(const state& s) { return (s.hand + 1U) / 2; }
  [[nodiscard]] static constexpr unsigned hand_of_other(const state& s) { return s.hand / 2U; }
  /// Of a player with so many in hand, while there are men in hand; the other has so many.
  [[nodiscard]] unsigned fewest_men(unsigned hand, unsigned hand_of_opponent) const {
    const unsigned placed_by_opponent = m_men - hand_of_opponent;
    const unsigned most_taken = placed_by_opponent < least_men ? 0 : placed_by_opponent + 1 - least_men;
    const unsigned placed = m_men - hand;
    return placed > most_taken ? placed - most_taken : 0;
  }
  [[nodiscard]] std::uint8_t parse_hands(std::string_view text) const {
    const std::size_t comma = text.find(',');
    const bool is_pair = comma != std::string_view::npos;
    const auto own = parse_number<std::uint8_t>(is_pair ? text.substr(0, comma) : "");
    const auto others = parse_number<std::uint8_t>(is_pair ? text.substr(comma + 1) : "");
    if (!own || !others || *own > m_men || (*own != *others && *own != *others + 1)) {
      throw input_error(
          fmt::format("position: hands={} is not two numbers from 0 to {}, such as 2,2 or 2,1: the men in hand of the "
                      "player to move, and of the other as many or one less",
                      excerpt(text), m_men));
    }
    return static_cast<std::uint8_t>(*own + *others);
  }
  void refuse_other_men(const state& s, std::string_view letter, point_set men, unsigned hand,
                        unsigned hand_of_opponent) const {
    const unsigned count = num_points_of(men);
    const unsigned fewest = fewest_men(hand, hand_of_opponent);
    if (count >= fewest && count <= m_men - hand) return;
    throw input_error(fmt::format("position: '{}': {} has {} men on the board, not {} to {}", format(s), letter, count,
                                  fewest, m_men - hand));
  }

  // Slices by the men.

  [[nodiscard]] static constexpr std::uint32_t group_number(unsigned hand, unsigned own, unsigned others) {
    return (hand * group_base + own) * group_base + others;
  }
  [[nodiscard]] const slice_box& box_after_placing(unsigned own, unsigned others) const {
    return m_boxes[0][own][others];
  }
  [[nodiscard]] const slice_box& box_of(const state& s) const {
    return m_boxes[s.hand][num_points_of(s.own)][num_points_of(s.others)];
  }
  /// Null if there is none.
  [[nodiscard]] const slice_box* box_at(unsigned hand, unsigned own, unsigned others) const {
    if (hand > 2 * m_men || own > m_men || others > m_men) return nullptr;
    const slice_box& box = m_boxes[hand][own][others];
    return box.size() > 0 ? &box : nullptr;
  }
  /// Where moves lead that take nothing, and those that take a man; null if all of them are ends, or there are none.
  [[nodiscard]] const slice_box* quiet_from(const slice_box& box) const {
    return box.hand == 0 ? box_at(0, box.others, box.own) : box_at(box.hand - 1, box.others, box.own + 1);
  }
  [[nodiscard]] const slice_box* capture_from(const slice_box& box) const {
    constexpr unsigned men_to_close_mill = 2;
    if (box.others == 0) return nullptr;
    if (box.hand == 0) return box_at(0, box.others - 1, box.own);
    return box.own < men_to_close_mill ? nullptr : box_at(box.hand - 1, box.others - 1, box.own + 1);
  }

  // Sets of points.

  [[nodiscard]] static constexpr point_set vacant_points(const state& s) { return all_points & ~(s.own | s.others); }
  [[nodiscard]] bool flies(point_set men) const { return m_flies && num_points_of(men) == least_men; }
  /// Where one of these men may go or come from, were all points vacant.
  [[nodiscard]] point_set reached(point_set men, unsigned man) const {
    return flies(men) ? all_points : neighbours(one_point(man));
  }
  /// Vacant points where a man may have been taken from among these, by a mill.
  [[nodiscard]] static point_set returnable(point_set men, point_set vacant) {
    const point_set in_mills = vacant & completed_by(men);
    const point_set outside = vacant & ~in_mills;
    // A man in a mill was taken where all were in mills.
    point_set found = outside;
    for_each_point(in_mills, [&](unsigned man) {
      const point_set all = men | one_point(man);
      if (men_in_mills(all) == all) found |= one_point(man);
    });
    return found;
  }
  /// Where slides end that close a mill: without the man who moves, who stood in one of the target's two lines.
  [[nodiscard]] static constexpr point_set closing_slides(point_set own, point_set vacant) {
    const point_set by_spoke = spokes_with_two(own);
    const point_set men_on_spokes = own & middles;
    const point_set along =
        (clockwise(own) & (side_ahead(own) | by_spoke)) | (anticlockwise(own) & (side_behind(own) | by_spoke));
    const point_set across = (one_ring_in(men_on_spokes) | one_ring_out(men_on_spokes)) & sides_around(own);
    return (along | across) & vacant;
  }
  [[nodiscard]] bool can_close_mill(const state& s) const {
    const point_set vacant = vacant_points(s);
    if (!flies(s.own)) return closing_slides(s.own, vacant) != 0;
    bool found = false;
    for_each_point(s.own, [&](unsigned from) { found |= (completed_by(s.own & ~one_point(from)) & vacant) != 0; });
    return found;
  }
  [[nodiscard]] static position num_slides(point_set own, point_set vacant) {
    const point_set on_spokes = own & middles;
    return num_points_of(clockwise(own) & vacant) + num_points_of(anticlockwise(own) & vacant) +
           num_points_of(one_ring_in(on_spokes) & vacant) + num_points_of(one_ring_out(on_spokes) & vacant);
  }
  /// Moves of men who fly that close no mill.
  [[nodiscard]] static position num_quiet_flights(point_set own, point_set vacant) {
    position count = 0;
    for_each_point(own, [&](unsigned from) { count += num_points_of(vacant & ~completed_by(own & ~one_point(from))); });
    return count;
  }
  /// As closing_slides, which has the points where several may end.
  [[nodiscard]] static position num_closing_slides(point_set own, point_set vacant) {
    const point_set by_spoke = spokes_with_two(own);
    const point_set by_side = sides_around(own) & vacant;
    const point_set on_spokes = own & middles;
    return num_points_of(clockwise(own) & (side_ahead(own) | by_spoke) & vacant) +
           num_points_of(anticlockwise(own) & (side_behind(own) | by_spoke) & vacant) +
           num_points_of(one_ring_in(on_spokes) & by_side) + num_points_of(one_ring_out(on_spokes) & by_side);
  }

  template <class Callback>
  void for_each_successor_of(const state& s, Callback&& f) const {
    for_each_quiet_successor_of(s, f);
    for_each_capture_of(s, f);
  }
  template <class Callback>
  void for_each_quiet_successor_of(const state& s, Callback&& f) const {
    const point_set vacant = vacant_points(s);
    const target_row quiet(*this, s.others, s.own);
    const auto walk = [&](const auto& g) {
      for_each_point(s.own, [&](unsigned from) {
        const point_set closing = completed_by(s.own & ~one_point(from));
        for_each_point(reached(s.own, from) & vacant & ~closing,
                       [&](unsigned to) { g(quiet.number(*this, from, to)); });
      });
    };
    for_each_distinct(walk, f, repeats_under(quiet.fixing));
  }
  template <class Callback>
  void for_each_capture_of(const state& s, Callback&& f) const {
    if (num_points_of(s.others) == least_men) return;
    const point_set vacant = vacant_points(s);
    struct move {
      unsigned from = 0;
      unsigned to = 0;
    };
    boost::container::small_vector<move, usual_degree> closing_moves;
    for_each_point(s.own, [&](unsigned from) {
      const point_set closing = completed_by(s.own & ~one_point(from));
      for_each_point(reached(s.own, from) & vacant & closing,
                     [&](unsigned to) { closing_moves.push_back({from, to}); });
    });
    if (closing_moves.empty()) return;
    const auto walk = [&](const auto& g) {
      for_each_point(takeable(s.others), [&](unsigned man) {
        const target_row row(*this, s.others & ~one_point(man), s.own);
        for (const move& m : closing_moves) g(row.number(*this, m.from, m.to));
      });
    };
    for_each_distinct(walk, f);
  }

  // Placing.

  template <class Callback>
  void for_each_placing_of(const state& s, Callback&& f) const {
    const auto walk = [&](const auto& g) {
      for_each_successor(s, [&](const state& to) { g(number_of_representative(to)); });
    };
    for_each_distinct(walk, f);
  }
  /// Calls f(state) for what leads here by a placing.
  template <class Callback>
  void for_each_placing_into(const state& s, Callback&& f) const {
    const auto hand = static_cast<std::uint8_t>(s.hand + 1);
    const unsigned own = num_points_of(s.own);
    const unsigned placed = num_points_of(s.others);
    if (placed == 0) return;
    const bool may_be_quiet = box_at(hand, placed - 1, own) != nullptr;
    const bool may_have_lost_one = box_at(hand, placed - 1, own + 1) != nullptr;
    if (!may_be_quiet && !may_have_lost_one) return;
    const point_set in_mills = men_in_mills(s.others);
    const point_set returned = may_have_lost_one ? returnable(s.own, vacant_points(s)) : 0;
    const auto call_if_played = [&](const state& before) {
      if (!terminal(before)) f(before);
    };
    for_each_point(s.others, [&](unsigned to) {
      const point_set rest = s.others & ~one_point(to);
      const bool has_closed = (in_mills & one_point(to)) != 0;
      if (may_be_quiet && (!has_closed || s.own == 0)) call_if_played({rest, s.own, hand});
      if (!has_closed) return;
      for_each_point(returned, [&](unsigned man) { call_if_played({rest, s.own | one_point(man), hand}); });
    });
  }

  // Moves taken back. Precondition of both: the mover's set is a representative.

  template <class Callback>
  void for_each_quiet_predecessor_of(const state& s, Callback& f) const {
    const point_set vacant = vacant_points(s);
    const unsigned own = num_points_of(s.own);
    const point_set in_mills = men_in_mills(s.others);
    const representative& here = least_of(own, orbit_of(s.own).number);

    // A symmetry that makes one quiet move's source of another's keeps the set of the player now to move.
    const auto walk = [&](const auto& g) {
      for_each_point(s.others & ~in_mills, [&](unsigned to) {
        const point_set rest = s.others & ~one_point(to);
        for_each_point(reached(s.others, to) & vacant, [&](unsigned from) {
          const state before{rest | one_point(from), s.own};
          if (own == least_men && can_close_mill(before)) return;
          g(number_of_representative(before));
        });
      });
    };
    for_each_distinct(walk, f, repeats_under(here.fixing));
  }
  template <class Callback>
  void for_each_capture_into(const state& s, Callback& f) const {
    const point_set vacant = vacant_points(s);
    const unsigned own = num_points_of(s.own);
    const unsigned others = num_points_of(s.others);
    const point_set in_mills = men_in_mills(s.others);
    if (own == m_men || in_mills == 0) return;
    const point_set returned = returnable(s.own, vacant);
    if (returned == 0) return;
    const auto walk = [&](const auto& g) {
      for_each_point(in_mills, [&](unsigned to) {
        const point_set rest = s.others & ~one_point(to);
        for_each_point(reached(s.others, to) & vacant, [&](unsigned from) {
          const point_set before = rest | one_point(from);
          const orbit_of_set orbit = orbit_of(before);
          const representative& least = least_of(others, orbit.number);
          const slice_box& box = box_after_placing(others, own + 1);
          const position first = box.first + orbit.number * box.stride;
          const point_set kept = image(orbit.symmetry, s.own);
          for_each_point(returned & ~one_point(from), [&](unsigned man) {
            const point_set all = least_image(kept | one_point(point_images(orbit.symmetry)[man]), least.fixing);
            g(first + number_among_rest(all, least.set));
          });
        });
      });
    };
    for_each_distinct(walk, f);
  }
  /// Positions after moves that leave the player who is then to move with one set of men.
  struct target_row {
    target_row(const nine_mens_morris& game, point_set movers, point_set men) {
      const orbit_of_set orbit = game.orbit_of(movers);
      const unsigned size = num_points_of(movers);
      const representative& of = game.least_of(size, orbit.number);
      const slice_box& box = game.box_after_placing(size, num_points_of(men));
      first = box.first + orbit.number * box.stride;
      least = of.set;
      fixing = of.fixing;
      points = game.point_images(orbit.symmetry);
      image = game.image(orbit.symmetry, men);
    }
    [[nodiscard]] position number(const nine_mens_morris& game, unsigned from, unsigned to) const {
      const point_set moved = image ^ one_point(points[from]) ^ one_point(points[to]);
      return first + game.number_among_rest(game.least_image(moved, fixing), least);
    }
    position first = 0;
    point_set least = 0;
    point_set image = 0;
    const std::uint8_t* points = nullptr;
    std::uint16_t fixing = 0;
  };
  /// @param fixing  the symmetries that keep the set of the player who does not move
  [[nodiscard]] static repeats repeats_under(std::uint16_t fixing) {
    return fixing == identity_alone ? repeats::none : repeats::possible;
  }

  // Numbers of sets.

  [[nodiscard]] position number_of_representative(const state& s) const {
    const point_set rows = rows_of(s);
    const orbit_of_set orbit = orbit_of(rows);
    const representative& least = least_of(num_points_of(rows), orbit.number);
    const slice_box& box = box_of(s);
    const point_set columns = least_image(image(orbit.symmetry, columns_of(s)), least.fixing);
    return box.first + orbit.number * box.stride + number_among_rest(columns, least.set);
  }
  [[nodiscard]] const slice_box& box_of(position number) const {
    const auto after = std::upper_bound(m_in_order.begin(), m_in_order.end(), number,
                                        [](position p, const slice_box& box) { return p < box.first; });
    return *std::prev(after);
  }
  [[nodiscard]] static char letter_at(const state& s, unsigned point) {
    return letters[(s.own & one_point(point)) != 0 ? 1 : (s.others & one_point(point)) != 0 ? 2 : 0];
  }

  // Tables.

  void make_slices_after_placing() {
    for (unsigned men = 2 * least_men; men <= 2 * m_men; ++men) {
      for (unsigned own = least_men; own <= m_men; ++own) {
        if (men >= own + least_men && men <= own + m_men) add_slice(0, own, men - own);
      }
    }
  }
  void make_placing_slices(unsigned hand) {
    const unsigned of_mover = (hand + 1) / 2;
    const unsigned of_other = hand / 2;
    for (unsigned men = 0; men <= 2 * m_men - hand; ++men) {
      for (unsigned own = fewest_men(of_mover, of_other); own <= std::min(men, m_men - of_mover); ++own) {
        const unsigned others = men - own;
        if (others < fewest_men(of_other, of_mover) || others > m_men - of_other) continue;
        add_slice(hand, own, others);
      }
    }
  }
  void add_slice(unsigned hand, unsigned own, unsigned others) {
    slice_box box;
    box.own = own;
    box.others = others;
    box.hand = hand;
    box.first = m_num_positions;
    box.stride = binomial(num_points - box.row_size(), box.column_size());
    box.num_orbits = num_orbits(box.row_size());
    box.place = static_cast<std::uint32_t>(m_in_order.size());
    m_boxes[hand][own][others] = box;
    m_in_order.push_back(box);
    m_num_positions += box.size();
  }

  unsigned m_men;
  bool m_flies;
  /// By the men in hand, the mover's and the other's.
  std::array<std::array<std::array<slice_box, most_men + 1>, most_men + 1>, most_in_hand + 1> m_boxes{};
  std::vector<slice_box> m_in_order;
  position m_num_positions = 0;
};

}  // namespace zermelo::games
