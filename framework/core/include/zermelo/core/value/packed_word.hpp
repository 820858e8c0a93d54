// SPDX-License-Identifier: MIT
// One word per position, which is the complete working state of a solver and the final entry of a solution.
//
//   bits 15..14 (31..30)  code: 0 undecided or illegal, 1 win, 2 loss, 3 tie, for the player to move
//   bit  13     (29)      the player to move: 0 first, 1 second
//   bits 12..0  (28..0)   while undecided: counter of successors not yet known to be won by the opponent
//                         once decided: distance in plies; if margins may exceed 1, below the points (word_layout)
//                         0 with bit 13 set: a drawn terminal with either player to move, during a solve
//
// A word of 0 is an illegal position or unused index. When a solve ends, undecided words and words of drawn terminals
// become draws with a counter of 1, so that equal solutions have equal words.
#pragma once

#include <bit>
#include <concepts>
#include <cstdint>

#include <zermelo/core/value/outcome.hpp>

namespace zermelo {

/// The encoding above for words of 16 or 32 bits.
template <std::unsigned_integral Word>
  requires(sizeof(Word) == 2 || sizeof(Word) == 4)
struct packed_word {
  static constexpr int bits = 8 * sizeof(Word);
  static constexpr int code_shift = bits - 2;
  static constexpr Word player_bit = static_cast<Word>(Word{1} << (bits - 3));
  /// The largest counter and the largest distance: 8191 with 16 bits, 2^29 - 1 with 32.
  static constexpr Word max_low = static_cast<Word>(player_bit - 1);

  static constexpr Word illegal = 0;
  /// During a solve: a terminal that the rules declare drawn, which no wave may decide. The word does not contain the
  /// player to move.
  static constexpr Word drawn_end = player_bit;

  [[nodiscard]] static constexpr Word player_bits(player p) noexcept {
    return p == player::first ? Word{0} : player_bit;
  }
  [[nodiscard]] static constexpr player to_move(Word w) noexcept {
    return (w & player_bit) != 0 ? player::second : player::first;
  }
  [[nodiscard]] static constexpr Word undecided(player to_move, std::uint64_t successors) noexcept {
    return static_cast<Word>(player_bits(to_move) | static_cast<Word>(successors));
  }
  [[nodiscard]] static constexpr Word draw(player to_move) noexcept { return undecided(to_move, 1); }
  [[nodiscard]] static constexpr Word decided(outcome o, player to_move, std::uint64_t plies) noexcept {
    return static_cast<Word>((static_cast<Word>(o) << code_shift) | player_bits(to_move) | static_cast<Word>(plies));
  }
  [[nodiscard]] static constexpr bool is_decided(Word w) noexcept { return (w >> code_shift) != 0; }
  /// Whether the word belongs to a legal vertex that may still be decided.
  [[nodiscard]] static constexpr bool is_open(Word w) noexcept { return !is_decided(w) && low(w) != 0; }
  [[nodiscard]] static constexpr Word low(Word w) noexcept { return static_cast<Word>(w & max_low); }

  /// The entry of a word of a finished solution, without margin bits.
  [[nodiscard]] static constexpr position_value value(Word w) noexcept {
    if (is_decided(w)) return {static_cast<outcome>(w >> code_shift), low(w)};
    return {w == illegal ? outcome::illegal : outcome::draw, no_distance};
  }
  /// The word of an entry. Precondition: the distance, if any, is at most `max_low`.
  [[nodiscard]] static constexpr Word of(position_value entry, player to_move) noexcept {
    if (entry.outcome == outcome::illegal) return illegal;
    if (entry.outcome == outcome::draw) return draw(to_move);
    return decided(entry.outcome, to_move, entry.distance_plies);
  }
};

/// The number of bits, from 0 to 15, for the points beyond the first one if no margin exceeds `max_margin`.
/// Precondition: max_margin is from 1 to `result::largest_margin`.
[[nodiscard]] constexpr unsigned margin_bits_of(std::uint32_t max_margin) noexcept {
  return static_cast<unsigned>(std::bit_width(max_margin - 1));
}

/// The layout of the low bits of decided words: the winner's points beyond the first one in the upper `margin_bits`,
/// the distance below them. Undecided words use all low bits as their counter. Without margin bits, words are the same
/// as in `packed_word`.
template <std::unsigned_integral Word>
class word_layout {
  using packed = packed_word<Word>;

 public:
  static constexpr unsigned low_bits = packed::bits - 3;

  /// Whether this number of margin bits leaves enough bits for distances. Always true with 32 bits.
  [[nodiscard]] static constexpr bool has_space(unsigned margin_bits) noexcept {
    constexpr unsigned min_distance_bits = 6;
    return margin_bits + min_distance_bits <= low_bits;
  }

  constexpr word_layout() noexcept : word_layout(0) {}
  /// Precondition: has_space(margin_bits).
  constexpr explicit word_layout(unsigned margin_bits) noexcept
      : m_distance_bits(low_bits - margin_bits), m_max_distance(static_cast<Word>(packed::max_low >> margin_bits)) {}

  /// The greatest distance that fits a word, in plies.
  [[nodiscard]] constexpr Word max_distance() const noexcept { return m_max_distance; }
  /// The greatest margin that fits a word.
  [[nodiscard]] constexpr std::uint32_t max_margin() const noexcept {
    return std::uint32_t{1} << (low_bits - m_distance_bits);
  }

  /// Precondition: points and distance fit.
  [[nodiscard]] constexpr Word decided(outcome o, player to_move, std::uint32_t extra_points,
                                       std::uint64_t plies) const noexcept {
    return packed::decided(o, to_move, std::uint64_t{extra_points} << m_distance_bits | plies);
  }
  /// The entry of a word of a finished solution.
  [[nodiscard]] constexpr position_value value(Word w) const noexcept {
    if (!packed::is_decided(w)) return packed::value(w);
    const Word low = packed::low(w);
    return {static_cast<outcome>(w >> packed::code_shift), static_cast<Word>(low & m_max_distance),
            static_cast<std::uint16_t>(low >> m_distance_bits)};
  }
  /// The word of an entry. Precondition: the distance, if any, and the points fit.
  [[nodiscard]] constexpr Word of(position_value entry, player to_move) const noexcept {
    if (entry.outcome == outcome::illegal) return packed::illegal;
    if (entry.outcome == outcome::draw) return packed::draw(to_move);
    return decided(entry.outcome, to_move, entry.extra_points, entry.distance_plies);
  }

 private:
  unsigned m_distance_bits;
  Word m_max_distance;
};

}  // namespace zermelo
