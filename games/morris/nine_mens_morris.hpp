// SPDX-License-Identifier: MIT
// Nine men's morris after the placing, as a ranked game in slices: the men that both sides have on the board.
//
// Rules. Nobody has men in hand. The player to move slides a man to a vacant point beside it; with `flying`, a player
// with exactly three men moves any of them to any vacant point. Whoever closes a mill, or two at once, takes one man of
// the other: one that is in no mill, or any if all of them are. Who is left with fewer than three men has lost, and so
// has who cannot move. Repetition is a draw. Hence a mill closed against three men ends play: it is an end one ply
// away, and no position has fewer than three men of either side.
//
// Points       point 8 r + p for ring r (0 the outermost) and p = 0 .. 7, clockwise from the top left corner.
// Parameters   men: the most that each side has, 3 to 9; flying. The other parameters of `morris` have one value.
// Positions    all placements of 3 .. men men of each side. The slice w-b, of w men of the mover and b of the other's,
//              has a number for each orbit of the mover's set under the board's 16 symmetries, ascending by its least
//              image, times binomial(24 - w, b), and one for the other's set among the points that the mover's least
//              image leaves. Where symmetries leave that image as it is, only the least of the other's sets that they
//              make of one another is no hole. With 9 men 8,904,593,601 positions in 49 slices.
// Tables       binomial(24, w) words of 4 bytes for w = 3 .. men, at most 9 MiB, and 200 KiB.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/core.h>
#include <boost/container/small_vector.hpp>

#include <zermelo/core/game_module.hpp>

#include "morris.hpp"

namespace zermelo::games {

class nine_mens_morris {
 public:
  struct state {
    point_set own = 0;     ///< the men of the player to move
    point_set others = 0;  ///< the other player's
    friend bool operator==(const state&, const state&) = default;
  };

  static constexpr bool seen_by_mover = true;
  static constexpr bool merges_moves = true;

  /// @throws input_error for rules of another board
  explicit nine_mens_morris(const morris::variant& rules)
      : m_men(rules.men), m_flies(rules.flying == morris::flying::yes) {
    if (rules.board != morris::boards::nine || m_men < least_men || m_men > most_men) {
      throw input_error(
          fmt::format("men={}: nine men's morris is solved with {} to {} men", m_men, least_men, most_men));
    }
    make_bytes();
    make_symmetries();
    make_subset_numbers();
    for (unsigned size = least_men; size <= m_men; ++size) make_orbits(size);
    make_slices();
  }
  explicit nine_mens_morris(const parameter_values& values) : nine_mens_morris(morris::checked_variant(values)) {}

  static constexpr std::string_view name() { return morris::name(); }
  static constexpr std::string_view summary() { return morris::summary(); }
  static std::vector<parameter> parameters() { return morris::parameters(); }
  /// Some megabytes at most, so it is built to be asked.
  static game_size size_of(const parameter_values& values) {
    const nine_mens_morris game(values);
    std::uint64_t bytes = sizeof game;
    for (const orbit_table& table : game.m_orbits) {
      bytes += table.of_set.size() * sizeof(std::uint32_t) + table.least.size() * sizeof(representative);
    }
    return {game.num_positions(), bytes, bytes};
  }

  // The numbers of the positions.

  [[nodiscard]] position num_positions() const { return m_num_positions; }
  /// That of the image under a symmetry that makes the mover's set the least.
  [[nodiscard]] position rank(const state& s) const {
    const orbit_of_set orbit = orbit_of(s.own);
    const unsigned size = num_points_of(s.own);
    const point_set least = m_orbits[size].least[orbit.number].set;
    const slice_box& box = m_boxes[size][num_points_of(s.others)];
    return box.first + orbit.number * box.stride + number_among_rest(image(orbit.symmetry, s.others), least);
  }
  [[nodiscard]] state unrank(position number) const {
    const slice_box& box = box_of(number);
    number -= box.first;
    const point_set own = m_orbits[box.own].least[number / box.stride].set;
    const point_set closed = subset_of_number(box.others, static_cast<std::uint32_t>(number % box.stride));
    return {own, open_gaps_by_bytes(closed, own)};
  }
  template <class Callback>
  void for_each_state(position first, position last, Callback&& f) const {
    if (first == last) return;
    const slice_box* box = nullptr;
    position rest = 0;  // of the numbers with this set of the mover's
    point_set closed = 0;
    state s;
    for (position number = first; number != last; ++number) {
      if (rest == 0) {
        box = &box_of(number);
        const position within = number - box->first;
        s.own = m_orbits[box->own].least[within / box->stride].set;
        const auto at = static_cast<std::uint32_t>(within % box->stride);
        closed = subset_of_number(box->others, at);
        rest = box->stride - at;
      }
      s.others = open_gaps_by_bytes(closed, s.own);
      f(std::as_const(s));
      closed = next_of_its_size(closed);
      --rest;
    }
  }
  [[nodiscard]] bool is_legal(const state&) const { return true; }

  /// The image with the least set of the mover's men, and of these the one with the least set of the other's.
  [[nodiscard]] state canonical(const state& s) const {
    const orbit_of_set orbit = orbit_of(s.own);
    const representative& least = m_orbits[num_points_of(s.own)].least[orbit.number];
    return {least.set, least_image(image(orbit.symmetry, s.others), least.fixing)};
  }
  /// How many placements are alike under the symmetries of the board, itself included.
  [[nodiscard]] std::uint64_t orbit_size(const state& s) const {
    std::uint64_t fixing = 0;
    for (unsigned g = 0; g < num_symmetries; ++g) fixing += image(g, s.own) == s.own && image(g, s.others) == s.others;
    return num_symmetries / fixing;
  }
  [[nodiscard]] std::uint32_t group_of(const state& s) const {
    return num_points_of(s.own) * group_base + num_points_of(s.others);
  }
  /// "4-3": the player to move has four men and the other three.
  [[nodiscard]] std::string group_name(std::uint32_t group) const {
    return fmt::format("{}-{}", group / group_base, group % group_base);
  }

  /// Those with fewer men first; a move that takes nothing hands w-b over as b-w, one that takes a man as (b-1)-w.
  [[nodiscard]] std::vector<slice> slices() const {
    std::vector<slice> all;
    for (const slice_box& box : m_in_order) {
      slice s{group_name(box.own * group_base + box.others), box.size(), {m_boxes[box.others][box.own].place}, {}};
      if (box.others > least_men) s.enters.push_back(m_boxes[box.others - 1][box.own].place);
      std::sort(s.enters.begin(), s.enters.end());
      s.counts = {{"men", box.own + box.others}, {"own", box.own}, {"other", box.others}};
      all.push_back(std::move(s));
    }
    return all;
  }

  // The rules.

  [[nodiscard]] std::optional<result> terminal(const state& s) const {
    if (num_points_of(s.others) > least_men || !can_close_mill(s)) return std::nullopt;
    return result::won_by(player::first, 1);
  }
  [[nodiscard]] result no_moves(const state&) const { return result::won_by(player::second); }
  template <class Callback>
  void for_each_successor(const state& s, Callback&& f) const {
    const point_set vacant = vacant_points(s);
    const point_set taken = takeable(s.others);
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

  [[nodiscard]] position num_successors(position number) const {
    const state s = unrank(number);
    const point_set vacant = vacant_points(s);
    const orbit_of_set orbit = orbit_of(s.others);
    // Where no symmetry keeps the men of who is then to move, moves to different sets are not alike. Men whose taking
    // leaves sets of different orbits lead to different positions too.
    const unsigned others = num_points_of(s.others);
    bool is_plain = m_orbits[others].least[orbit.number].fixing == identity_alone && !flies(s.own);
    const position closing = is_plain ? num_closing_slides(s.own, vacant) : 0;
    const point_set taken = closing > 0 && others > least_men ? takeable(s.others) : 0;
    std::array<std::uint32_t, most_men> met{};
    std::size_t num_met = 0;
    for (point_set left = taken; left != 0 && is_plain; left &= left - 1) {
      const orbit_of_set after = orbit_of(s.others & ~(left & (~left + 1)));
      const auto end = met.begin() + static_cast<std::ptrdiff_t>(num_met);
      is_plain = m_orbits[others - 1].least[after.number].fixing == identity_alone &&
                 std::find(met.begin(), end, after.number) == end;
      met[num_met++] = after.number;
    }
    if (is_plain) return num_slides(s.own, vacant) - closing + closing * num_points_of(taken);
    position count = 0;
    for_each_successor_of(s, [&count](position) { ++count; });
    return count;
  }
  template <class Callback>
  void for_each_successor_index(position number, Callback&& f) const {
    for_each_successor_of(unrank(number), f);
  }
  template <class Callback>
  void for_each_predecessor_index(position number, Callback&& f) const {
    const state s = unrank(number);
    for_each_quiet_predecessor_of(s, f);
    for_each_capture_into(s, f);
  }
  /// Captures change how many men there are, quiet moves do not.
  template <class Callback>
  void for_each_inner_predecessor_index(position number, Callback&& f) const {
    for_each_quiet_predecessor_of(unrank(number), f);
  }
  template <class Callback>
  position for_each_leaving_index(position number, Callback&& f) const {
    const state s = unrank(number);
    const point_set vacant = vacant_points(s);
    const bool is_plain = m_orbits[num_points_of(s.others)].least[orbit_of(s.others).number].fixing == identity_alone;
    if (is_plain && !flies(s.own)) {
      const position closing = num_closing_slides(s.own, vacant);
      if (closing > 0) for_each_capture_of(s, f);
      return num_slides(s.own, vacant) - closing;
    }
    position num_quiet = 0;
    for_each_quiet_successor_of(s, [&num_quiet](position) { ++num_quiet; });
    for_each_capture_of(s, f);
    return num_quiet;
  }

  // Text: a ring a row, the outermost first; X are the men of the player to move, O the other's.

  [[nodiscard]] std::string format(const state& s) const {
    character_grid board(num_rings, ring_size, '.');
    for (unsigned point = 0; point < num_points; ++point) board[board.cell(point)] = letter_at(s, point);
    return fmt::format("board={}", board.text('/'));
  }
  [[nodiscard]] state parse(std::string_view text) const {
    const auto fields = parse_fields(text, {"board"});
    const character_grid board = parse_board(fields.at("board"), num_rings, ring_size, letters);
    state s;
    for (unsigned point = 0; point < num_points; ++point) {
      const std::size_t letter = letters.find(board[board.cell(point)]);
      if (letter == 1) s.own |= one_point(point);
      if (letter == 2) s.others |= one_point(point);
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
    return lines + "\nX to move";
  }

 private:
  static constexpr unsigned least_men = 3;
  static constexpr unsigned most_men = 9;
  static constexpr unsigned num_rings = 3;
  static constexpr unsigned ring_size = 8;
  static constexpr unsigned num_points = num_rings * ring_size;
  static constexpr unsigned num_symmetries = 16;
  static constexpr std::uint32_t group_base = most_men + 1;
  static constexpr std::string_view letters = ".XO";
  static constexpr point_set all_points = first_points(num_points);
  static constexpr point_set corners = 0x555555;
  static constexpr point_set middles = 0xaaaaaa;
  static constexpr point_set byte_mask = first_points(ring_size);
  static constexpr std::size_t num_bytes = std::size_t{1} << ring_size;
  static constexpr unsigned half_size = num_points / 2;
  static constexpr std::size_t num_halves = std::size_t{1} << half_size;
  static constexpr point_set half_mask = first_points(half_size);
  static constexpr std::uint16_t identity_alone = 1;

  /// A set that stands for its orbit, and the symmetries that leave it as it is, a bit each.
  struct representative {
    point_set set = 0;
    std::uint16_t fixing = 0;
  };
  struct orbit_table {
    std::vector<std::uint32_t> of_set;  ///< by the set's number: 16 times the orbit's, and what takes it to the least
    std::vector<representative> least;  ///< by the orbit's number
  };
  struct orbit_of_set {
    std::uint32_t number = 0;
    unsigned symmetry = 0;
  };
  struct slice_box {
    position first = 0;
    position stride = 0;
    position num_orbits = 0;
    std::uint32_t place = 0;
    unsigned own = 0;
    unsigned others = 0;
    [[nodiscard]] position size() const { return stride * num_orbits; }
  };
  static constexpr std::size_t usual_degree = 64;
  using found_positions = boost::container::small_vector<position, usual_degree>;

  // Sets of points, three rings at once.

  /// Every man one point on, clockwise.
  [[nodiscard]] static constexpr point_set clockwise(point_set s) {
    return (s & 0x7f7f7f) << 1 | (s & 0x808080) >> (ring_size - 1);
  }
  [[nodiscard]] static constexpr point_set anticlockwise(point_set s) {
    return (s & 0xfefefe) >> 1 | (s & 0x010101) << (ring_size - 1);
  }
  [[nodiscard]] static constexpr point_set one_ring_in(point_set s) { return s << ring_size & all_points; }
  [[nodiscard]] static constexpr point_set one_ring_out(point_set s) { return s >> ring_size; }
  /// Points whose two companions of a spoke are in the set.
  [[nodiscard]] static constexpr point_set spokes_with_two(point_set s) {
    const point_set in = (s << ring_size | s >> 2 * ring_size) & all_points;
    const point_set out = (s >> ring_size | s << 2 * ring_size) & all_points;
    return in & out & middles;
  }
  [[nodiscard]] static constexpr point_set sides_around(point_set s) {
    return clockwise(s) & anticlockwise(s) & middles;
  }
  [[nodiscard]] static constexpr point_set side_ahead(point_set s) {
    const point_set next = anticlockwise(s);
    return next & anticlockwise(next) & corners;
  }
  [[nodiscard]] static constexpr point_set side_behind(point_set s) {
    const point_set last = clockwise(s);
    return last & clockwise(last) & corners;
  }
  /// Points that would make a mill with two of the set.
  [[nodiscard]] static constexpr point_set completed_by(point_set s) {
    return spokes_with_two(s) | sides_around(s) | side_ahead(s) | side_behind(s);
  }
  [[nodiscard]] static constexpr point_set men_in_mills(point_set s) { return s & completed_by(s); }
  [[nodiscard]] static constexpr point_set takeable(point_set men) {
    const point_set free = men & ~men_in_mills(men);
    return free != 0 ? free : men;
  }
  [[nodiscard]] static constexpr point_set neighbours(point_set s) {
    const point_set on_spokes = s & middles;
    return clockwise(s) | anticlockwise(s) | one_ring_in(on_spokes) | one_ring_out(on_spokes);
  }
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
    found_positions found;
    const bool is_plain = quiet.fixing == identity_alone;
    for_each_point(s.own, [&](unsigned from) {
      const point_set closing = completed_by(s.own & ~one_point(from));
      for_each_point(reached(s.own, from) & vacant & ~closing, [&](unsigned to) {
        const position p = quiet.number(*this, from, to);
        if (is_plain) {
          f(p);
        } else {
          found.push_back(p);
        }
      });
    });
    call_distinct(found, f);
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
    found_positions found;
    for_each_point(takeable(s.others), [&](unsigned man) {
      const target_row row(*this, s.others & ~one_point(man), s.own);
      for (const move& m : closing_moves) found.push_back(row.number(*this, m.from, m.to));
    });
    call_distinct(found, f);
  }

  // Moves taken back. Precondition of both: the mover's set is a representative.

  template <class Callback>
  void for_each_quiet_predecessor_of(const state& s, Callback& f) const {
    const point_set vacant = vacant_points(s);
    const unsigned own = num_points_of(s.own);
    const point_set in_mills = men_in_mills(s.others);
    const representative& here = m_orbits[own].least[orbit_of(s.own).number];

    // A symmetry that makes one quiet move's source of another's keeps the set of the player now to move.
    found_positions quiet;
    const bool is_plain = here.fixing == identity_alone;
    for_each_point(s.others & ~in_mills, [&](unsigned to) {
      const point_set rest = s.others & ~one_point(to);
      for_each_point(reached(s.others, to) & vacant, [&](unsigned from) {
        const state before{rest | one_point(from), s.own};
        if (own == least_men && can_close_mill(before)) return;
        const position p = number_of_representative(before);
        if (is_plain) {
          f(p);
        } else {
          quiet.push_back(p);
        }
      });
    });
    call_distinct(quiet, f);
  }
  template <class Callback>
  void for_each_capture_into(const state& s, Callback& f) const {
    const point_set vacant = vacant_points(s);
    const unsigned own = num_points_of(s.own);
    const unsigned others = num_points_of(s.others);
    const point_set in_mills = men_in_mills(s.others);
    if (own == m_men || in_mills == 0) return;
    found_positions captures;
    const point_set returned = returnable(s.own, vacant);
    if (returned == 0) return;
    for_each_point(in_mills, [&](unsigned to) {
      const point_set rest = s.others & ~one_point(to);
      for_each_point(reached(s.others, to) & vacant, [&](unsigned from) {
        const point_set before = rest | one_point(from);
        const orbit_of_set orbit = orbit_of(before);
        const representative& least = m_orbits[others].least[orbit.number];
        const slice_box& box = m_boxes[others][own + 1];
        const position first = box.first + orbit.number * box.stride;
        const point_set kept = image(orbit.symmetry, s.own);
        for_each_point(returned & ~one_point(from), [&](unsigned man) {
          const point_set all = least_image(kept | one_point(m_point_images[orbit.symmetry][man]), least.fixing);
          captures.push_back(first + number_among_rest(all, least.set));
        });
      });
    });
    call_distinct(captures, f);
  }
  /// Positions after moves that leave the player who is then to move with one set of men.
  struct target_row {
    target_row(const nine_mens_morris& game, point_set movers, point_set men) {
      const orbit_of_set orbit = game.orbit_of(movers);
      const unsigned size = num_points_of(movers);
      const representative& of = game.m_orbits[size].least[orbit.number];
      const slice_box& box = game.m_boxes[size][num_points_of(men)];
      first = box.first + orbit.number * box.stride;
      least = of.set;
      fixing = of.fixing;
      points = game.m_point_images[orbit.symmetry].data();
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
  template <class Callback>
  static void call_distinct(found_positions& found, Callback& f) {
    if (found.size() == 1) {
      f(found.front());
      return;
    }
    if (found.empty()) return;
    std::sort(found.begin(), found.end());
    const auto end = std::unique(found.begin(), found.end());
    std::for_each(found.begin(), end, [&f](position p) { f(p); });
  }

  // Numbers of sets.

  /// As close_gaps and open_gaps, a ring at a time.
  [[nodiscard]] point_set close_gaps_by_bytes(point_set points, point_set gaps) const {
    const point_set g0 = gaps & byte_mask;
    const point_set g1 = gaps >> ring_size & byte_mask;
    const point_set g2 = gaps >> 2 * ring_size;
    const unsigned v0 = m_num_vacant[g0];
    const unsigned v1 = v0 + m_num_vacant[g1];
    return m_closed[g0 << ring_size | (points & byte_mask)] |
           point_set{m_closed[g1 << ring_size | (points >> ring_size & byte_mask)]} << v0 |
           point_set{m_closed[g2 << ring_size | points >> 2 * ring_size]} << v1;
  }
  [[nodiscard]] point_set open_gaps_by_bytes(point_set points, point_set gaps) const {
    const point_set g0 = gaps & byte_mask;
    const point_set g1 = gaps >> ring_size & byte_mask;
    const point_set g2 = gaps >> 2 * ring_size;
    const unsigned v0 = m_num_vacant[g0];
    const unsigned v1 = v0 + m_num_vacant[g1];
    return m_opened[g0 << ring_size | (points & first_points(v0))] |
           point_set{m_opened[g1 << ring_size | (points >> v0 & first_points(v1 - v0))]} << ring_size |
           point_set{m_opened[g2 << ring_size | (points >> v1 & byte_mask)]} << 2 * ring_size;
  }
  [[nodiscard]] std::uint32_t number_of_set(point_set points) const {
    const point_set low = points & half_mask;
    return m_low_number[low] + m_high_number[m_low_size[low]][points >> half_size];
  }
  [[nodiscard]] std::uint32_t number_among_rest(point_set points, point_set gaps) const {
    return number_of_set(close_gaps_by_bytes(points, gaps));
  }
  /// The next set of as many points; of the last, one that is no board's.
  [[nodiscard]] static constexpr point_set next_of_its_size(point_set points) {
    const point_set lowest = points & (~points + 1);
    const point_set carried = points + lowest;
    return carried | ((carried ^ points) >> 2) >> std::countr_zero(points);
  }
  [[nodiscard]] orbit_of_set orbit_of(point_set men) const {
    const std::uint32_t entry = m_orbits[num_points_of(men)].of_set[number_of_set(men)];
    return {entry / num_symmetries, entry % num_symmetries};
  }
  [[nodiscard]] position number_of_representative(const state& s) const {
    const orbit_of_set orbit = orbit_of(s.own);
    const unsigned size = num_points_of(s.own);
    const representative& least = m_orbits[size].least[orbit.number];
    const slice_box& box = m_boxes[size][num_points_of(s.others)];
    const point_set others = least_image(image(orbit.symmetry, s.others), least.fixing);
    return box.first + orbit.number * box.stride + number_among_rest(others, least.set);
  }
  [[nodiscard]] point_set image(unsigned symmetry, point_set points) const {
    const auto& of = m_images[symmetry];
    return of[0][points & byte_mask] | of[1][points >> ring_size & byte_mask] | of[2][points >> 2 * ring_size];
  }
  /// The least image under some symmetries, a bit each, the identity among them.
  [[nodiscard]] point_set least_image(point_set points, std::uint16_t symmetries) const {
    point_set least = points;
    for (unsigned left = symmetries & ~1U; left != 0; left &= left - 1) {
      least = std::min(least, image(static_cast<unsigned>(std::countr_zero(left)), points));
    }
    return least;
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

  void make_bytes() {
    m_closed.resize(num_bytes * num_bytes);
    m_opened.resize(num_bytes * num_bytes);
    for (point_set gaps = 0; gaps < num_bytes; ++gaps) {
      m_num_vacant[gaps] = static_cast<std::uint8_t>(ring_size - num_points_of(gaps));
      for (point_set points = 0; points < num_bytes; ++points) {
        m_closed[gaps << ring_size | points] = static_cast<std::uint8_t>(close_gaps(points & ~gaps, gaps));
        m_opened[gaps << ring_size | points] = static_cast<std::uint8_t>(open_gaps(points, gaps) & byte_mask);
      }
    }
  }
  /// The four turns, their mirror images, and all of them turned inside out.
  void make_symmetries() {
    unsigned g = 0;
    for (const bool is_inside_out : {false, true}) {
      for (const bool is_reflected : {false, true}) {
        for (unsigned turned = 0; turned < ring_size; turned += 2, ++g) {
          for (unsigned point = 0; point < num_points; ++point) {
            const unsigned ring = is_inside_out ? num_rings - 1 - point / ring_size : point / ring_size;
            const unsigned along = is_reflected ? ring_size - point % ring_size : point % ring_size;
            m_point_images[g][point] = static_cast<std::uint8_t>(ring * ring_size + (along + turned) % ring_size);
          }
          for (unsigned ring = 0; ring < num_rings; ++ring) {
            for (point_set points = 0; points < num_bytes; ++points) {
              for_each_point(points, [&](unsigned point) {
                m_images[g][ring][points] |= one_point(m_point_images[g][ring * ring_size + point]);
              });
            }
          }
        }
      }
    }
  }
  void make_subset_numbers() {
    m_low_number.resize(num_halves);
    m_low_size.resize(num_halves);
    for (auto& of_low : m_high_number) of_low.resize(num_halves);
    for (point_set half = 0; half < num_halves; ++half) {
      m_low_number[half] = subset_number(half);
      m_low_size[half] = static_cast<std::uint8_t>(num_points_of(half));
      for (unsigned low = 0; low <= most_men; ++low) {
        std::uint32_t number = 0;
        unsigned size = low;
        for_each_point(half, [&](unsigned point) {
          if (++size <= most_men) number += binomial(half_size + point, size);
        });
        m_high_number[low][half] = number;
      }
    }
  }
  void make_orbits(unsigned size) {
    orbit_table& table = m_orbits[size];
    constexpr std::uint32_t unknown = std::numeric_limits<std::uint32_t>::max();
    const std::uint32_t num_sets = binomial(num_points, size);
    table.of_set.assign(num_sets, unknown);
    point_set set = first_points(size);
    for (std::uint32_t number = 0; number < num_sets; ++number, set = next_of_its_size(set)) {
      if (table.of_set[number] != unknown) continue;
      representative least{set, 0};
      const auto orbit = static_cast<std::uint32_t>(table.least.size());
      for (unsigned g = 0; g < num_symmetries; ++g) {
        const point_set alike = image(g, set);
        if (alike == set) least.fixing = static_cast<std::uint16_t>(least.fixing | 1U << g);
        std::uint32_t& entry = table.of_set[number_of_set(alike)];
        if (entry == unknown) entry = orbit * num_symmetries + inverse_of(g);
      }
      table.least.push_back(least);
    }
  }
  [[nodiscard]] unsigned inverse_of(unsigned symmetry) const {
    for (unsigned g = 0;; ++g) {
      bool is_inverse = true;
      for (unsigned point = 0; point < num_points; ++point) {
        is_inverse &= m_point_images[g][m_point_images[symmetry][point]] == point;
      }
      if (is_inverse) return g;
    }
  }
  void make_slices() {
    for (unsigned men = 2 * least_men; men <= 2 * m_men; ++men) {
      for (unsigned own = least_men; own <= m_men; ++own) {
        if (men < own + least_men || men > own + m_men) continue;
        const unsigned others = men - own;
        const slice_box box{m_num_positions,
                            binomial(num_points - own, others),
                            m_orbits[own].least.size(),
                            static_cast<std::uint32_t>(m_in_order.size()),
                            own,
                            others};
        m_boxes[own][others] = box;
        m_in_order.push_back(box);
        m_num_positions += box.size();
      }
    }
  }

  unsigned m_men;
  bool m_flies;
  std::array<std::array<std::uint8_t, num_points>, num_symmetries> m_point_images{};
  std::array<std::array<std::array<point_set, num_bytes>, num_rings>, num_symmetries> m_images{};
  std::array<std::uint8_t, num_bytes> m_num_vacant{};
  std::vector<std::uint8_t> m_closed;  ///< by gaps and points of a ring
  std::vector<std::uint8_t> m_opened;
  std::vector<std::uint32_t> m_low_number;
  std::vector<std::uint8_t> m_low_size;
  std::array<std::vector<std::uint32_t>, most_men + 1> m_high_number;  ///< by the size of the lower half
  std::array<orbit_table, most_men + 1> m_orbits;                      ///< by the size of the sets
  std::array<std::array<slice_box, most_men + 1>, most_men + 1> m_boxes{};
  std::vector<slice_box> m_in_order;
  position m_num_positions = 0;
};

}  // namespace zermelo::games
