// SPDX-License-Identifier: MIT
// Numbers the positions. The digits of a number within a material are, from the slowest, the player to move, the pair
// of kings, and the set of squares of each kind. Positions with a right to take en passant come last; their digits
// include the squares of the two pawns after the pair of kings.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include <boost/container/static_vector.hpp>

#include <zermelo/core/game_module.hpp>

#include "board.hpp"
#include "change.hpp"
#include "chess_set.hpp"
#include "en_passant.hpp"
#include "king_pairs.hpp"
#include "material.hpp"
#include "pieces.hpp"
#include "placing.hpp"
#include "symmetry.hpp"

namespace zermelo::games::chess {

namespace detail {

/// The number of a state with a right to take en passant. The two pawns are numbered by the file of the left one, first
/// with the taker there.
[[nodiscard]] inline position number_with_right(const chess_set& set, std::uint32_t pair, const state& s) {
  const material& m = set.material_of(s);
  const square_number landing = landing_of(set, s.passed, opponent(s.to_move));
  const position left_file = std::min(landing, s.taker) % set.board().cols();
  const position pawn_pair = 2 * left_file + (s.taker < landing ? 0 : 1);
  position number = m.first + 2 * m.per_turn + index_of(s.to_move) * m.with_right.per_turn +
                    pair * m.with_right.per_pair + pawn_pair * m.with_right.per_pawn_pair;
  for (const identical_pieces& same : m.kinds()) {
    const kind_of_piece& kind = set.kind(same.kind);
    boost::container::static_vector<square_number, max_others> squares(s.squares.begin() + same.first,
                                                                       s.squares.begin() + same.first + same.size);
    if (is_pawn(kind.what.kind)) {
      const square_number placed = kind.what.owner == s.to_move ? s.taker : landing;
      squares.erase(std::find(squares.begin(), squares.end(), placed));
    }
    if (squares.empty()) continue;
    number += same.stride_with_right * set.sets().number_of(squares.data(), squares.size(), kind.first_square);
  }
  return number;
}
/// Puts all pieces except the kings on the board, and sets the right to take en passant.
/// @param number  the number among the positions with the same player to move and pair of kings
inline void put_with_right(const chess_set& set, state& s, position number) {
  const material& m = set.material_of(s);
  const position pawn_pair = number / m.with_right.per_pawn_pair;
  number %= m.with_right.per_pawn_pair;
  const bool is_taker_left = pawn_pair % 2 == 0;
  const player passing = opponent(s.to_move);
  constexpr std::uint32_t double_step_ends = 3;  // rows from the pawn's first
  const std::uint32_t row = passing == white ? double_step_ends : set.board().rows() - 1 - double_step_ends;
  const auto left = static_cast<square_number>(std::uint64_t{row} * set.board().cols() + pawn_pair / 2);
  const auto right = static_cast<square_number>(left + 1);
  const square_number landing = is_taker_left ? right : left;
  s.taker = is_taker_left ? left : right;
  s.passed = set.board().lanes_of(pawn_of(passing), landing).back;
  for (const identical_pieces& same : m.kinds()) {
    const kind_of_piece& kind = set.kind(same.kind);
    const std::size_t placed = is_pawn(kind.what.kind) ? 1 : 0;
    if (same.size > placed) {
      set.sets().write(&s.squares[same.first], same.size - placed, kind.first_square, number / same.stride_with_right);
      number %= same.stride_with_right;
    }
    if (placed == 0) continue;
    s.squares[std::size_t{same.first} + same.size - 1] = kind.what.owner == passing ? landing : s.taker;
    sort_identical(s, same);
  }
}
/// The number of a state whose kings are a numbered pair.
[[nodiscard]] inline position number_of(const chess_set& set, std::uint32_t pair, const state& s) {
  const material& m = set.material_of(s);
  if (s.passed != no_square) return number_with_right(set, pair, s);
  position number = m.first + index_of(s.to_move) * m.per_turn + pair * m.per_pair;
  for (const identical_pieces& same : m.kinds()) {
    number += same.stride * set.sets().number_of(&s.squares[same.first], same.size, set.kind(same.kind).first_square);
  }
  return number;
}

}  // namespace detail

/// The number of an image of a state, under the first symmetry that makes its kings a numbered pair.
[[nodiscard]] inline position rank(const chess_set& set, const state& s) {
  const king_pair& kings = pair_of(set, s);
  return detail::number_of(set, kings.number, kings.first_symmetry == 0 ? s : image(set, s, kings.first_symmetry));
}
[[nodiscard]] inline state unrank(const chess_set& set, position number) {
  const material& m = set.material_at(number);
  number -= m.first;
  const bool is_with_right = number >= 2 * m.per_turn;
  if (is_with_right) number -= 2 * m.per_turn;
  state s = empty_board();
  s.material = m.number;
  const position per_turn = is_with_right ? m.with_right.per_turn : m.per_turn;
  s.to_move = number < per_turn ? white : black;
  if (s.to_move == black) number -= per_turn;
  position pair = 0;
  if (is_with_right) {
    pair = number / m.with_right.per_pair;
    detail::put_with_right(set, s, number % m.with_right.per_pair);
  } else {
    // From the fastest digit, which needs the fewest divisions.
    for (std::size_t k = m.num_identical; k-- > 0;) {
      const identical_pieces& same = m.identical[k];
      set.sets().write(&s.squares[same.first], same.size, set.kind(same.kind).first_square, number % same.num_sets);
      number /= same.num_sets;
    }
    pair = number;
  }
  const auto& [of_white, of_black] = set.kings_of(m).squares(pair);
  s.squares[0] = of_white;
  s.squares[1] = of_black;
  return s;
}

/// Computes the numbers of positions after changes of one position. Most changes affect only one digit of the number.
class change_numbers {
 public:
  /// @param s  a legal state that is its own representative; must outlive the object, as must `set`
  change_numbers(const chess_set& set, const state& s, position number)
      : m_set(set),
        m_state(s),
        m_material(set.material_of(s)),
        m_has_one_image(pair_of(set, s).has_one_image),
        m_handed_over(s.to_move == white ? number + m_material.per_turn : number - m_material.per_turn) {}

  /// A position up to symmetry.
  struct numbered {
    position number = 0;       ///< of the representative
    std::uint64_t fixing = 1;  ///< the number of symmetries that leave the representative as it is
  };
  /// The representative of the state that a change leads to. @param make  returns the state that the change leads to
  template <class Make>
  [[nodiscard]] numbered after(const change& moved, const Make& make) const {
    const bool is_with_right = m_state.passed != no_square || moved.passed != no_square;
    if (!moved.changes_material() && !m_material.has_identical && !is_with_right) {
      // If a king moves, all digits may change; otherwise only the digit of the moved piece.
      if (moved.piece >= num_kings && m_has_one_image) {
        const position stride = m_material.identical_to(moved.piece).stride;
        return {m_handed_over + stride * moved.to - stride * m_state.squares[moved.piece]};
      }
      if (moved.piece < num_kings) {
        state kings = m_state;
        kings.squares[moved.piece] = moved.to;
        const king_pair& pair = pair_of(m_set, kings);
        if (pair.has_one_image) return {with_kings(pair)};
      }
    }
    const state changed = make();
    const king_pair& pair = pair_of(m_set, changed);
    if (pair.has_one_image) return {detail::number_of(m_set, pair.number, image(m_set, changed, pair.first_symmetry))};
    const orbit found = orbit_of(m_set, changed);
    return {rank(m_set, found.representative), found.fixing};
  }

 private:
  [[nodiscard]] position with_kings(const king_pair& pair) const {
    position number = m_material.first + index_of(opponent(m_state.to_move)) * m_material.per_turn +
                      pair.number * m_material.per_pair;
    for (const identical_pieces& same : m_material.kinds()) {
      const square_number square = m_set.board().image(pair.first_symmetry, m_state.squares[same.first]);
      number += same.stride * (std::size_t{square} - m_set.kind(same.kind).first_square);
    }
    return number;
  }

  const chess_set& m_set;
  const state& m_state;
  const material& m_material;
  bool m_has_one_image;
  position m_handed_over;  ///< the position's number with the other player to move
};

}  // namespace zermelo::games::chess
