// SPDX-License-Identifier: MIT
// The description of one position by rules, in 32 bits: it is illegal, open with a player to move and a number of
// moves, or terminal with a player to move, an outcome, points and a distance. The layout is that of
// packed_word<std::uint32_t>, except that
//
//   a terminal of more than one point  has bit 28 set, the points beyond the first one in bits 27..13, and a distance
//                                      of up to 8191 plies in bits 12..0; in all other terminals that are not drawn,
//                                      bit 28 is 0
//   a terminal that the rules declare drawn is a tie with all low bits set, since a drawn word has no player to move
#pragma once

#include <cstdint>
#include <string>

#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/packed_word.hpp>
#include <zermelo/core/value/wave_kind.hpp>

namespace zermelo {

using position_word = std::uint32_t;

namespace detail {

inline constexpr position_word more_points_bit = position_word{1} << 28;
inline constexpr unsigned scored_distance_bits = 13;
/// The greatest distances of terminals of one point, of ties, and of terminals of more points, in plies.
inline constexpr std::uint32_t max_end_distance = more_points_bit - 1;
inline constexpr std::uint32_t max_scored_end_distance = (std::uint32_t{1} << scored_distance_bits) - 1;

[[noreturn]] void reject_out_of_range(const char* what, std::uint64_t number,
                                      std::uint64_t max_number = packed_word<position_word>::max_low);
/// @param where  names the position @throws contract_error
[[noreturn]] void reject_end(const result& end, const std::string& where);
/// @param margin  the margin of the player to move @throws contract_error
[[noreturn]] void reject_margin(position p, int margin, std::uint32_t max_margin);
/// A name such as "position 12".
[[nodiscard]] std::string text_of_position(position p);
struct unnamed_position {
  [[nodiscard]] std::string operator()() const { return "a position"; }
};
[[nodiscard]] constexpr bool is_beyond_bound(int margin, std::uint32_t max_margin) noexcept {
  const auto bound = static_cast<std::int64_t>(max_margin);
  return margin > bound || margin < -bound;
}

}  // namespace detail

/// The word of a position that is terminal or has no moves. The result is passed by value, in a register: in memory, it
/// would be written byte by byte and then read as a whole, which stalls the processor.
/// @param text_of_position  names the position
/// @throws contract_error for a distance over 2^28 - 1, or over 8191 with more than one point.
template <class TextOfPosition = detail::unnamed_position>
[[nodiscard]] position_word word_of_end(result end, player to_move, const TextOfPosition& text_of_position = {}) {
  using packed = packed_word<position_word>;
  if (end.is_drawn) return packed::decided(outcome::tie, to_move, packed::max_low);
  position_word low = end.distance_plies;
  if (end.extra_points != 0 || low > detail::max_end_distance) [[unlikely]] {
    const std::uint32_t max_plies = end.extra_points == 0 ? detail::max_end_distance : detail::max_scored_end_distance;
    if (low > max_plies) detail::reject_end(end, text_of_position());
    low |= detail::more_points_bit | position_word{end.extra_points} << detail::scored_distance_bits;
  }
  return packed::decided(outcome_of(kind_won_by(end.winner), to_move), to_move, low);
}

/// The word of a position with moves. Precondition: num_moves > 0.
/// @throws contract_error for more than 2^29 - 1 moves.
[[nodiscard]] inline position_word word_of_moves(std::uint64_t num_moves, player to_move) {
  using packed = packed_word<position_word>;
  if (num_moves > packed::max_low) [[unlikely]]
    detail::reject_out_of_range("the number of moves", num_moves);
  return packed::undecided(to_move, num_moves);
}

/// The number of moves of the position; 0 if it is terminal or illegal.
[[nodiscard]] inline std::uint64_t num_moves_of(position_word word) noexcept {
  using packed = packed_word<position_word>;
  return packed::is_decided(word) ? 0 : packed::low(word);
}

/// Precondition of the following three functions: the word is that of a terminal.
[[nodiscard]] inline bool is_drawn_end(position_word word) noexcept {
  using packed = packed_word<position_word>;
  return packed::low(word) == packed::max_low && packed::value(word).outcome == outcome::tie;
}
[[nodiscard]] inline position_value value_of_end(position_word word) noexcept {
  const position_value value = packed_word<position_word>::value(word);
  if ((value.distance_plies & detail::more_points_bit) == 0) [[likely]]
    return value;
  if (value.outcome == outcome::tie) return {outcome::draw, no_distance};
  return {
      value.outcome, value.distance_plies & detail::max_scored_end_distance,
      static_cast<std::uint16_t>((value.distance_plies & detail::max_end_distance) >> detail::scored_distance_bits)};
}
[[nodiscard]] inline result result_of_end(position_word word) noexcept {
  return result_of(value_of_end(word), packed_word<position_word>::to_move(word));
}

}  // namespace zermelo
