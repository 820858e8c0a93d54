// SPDX-License-Identifier: MIT
// Generates moves of English draughts, and moves taken back. In both cases `own` is the side that moves; after a move,
// the board is turned for the next player.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include <zermelo/core/game_module.hpp>

#include "board.hpp"

namespace zermelo::games::draughts_board {

/// The board relative to the player to move, whose men move up.
struct placement {
  point_set own = 0;
  point_set others = 0;
  point_set kings = 0;  ///< the kings of both sides
  friend bool operator==(const placement&, const placement&) = default;
};

/// Whether a move keeps the numbers of men and kings of both sides.
enum class passage : std::uint8_t { same_pieces, other_pieces };

[[nodiscard]] inline placement turned(const placement& s) { return {turned(s.own), turned(s.others), turned(s.kings)}; }
[[nodiscard]] inline placement exchanged(const placement& s) { return {s.others, s.own, s.kings}; }
[[nodiscard]] inline point_set empty_squares(const placement& s) { return ~(s.own | s.others); }

namespace detail {

/// The direction of the men of `own`.
enum class heading : std::uint8_t { up, down };
enum class piece_kind : std::uint8_t { man, king };

template <heading Heading>
inline constexpr std::array ways_forward =
    Heading == heading::up ? std::array{way::up_left, way::up_right} : std::array{way::down_right, way::down_left};
template <heading Heading>
inline constexpr heading opposite = Heading == heading::up ? heading::down : heading::up;
/// The row where men become kings.
template <heading Heading>
inline constexpr point_set goal = Heading == heading::up ? last_row : first_row;

template <heading Heading>
[[nodiscard]] inline point_set squares_ahead(unsigned square) {
  return Heading == heading::up ? squares_above[square] : squares_below[square];
}
[[nodiscard]] inline point_set squares_around(unsigned square) { return squares_above[square] | squares_below[square]; }

/// Calls f(way) for the directions in which a piece moves.
template <heading Heading, piece_kind Kind, class Function>
inline void for_each_way(const Function& f) {
  for (const way w : ways_forward<Heading>) f(w);
  if constexpr (Kind == piece_kind::king) {
    for (const way w : ways_forward<opposite<Heading>>) f(w);
  }
}

/// The squares of pieces that can capture.
template <heading Heading>
[[nodiscard]] inline point_set takers(const placement& s) {
  const point_set empty = empty_squares(s);
  point_set found = 0;
  for (const way w : ways_forward<Heading>) found |= s.own & jumpers(s.others, empty, w);
  const point_set kings = s.own & s.kings;
  if (kings == 0) return found;
  for (const way w : ways_forward<opposite<Heading>>) found |= kings & jumpers(s.others, empty, w);
  return found;
}

/// Calls f(next placement, passage) for each step, ignoring whether a piece can capture.
template <heading Heading, class Callback>
inline void for_each_step(const placement& s, const Callback& f) {
  const point_set empty = empty_squares(s);
  for_each_point(s.own & ~s.kings, [&](unsigned from) {
    const point_set rest = s.own ^ one_point(from);
    for_each_point(empty & squares_ahead<Heading>(from), [&](unsigned square) {
      const point_set to = one_point(square);
      const point_set crowned = to & goal<Heading>;
      f(placement{rest | to, s.others, s.kings | crowned}, crowned != 0 ? passage::other_pieces : passage::same_pieces);
    });
  });
  for_each_point(s.own & s.kings, [&](unsigned from) {
    const placement rest{s.own ^ one_point(from), s.others, s.kings ^ one_point(from)};
    for_each_point(empty & squares_around(from), [&](unsigned square) {
      const point_set to = one_point(square);
      f(placement{rest.own | to, s.others, rest.kings | to}, passage::same_pieces);
    });
  });
}
/// Calls f(previous placement, passage) for steps by which `own`, whose men move up, may have come to a placement.
template <class Callback>
inline void for_each_step_back(const placement& s, const Callback& f) {
  if (s.others == 0) return;
  const point_set empty = empty_squares(s);
  const auto call_unless_taking = [&f](const placement& before, passage from) {
    if (takers<heading::up>(before) == 0) f(before, from);
  };
  for_each_point(s.own & ~s.kings, [&](unsigned to) {
    const point_set rest = s.own ^ one_point(to);
    for_each_point(empty & squares_ahead<heading::down>(to), [&](unsigned from) {
      call_unless_taking(placement{rest | one_point(from), s.others, s.kings}, passage::same_pieces);
    });
  });
  for_each_point(s.own & s.kings, [&](unsigned to) {
    const placement rest{s.own ^ one_point(to), s.others, s.kings ^ one_point(to)};
    for_each_point(empty & squares_around(to), [&](unsigned square) {
      const point_set from = one_point(square);
      call_unless_taking(placement{rest.own | from, s.others, rest.kings | from}, passage::same_pieces);
      if ((one_point(to) & goal<heading::up>) == 0) return;
      call_unless_taking(placement{rest.own | from, s.others, rest.kings}, passage::other_pieces);
    });
  });
}

/// Continues a capture with a piece that is on `square`, but not in the placement. Returns false if it cannot jump.
template <heading Heading, piece_kind Kind, class Callback>
inline bool jump_on(unsigned square, const placement& rest, const Callback& f) {
  const point_set empty = empty_squares(rest);
  bool has_jumped = false;
  for_each_way<Heading, Kind>([&](way w) {
    const jump& leap = jump_from(square, w);
    if ((rest.others & leap.over) == 0 || (empty & leap.to) == 0) return;
    has_jumped = true;
    const placement left{rest.own, rest.others ^ leap.over, rest.kings & ~leap.over};
    const bool is_crowned = Kind == piece_kind::man && (leap.to & goal<Heading>) != 0;
    const auto to = static_cast<unsigned>(std::countr_zero(leap.to));
    if (is_crowned || !jump_on<Heading, Kind>(to, left, f)) {
      const point_set king = is_crowned || Kind == piece_kind::king ? leap.to : 0;
      f(placement{left.own | leap.to, left.others, left.kings | king}, passage::other_pieces);
    }
  });
  return has_jumped;
}
/// Calls f(next placement, passage) for each capture; returns false if there are none.
template <heading Heading, class Callback>
inline bool for_each_capture(const placement& s, const Callback& f) {
  const point_set taking = takers<Heading>(s);
  for_each_point(taking & ~s.kings, [&](unsigned from) {
    jump_on<Heading, piece_kind::man>(from, {s.own ^ one_point(from), s.others, s.kings}, f);
  });
  for_each_point(taking & s.kings, [&](unsigned from) {
    jump_on<Heading, piece_kind::king>(from, {s.own ^ one_point(from), s.others, s.kings ^ one_point(from)}, f);
  });
  return taking != 0;
}

/// Takes back the jump that brought a piece to `square`, then the jumps before it. The piece is not in the placement.
template <piece_kind Kind, class Callback>
inline void jump_back(unsigned square, const placement& rest, unsigned max_pieces, const Callback& f) {
  const point_set empty = empty_squares(rest);
  for_each_way<heading::down, Kind>([&](way w) {
    const jump& leap = jump_from(square, w);
    if (leap.to == 0 || (empty & leap.over) == 0 || (empty & leap.to) == 0) return;
    const auto from = static_cast<unsigned>(std::countr_zero(leap.to));
    // Before this jump the board had the pieces of `rest`, the jumping piece and the captured piece.
    const bool may_have_jumped_before = num_points_of(rest.own | rest.others) + 2 < max_pieces;
    for (const point_set taken_king : {point_set{0}, leap.over}) {
      const placement before{rest.own, rest.others | leap.over, rest.kings | taken_king};
      const point_set king = Kind == piece_kind::king ? leap.to : 0;
      f(placement{before.own | leap.to, before.others, before.kings | king}, passage::other_pieces);
      if (may_have_jumped_before) jump_back<Kind>(from, before, max_pieces, f);
    }
  });
}
/// Calls f(previous placement, passage) for captures by which `own`, whose men move up, may have come to a placement. A
/// piece that can still take has not finished its move, unless it is a man that has just become a king.
template <class Callback>
inline void for_each_capture_back(const placement& s, unsigned max_pieces, const Callback& f) {
  const point_set done = s.own & ~takers<heading::up>(s);
  for_each_point(done & ~s.kings, [&](unsigned to) {
    jump_back<piece_kind::man>(to, {s.own ^ one_point(to), s.others, s.kings}, max_pieces, f);
  });
  for_each_point(done & s.kings, [&](unsigned to) {
    jump_back<piece_kind::king>(to, {s.own ^ one_point(to), s.others, s.kings ^ one_point(to)}, max_pieces, f);
  });
  for_each_point(s.own & s.kings & goal<heading::up>, [&](unsigned to) {
    jump_back<piece_kind::man>(to, {s.own ^ one_point(to), s.others, s.kings ^ one_point(to)}, max_pieces, f);
  });
}

}  // namespace detail

/// Calls f(next placement, passage) for each move. Both placements are relative to their player to move.
template <class Callback>
inline void for_each_move(const placement& s, const Callback& f) {
  const placement here = turned(s);  // once, instead of after each move
  const auto next = [&f](const placement& moved, passage to) { f(exchanged(moved), to); };
  const bool can_take = detail::for_each_capture<detail::heading::down>(here, next);
  if (!can_take) detail::for_each_step<detail::heading::down>(here, next);
}
/// Calls f(previous placement, passage) for each move that leads to a placement.
/// @param max_pieces  the maximum number of pieces of both sides in a previous placement
template <class Callback>
inline void for_each_move_back(const placement& s, unsigned max_pieces, const Callback& f) {
  const placement here = exchanged(turned(s));
  detail::for_each_step_back(here, f);
  if (num_points_of(here.own | here.others) < max_pieces) detail::for_each_capture_back(here, max_pieces, f);
}

}  // namespace zermelo::games::draughts_board
