// SPDX-License-Identifier: MIT
// One word per position: the whole working state of a solver and the final entry of a solution.
//
//   bits 15..14 (31..30)  code: 0 undecided or illegal, 1 win, 2 loss, 3 tie, for the player to move
//   bit  13     (29)      the player to move: 0 first, 1 second
//   bits 12..0  (28..0)   while undecided: counter of successors not yet known to be won by the opponent
//                         once decided: distance in plies
//                         0 beside a set bit 13: an end that is drawn, whoever is to move, while a solve goes on
//
// A word of 0 is a hole of the index space. When a solve ends, the words still undecided, and the words of drawn ends,
// become draws with a counter of 1, so that equal solutions have equal words.
#pragma once

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
  static constexpr Word owner_bit = static_cast<Word>(Word{1} << (bits - 3));
  /// The largest counter and the largest distance: 8191 with 16 bits, 2^29 - 1 with 32.
  static constexpr Word max_low = static_cast<Word>(owner_bit - 1);

  static constexpr Word illegal = 0;
  /// While a solve goes on: an end that the rules declare drawn, which no wave may decide. The word does not say who is
  /// to move there.
  static constexpr Word drawn_end = owner_bit;

  [[nodiscard]] static constexpr Word owner(player p) noexcept { return p == player::first ? Word{0} : owner_bit; }
  [[nodiscard]] static constexpr player to_move(Word w) noexcept {
    return (w & owner_bit) != 0 ? player::second : player::first;
  }
  [[nodiscard]] static constexpr Word undecided(player to_move, std::uint64_t successors) noexcept {
    return static_cast<Word>(owner(to_move) | static_cast<Word>(successors));
  }
  [[nodiscard]] static constexpr Word draw(player to_move) noexcept { return undecided(to_move, 1); }
  [[nodiscard]] static constexpr Word decided(outcome o, player to_move, std::uint64_t plies) noexcept {
    return static_cast<Word>((static_cast<Word>(o) << code_shift) | owner(to_move) | static_cast<Word>(plies));
  }
  [[nodiscard]] static constexpr bool is_decided(Word w) noexcept { return (w >> code_shift) != 0; }
  /// Whether the word is that of a legal vertex that may still be decided.
  [[nodiscard]] static constexpr bool is_open(Word w) noexcept { return !is_decided(w) && low(w) != 0; }
  [[nodiscard]] static constexpr Word low(Word w) noexcept { return static_cast<Word>(w & max_low); }

  /// The entry of a word of a finished solution.
  [[nodiscard]] static constexpr position_value value(Word w) noexcept {
    if (is_decided(w)) return {static_cast<outcome>(w >> code_shift), low(w)};
    return {w == illegal ? outcome::illegal : outcome::draw, no_distance};
  }
  /// The word of an entry. Precondition: its distance, if it has one, is at most `max_low`.
  [[nodiscard]] static constexpr Word of(position_value entry, player to_move) noexcept {
    if (entry.outcome == outcome::illegal) return illegal;
    if (entry.outcome == outcome::draw) return draw(to_move);
    return decided(entry.outcome, to_move, entry.distance_plies);
  }
};

}  // namespace zermelo
