// SPDX-License-Identifier: MIT
// What rules say of one position, in 32 bits: that it is a hole, open with an owner (the player to move) and a number
// of moves, or an end of play with an owner, an outcome and a distance. The layout is that of
// packed_word<std::uint32_t>, except that an end which the rules declare drawn is a tie at the largest distance, since
// a drawn word has no owner.
#pragma once

#include <cstdint>

#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/packed_word.hpp>
#include <zermelo/core/value/wave_kind.hpp>

namespace zermelo {

using position_word = std::uint32_t;

namespace detail {

[[noreturn]] void refuse_out_of_range(const char* what, std::uint64_t number,
                                      std::uint64_t max_number = packed_word<position_word>::max_low);

}  // namespace detail

/// The word of a position where play ends, or where the player to move cannot move. The result is passed by value, in a
/// register: in memory it would be written byte by byte and then read as a whole, which stalls the processor.
/// @throws contract_error for a distance over 2^29 - 1, and for a tie at that distance, which stands for a drawn end.
[[nodiscard]] inline position_word word_of_end(result end, player to_move) {
  using packed = packed_word<position_word>;
  if (end.is_drawn) return packed::decided(outcome::tie, to_move, packed::max_low);
  if (end.distance_plies >= packed::max_low) [[unlikely]] {
    const std::uint32_t max_plies = end.winner ? packed::max_low : packed::max_low - 1;
    if (end.distance_plies > max_plies) detail::refuse_out_of_range("the distance", end.distance_plies, max_plies);
  }
  return packed::decided(outcome_of(kind_won_by(end.winner), to_move), to_move, end.distance_plies);
}

/// The word of a position where play goes on. Precondition: num_moves > 0.
/// @throws contract_error for more than 2^29 - 1 moves.
[[nodiscard]] inline position_word word_of_moves(std::uint64_t num_moves, player to_move) {
  using packed = packed_word<position_word>;
  if (num_moves > packed::max_low) [[unlikely]]
    detail::refuse_out_of_range("the number of moves", num_moves);
  return packed::undecided(to_move, num_moves);
}

/// The number of moves of the position; 0 for an end or a hole.
[[nodiscard]] inline std::uint64_t num_moves_of(position_word word) noexcept {
  using packed = packed_word<position_word>;
  return packed::is_decided(word) ? 0 : packed::low(word);
}

/// Precondition of the next two functions: the word is that of an end of play.
[[nodiscard]] inline bool is_drawn_end(position_word word) noexcept {
  using packed = packed_word<position_word>;
  return packed::low(word) == packed::max_low && packed::value(word).outcome == outcome::tie;
}
[[nodiscard]] inline result result_of_end(position_word word) noexcept {
  using packed = packed_word<position_word>;
  if (is_drawn_end(word)) return result::drawn();
  return result_of(packed::value(word), packed::to_move(word));
}

}  // namespace zermelo
