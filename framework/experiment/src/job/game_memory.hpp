// SPDX-License-Identifier: MIT
// Memory that a game, its keys and its entries take, and checks of it.
#pragma once

#include <cstdint>
#include <string_view>

#include <zermelo/core/value/packed_word.hpp>
#include <zermelo/core/value/position_keys.hpp>

namespace zermelo {
class position_numbering;
}

namespace zermelo::experiment {

class any_game;

/// What keys of so many positions take; nothing where positions have none.
[[nodiscard]] std::uint64_t key_bytes(const any_game& game, std::uint64_t positions);

/// What this process takes beside what estimates count for the program, where positions are explored: what allocators
/// keep of memory that exploring has given back, as was measured. Nothing where positions have no keys.
[[nodiscard]] std::uint64_t bytes_kept_of_exploring(const any_game& game, unsigned threads);

/// @throws input_error for keys of another width than the game's.
void expect_width(key_width width, const position_numbering& numbered);

/// @throws resource_error if the machine does not have so much memory to spare.
void require_memory(const any_game& game, std::string_view what, std::uint64_t bytes);

/// What an entry takes in a table in memory.
[[nodiscard]] constexpr std::uint64_t bytes_of_entry(std::uint32_t distance_bound) noexcept {
  return distance_bound <= packed_word<std::uint16_t>::max_low ? sizeof(std::uint16_t) : sizeof(std::uint32_t);
}

}  // namespace zermelo::experiment
