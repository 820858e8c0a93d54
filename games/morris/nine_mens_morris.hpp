// SPDX-License-Identifier: MIT
// Nine men's morris as a ranked game in slices, by the men in hand and the men of both sides on the board.
//
// Rules. Each side has `men` men in hand. The players take turns to place them on vacant points; the first player
// begins. When both hands are empty, the player to move slides a man to an adjacent vacant point; with `flying`, a
// player with exactly three men may move any of them to any vacant point. A player who closes one or two mills by
// placing or moving captures a man of the opponent outside mills, or any man if all are in mills. When both hands are
// empty, a player who has fewer than three men or cannot move loses. Repetition is a draw. Hence, after the placing, a
// mill closed against three men ends play. A position with such a move is stored as a terminal, a win in one ply, so no
// stored position has fewer than three men of a side. Before the last man is placed, positions whose result is certain
// in one or two plies are terminals, too.
//
// Points       see three_rings.hpp.
// Parameters   men of each side, 3 to 9; flying. The other parameters of `morris` have only one value.
// Positions    After the placing: all placements of 3 to `men` men of each side, in slices w-b with w men of the player
//              to move and b of the opponent; 8,904,593,601 positions in 49 slices for 9 men. Before: all placements of
//              possible numbers of men. If a player has placed q men, the opponent has lost at most q - 2, since the
//              first mill needs three. The slice hH-w-b has the positions with H men in both hands together, and
//              follows the slices with fewer men in hand; 17,849,543,887 positions in 312 slices for 9 men.
// Memory       the tables of three_rings.hpp, and 100 KiB.
// Published    a draw (R. Gasser, Solving Nine Men's Morris, Games of No Chance, MSRI 29, 1996).
#pragma once

#include <algorithm>
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
#include <zermelo/core/rules/for_each_weighted.hpp>

#include "morris.hpp"
#include "nine_numbering.hpp"
#include "nine_slices.hpp"
#include "picture.hpp"
#include "placing_rows.hpp"
#include "text.hpp"
#include "three_rings.hpp"

namespace zermelo::games {

class nine_mens_morris : private nine_men::numbering {
 public:
  using state = nine_men::placement;

  static constexpr bool is_relative = true;

  /// @throws input_error if the board of `rules` is not `nine`
  explicit nine_mens_morris(const morris::variant& rules)
      : numbering(checked_men(rules)), m_men(rules.men), m_flies(rules.flying == morris::flying::yes) {}
  explicit nine_mens_morris(const parameter_values& values) : nine_mens_morris(morris::checked_variant(values)) {}

  static constexpr std::string_view name() { return morris::name(); }
  static constexpr std::string_view summary() { return morris::summary(); }
  static std::vector<parameter> parameters() { return morris::parameters(); }
  /// Builds the game to compute its size. This needs at most a few megabytes.
  static game_size size_of(const parameter_values& values) {
    const nine_mens_morris game(values);
    const std::uint64_t bytes = sizeof game + game.bytes_of_orbits();
    return {game.num_positions(), bytes, bytes};
  }

  // The numbering of positions; see nine_numbering.hpp.

  using numbering::canonical;
  using numbering::for_each_state;
  using numbering::is_canonical_index;
  using numbering::num_positions;
  using numbering::num_symmetries;
  using numbering::orbit_size;
  using numbering::rank;
  using numbering::unrank;
  [[nodiscard]] bool is_legal(const state&) const { return true; }

  [[nodiscard]] std::uint32_t group_of(const state& s) const {
    return nine_men::slice_boxes::group_number(s.hand, num_points_of(s.own), num_points_of(s.others));
  }
  [[nodiscard]] static std::string group_name(std::uint32_t group) { return nine_men::slice_boxes::group_name(group); }

  /// Slices in ascending order of the men in hand, then of the men on the board. After the placing, a quiet move leads
  /// from w-b to b-w, and a capture to (b-1)-w. During the placing, the player who moves has one more man on the board
  /// after the move.
  [[nodiscard]] std::vector<slice> slices() const {
    std::vector<slice> all;
    for (const nine_men::slice_box& box : boxes().in_order()) {
      slice s{group_name(nine_men::slice_boxes::group_number(box.hand, box.own, box.others)), box.size(), {}, {}};
      for (const nine_men::slice_box* reachable : {boxes().quiet_from(box), boxes().capture_from(box)}) {
        if (reachable != nullptr) s.leads_to.push_back(reachable->index);
      }
      std::sort(s.leads_to.begin(), s.leads_to.end());
      s.counts = {{"hand", box.hand}, {"men", box.own + box.others}, {"own", box.own}, {"other", box.others}};
      all.push_back(std::move(s));
    }
    return all;
  }

  /// Solves a range of a slice of the placing phase, row by row; see placing_rows.hpp.
  /// @throws contract_error if the slice is not in the placing phase, or if a slice that it leads to is missing
  void solve_outcomes(std::uint32_t slice, position first, position last, std::span<const outcome_bits* const> finished,
                      outcome_bits& found) const {
    const nine_men::slice_box& box = boxes().in_order().at(slice);
    if (box.hand == 0) throw contract_error("a slice after the placing cannot be solved in one pass");
    const auto reachable = [&finished](const nine_men::slice_box* to) -> placing_rows::target {
      if (to == nullptr) return {};
      if (to->index >= finished.size() || finished[to->index] == nullptr) {
        throw contract_error("a slice that this slice leads to is not finished");
      }
      return {finished[to->index]->words(), to->stride};
    };
    placing_rows rows(
        *this, box.own, box.others,
        nine_men::is_first_to_move(box.hand) ? placing_rows::side::has_rows : placing_rows::side::has_columns,
        box.hand == 1 ? placing_rows::placing::last : placing_rows::placing::earlier,
        reachable(boxes().quiet_from(box)), reachable(boxes().capture_from(box)));
    rows.solve(first, last, found);
  }

  // The rules.

  [[nodiscard]] std::optional<result> terminal(const state& s) const {
    if (s.hand > 1) return std::nullopt;
    const unsigned others = num_points_of(s.others);
    if (s.hand == 0) {
      if (others > nine_men::min_men || !can_close_mill(s)) return std::nullopt;
      return result::won_by(player::first, 1);
    }
    // The second player places the last man. The first player, who moves next, loses in one ply with fewer than three
    // men. If the second player has fewer than three, play ends after the first player's next turn, in two plies, since
    // so few men cannot block a player who has three.
    const bool can_take = (completed_by(s.own) & vacant_points(s)) != 0;
    if (others < nine_men::min_men || (others == nine_men::min_men && can_take))
      return result::won_by(player::first, 1);
    if (num_points_of(s.own) + 1 < nine_men::min_men) return result::won_by(player::second, 2);
    return std::nullopt;
  }
  /// The same board with the other player to move; nothing during the placing.
  [[nodiscard]] std::optional<state> passed(const state& s) const {
    if (s.hand > 0) return std::nullopt;
    return state{s.others, s.own, 0};
  }
  [[nodiscard]] result no_moves(const state&) const { return result::won_by(player::second); }
  template <class Callback>
  void for_each_successor(const state& s, Callback&& f) const {
    const point_set vacant = vacant_points(s);
    const point_set taken = takeable(s.others);
    const auto hand = static_cast<std::uint8_t>(s.hand > 0 ? s.hand - 1 : 0);
    // Calls f for the player to move with the men `rest` and one more on `to`.
    const auto put = [&](point_set rest, unsigned to, point_set closing) {
      const point_set own = rest | one_point(to);
      if ((closing & one_point(to)) == 0) {
        f(state{s.others, own, hand});
      } else {
        for_each_point(taken, [&](unsigned man) { f(state{s.others & ~one_point(man), own, hand}); });
      }
    };
    if (s.hand > 0) {
      const point_set closing = s.others != 0 ? completed_by(s.own) : 0;  // nothing to capture
      for_each_point(vacant, [&](unsigned to) { put(s.own, to, closing); });
      return;
    }
    for_each_point(s.own, [&](unsigned from) {
      const point_set rest = s.own & ~one_point(from);
      const point_set closing = completed_by(rest);
      for_each_point(reached(s.own, from) & vacant, [&](unsigned to) { put(rest, to, closing); });
    });
  }
  template <class Callback>
  void for_each_predecessor(const state& s, Callback&& f) const {
    for_each_placing_predecessor(s, f);
    if (s.hand > 0) return;
    for_each_quiet_predecessor(s, f);
    for_each_capture_to(s, [&](point_set own_before, point_set returned) {
      for_each_point(returned, [&](unsigned man) { f(state{own_before, s.own | one_point(man)}); });
    });
  }

  // Moves by position number.

  template <class Callback>
  void for_each_successor_index(position number, Callback&& f) const {
    const state s = unrank(number);
    if (s.hand > 0) {
      for_each_placing_of(s, f);
    } else {
      for_each_quiet_successor_of(s, f);
      for_each_capture_of(s, f);
    }
  }
  template <class Callback>
  void for_each_predecessor_index(position number, Callback&& f) const {
    const state s = unrank(number);
    const auto walk = [&](const auto& g) {
      const auto call = [&](const state& before) {
        const nine_men::numbering::numbered found = numbered_representative(before);
        g(found.number, found.fixing);
      };
      for_each_placing_predecessor(s, call);
      if (s.hand > 0) return;
      for_each_quiet_predecessor(s, call);
      for_each_capture_predecessor_of(s, g);
    };
    for_each_weighted(num_fixing(s), walk, f);
  }
  template <class Callback>
  position for_each_leaving_index(position number, Callback&& f) const {
    const state s = unrank(number);
    if (s.hand > 0) {
      for_each_placing_of(s, f);
      return 0;
    }
    const point_set vacant = vacant_points(s);
    if (flies(s.own)) {
      for_each_capture_of(s, f);
      return num_quiet_flights(s.own, vacant);
    }
    const position closing = num_closing_slides(s.own, vacant);
    if (closing > 0) for_each_capture_of(s, f);
    return num_slides(s.own, vacant) - closing;
  }

  [[nodiscard]] state start() const { return {0, 0, static_cast<std::uint8_t>(2 * m_men)}; }

  // Strings have one ring per row, beginning with the outermost. X is a man of the player to move, O of the opponent.
  // Empty hands are omitted.

  [[nodiscard]] std::string format(const state& s) const {
    const std::string text = fmt::format("board={}", men_morris::format_men({s.own, s.others}, num_rings, ring_size));
    return s.hand == 0 ? text : fmt::format("{} hands={},{}", text, nine_men::own_hand(s), nine_men::hand_of_other(s));
  }
  [[nodiscard]] state parse(std::string_view text) const {
    std::vector<std::string> names{"board"};
    if (text.find("hand") != std::string_view::npos) names.emplace_back("hands");
    const auto fields = parse_fields(text, names);
    const auto [own, others] = men_morris::parse_men(fields.at("board"), num_rings, ring_size);
    state s{own, others};
    if (names.size() > 1) s.hand = parse_hands(fields.at("hands"));
    if (s.hand > 0) {
      expect_men_in_range(s, "X", s.own, nine_men::own_hand(s), nine_men::hand_of_other(s));
      expect_men_in_range(s, "O", s.others, nine_men::hand_of_other(s), nine_men::own_hand(s));
      return s;
    }
    for (const point_set men : {s.own, s.others}) {
      if (const unsigned count = num_points_of(men); count < nine_men::min_men || count > m_men) {
        throw input_error(fmt::format("position: '{}': a player has {} men; expected {} to {}", format(s), count,
                                      nine_men::min_men, m_men));
      }
    }
    return s;
  }
  [[nodiscard]] std::string drawing(const state& s) const {
    const std::string lines = men_morris::draw_men({s.own, s.others}, men_morris::three_rings_picture);
    if (s.hand == 0) return lines + "\nX to move";
    return fmt::format("{}\nX to move, with {} in hand; O has {}", lines, nine_men::own_hand(s),
                       nine_men::hand_of_other(s));
  }
  [[nodiscard]] game_board board_shape() const {
    return men_morris::picture_of_rings(num_rings, [](unsigned point) { return neighbours(one_point(point)); });
  }
  [[nodiscard]] placed_pieces board_pieces(const state& s, player to_move) const {
    return men_morris::men_in_picture(num_points, {s.own, s.others},
                                      {nine_men::own_hand(s), nine_men::hand_of_other(s)}, to_move);
  }

 private:
  static constexpr std::size_t num_inline_moves = 64;  ///< closing moves listed without allocation

  [[nodiscard]] static unsigned checked_men(const morris::variant& rules) {
    if (rules.board != morris::boards::nine || rules.men < nine_men::min_men || rules.men > nine_men::max_men) {
      throw input_error(fmt::format("men: nine men's morris: expected from {} to {}, got '{}'", nine_men::min_men,
                                    nine_men::max_men, rules.men));
    }
    return rules.men;
  }

  [[nodiscard]] std::uint8_t parse_hands(std::string_view text) const {
    const auto hands = men_morris::parse_hands(text);
    if (!hands || hands->first > m_men || (hands->first != hands->second && hands->first != hands->second + 1)) {
      throw input_error(
          fmt::format("position: hands: expected two numbers from 0 to {}, such as 2,2 or 2,1: the men in hand of the "
                      "player to move, and as many or one fewer of the other player, got '{}'",
                      m_men, excerpt(text)));
    }
    return static_cast<std::uint8_t>(hands->first + hands->second);
  }
  void expect_men_in_range(const state& s, std::string_view letter, point_set men, unsigned hand,
                           unsigned hand_of_opponent) const {
    const unsigned count = num_points_of(men);
    const unsigned fewest = boxes().fewest_men(hand, hand_of_opponent);
    if (count >= fewest && count <= m_men - hand) return;
    throw input_error(fmt::format("position: '{}': {} has {} men on the board; expected {} to {}", format(s), letter,
                                  count, fewest, m_men - hand));
  }

  // Sets of points and moves after the placing.

  [[nodiscard]] static constexpr point_set vacant_points(const state& s) { return all_points & ~(s.own | s.others); }
  [[nodiscard]] bool flies(point_set men) const { return m_flies && num_points_of(men) == nine_men::min_men; }
  /// The points to or from which one of these men could move if all points were vacant.
  [[nodiscard]] point_set reached(point_set men, unsigned man) const {
    return flies(men) ? all_points : neighbours(one_point(man));
  }
  [[nodiscard]] bool can_close_mill(const state& s) const {
    const point_set vacant = vacant_points(s);
    if (!flies(s.own)) return closing_slides(s.own, vacant) != 0;
    bool found = false;
    for_each_point(s.own, [&](unsigned from) { found |= (completed_by(s.own & ~one_point(from)) & vacant) != 0; });
    return found;
  }
  template <class Callback>
  void for_each_quiet_successor_of(const state& s, Callback&& f) const {
    const point_set vacant = vacant_points(s);
    const nine_men::target_row quiet(*this, s.others, s.own);
    for_each_point(s.own, [&](unsigned from) {
      const point_set closing = completed_by(s.own & ~one_point(from));
      for_each_point(reached(s.own, from) & vacant & ~closing, [&](unsigned to) { f(quiet.number(*this, from, to)); });
    });
  }
  template <class Callback>
  void for_each_capture_of(const state& s, Callback&& f) const {
    if (num_points_of(s.others) == nine_men::min_men) return;
    const point_set vacant = vacant_points(s);
    struct move {
      unsigned from = 0;
      unsigned to = 0;
    };
    boost::container::small_vector<move, num_inline_moves> closing_moves;
    for_each_point(s.own, [&](unsigned from) {
      const point_set closing = completed_by(s.own & ~one_point(from));
      for_each_point(reached(s.own, from) & vacant & closing,
                     [&](unsigned to) { closing_moves.push_back({from, to}); });
    });
    if (closing_moves.empty()) return;
    for_each_point(takeable(s.others), [&](unsigned man) {
      const nine_men::target_row row(*this, s.others & ~one_point(man), s.own);
      for (const move& m : closing_moves) f(row.number(*this, m.from, m.to));
    });
  }

  // Placing.

  template <class Callback>
  void for_each_placing_of(const state& s, Callback&& f) const {
    for_each_successor(s, [&](const state& to) { f(numbered_representative(to).number); });
  }
  /// Calls f(state) for each predecessor from which a placed man leads here.
  template <class Callback>
  void for_each_placing_predecessor(const state& s, Callback&& f) const {
    const auto hand = static_cast<std::uint8_t>(s.hand + 1);
    const unsigned own = num_points_of(s.own);
    const unsigned placed = num_points_of(s.others);
    if (placed == 0) return;
    const bool may_be_quiet = boxes().box_at(hand, placed - 1, own) != nullptr;
    const bool may_have_lost_one = boxes().box_at(hand, placed - 1, own + 1) != nullptr;
    if (!may_be_quiet && !may_have_lost_one) return;
    const point_set in_mills = men_in_mills(s.others);
    const point_set returned = may_have_lost_one ? returnable(s.own, vacant_points(s)) : 0;
    const auto call_unless_terminal = [&](const state& before) {
      if (!terminal(before)) f(before);
    };
    for_each_point(s.others, [&](unsigned to) {
      const point_set rest = s.others & ~one_point(to);
      const bool has_closed = (in_mills & one_point(to)) != 0;
      if (may_be_quiet && (!has_closed || s.own == 0)) call_unless_terminal({rest, s.own, hand});
      if (!has_closed) return;
      for_each_point(returned, [&](unsigned man) { call_unless_terminal({rest, s.own | one_point(man), hand}); });
    });
  }

  // Predecessors after the placing.

  /// Calls f(state) for each predecessor from which a move without a capture leads here.
  template <class Callback>
  void for_each_quiet_predecessor(const state& s, Callback&& f) const {
    const point_set vacant = vacant_points(s);
    for_each_point(s.others & ~men_in_mills(s.others), [&](unsigned to) {
      const point_set rest = s.others & ~one_point(to);
      for_each_point(reached(s.others, to) & vacant, [&](unsigned from) {
        const state before{rest | one_point(from), s.own};
        if (!terminal(before)) f(before);
      });
    });
  }
  /// Calls f(own_before, returned) for each move of a man that may have closed a mill: the men of the player who moved,
  /// before the move, and the points from which the captured man may have been removed.
  template <class Callback>
  void for_each_capture_to(const state& s, Callback&& f) const {
    const point_set in_mills = men_in_mills(s.others);
    if (num_points_of(s.own) == m_men || in_mills == 0) return;
    const point_set vacant = vacant_points(s);
    const point_set returned = returnable(s.own, vacant);
    if (returned == 0) return;
    for_each_point(in_mills, [&](unsigned to) {
      const point_set rest = s.others & ~one_point(to);
      for_each_point(reached(s.others, to) & vacant,
                     [&](unsigned from) { f(rest | one_point(from), returned & ~one_point(from)); });
    });
  }
  /// Calls f(number of the representative, number of symmetries that leave it as it is) for each predecessor from which
  /// a capture leads here.
  template <class Callback>
  void for_each_capture_predecessor_of(const state& s, const Callback& f) const {
    const unsigned others = num_points_of(s.others);
    for_each_capture_to(s, [&](point_set own_before, point_set returned) {
      const orbit_of_set orbit = orbit_of(own_before);
      const representative& least = least_of(others, orbit.number);
      const nine_men::slice_box& box = boxes().box_after_placing(others, num_points_of(s.own) + 1);
      const position first = box.first + orbit.number * box.stride;
      const point_set retained = image(orbit.symmetry, s.own);
      for_each_point(returned, [&](unsigned man) {
        const point_set all = retained | one_point(point_images(orbit.symmetry)[man]);
        f(first + number_among_rest(least_image(all, least.fixing), least.set), num_fixing(all, least.fixing));
      });
    });
  }

  unsigned m_men;
  bool m_flies;
};

}  // namespace zermelo::games
