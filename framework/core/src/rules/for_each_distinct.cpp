// SPDX-License-Identifier: MIT
#include <zermelo/core/rules/for_each_distinct.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>

namespace zermelo {

std::size_t keep_distinct(std::span<position> found) {
  if (found.size() < 2) return found.size();
  // Sorting takes three times as long for twenty positions, most of it for comparisons that are guessed wrong.
  constexpr std::size_t num_slots = 256;
  constexpr std::size_t max_hashed = num_slots / 2;  // and fewer than a slot can count to
  if (found.size() > max_hashed) {
    std::sort(found.begin(), found.end());
    return static_cast<std::size_t>(std::unique(found.begin(), found.end()) - found.begin());
  }
  std::array<std::uint8_t, num_slots> slots{};                 // 1 + which of those kept is there; 0: none
  constexpr std::uint64_t multiplier = 0x9e37'79b9'7f4a'7c15;  // 2^64 / the golden ratio (Knuth): neighbours part
  constexpr int high_bits = std::numeric_limits<std::uint64_t>::digits - std::numeric_limits<std::uint8_t>::digits;
  std::size_t num_kept = 0;
  for (const position p : found) {
    std::size_t slot = p * multiplier >> high_bits;
    while (slots[slot] != 0 && found[slots[slot] - std::size_t{1}] != p) slot = (slot + 1) % num_slots;
    if (slots[slot] != 0) continue;
    found[num_kept++] = p;
    slots[slot] = static_cast<std::uint8_t>(num_kept);
  }
  return num_kept;
}

}  // namespace zermelo
