// SPDX-License-Identifier: MIT
// Each of a few positions once, such as those to which one position's moves lead.
//
//   time    proportional to their number; beyond `most_hashed`, of sorting them
//   memory  256 bytes of stack
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

#include <zermelo/core/value/outcome.hpp>

namespace zermelo::detail {

/// Calls f once with each of the positions, in an order that depends on nothing but their list. The list may be
/// changed.
template <class Callback>
void for_each_distinct(std::span<position> found, Callback& f) {
  // Sorting takes three times as long for twenty positions, most of it for comparisons that are guessed wrong.
  constexpr std::size_t num_slots = 256;
  constexpr std::size_t most_hashed = num_slots / 2;  // and fewer than a slot can count to
  if (found.size() > most_hashed) {
    std::sort(found.begin(), found.end());
    const auto end = std::unique(found.begin(), found.end());
    std::for_each(found.begin(), end, [&f](position p) { f(p); });
    return;
  }
  std::array<std::uint8_t, num_slots> slots{};                 // 1 + which position is there; 0: none
  constexpr std::uint64_t multiplier = 0x9e37'79b9'7f4a'7c15;  // 2^64 / the golden ratio (Knuth): neighbours part
  constexpr int high_bits = std::numeric_limits<std::uint64_t>::digits - std::numeric_limits<std::uint8_t>::digits;
  for (std::size_t i = 0; i < found.size(); ++i) {
    const position p = found[i];
    std::size_t slot = p * multiplier >> high_bits;
    while (slots[slot] != 0 && found[slots[slot] - std::size_t{1}] != p) slot = (slot + 1) % num_slots;
    if (slots[slot] != 0) continue;
    slots[slot] = static_cast<std::uint8_t>(i + 1);
    f(p);
  }
}

}  // namespace zermelo::detail
