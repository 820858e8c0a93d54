// SPDX-License-Identifier: MIT
// Estimates the memory of a game's keys, entries and chunks of tables.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include <zermelo/core/engines/retrograde_bytes.hpp>
#include <zermelo/core/value/packed_word.hpp>
#include <zermelo/core/value/position_keys.hpp>
#include <zermelo/storage/table/endgame_table.hpp>

namespace zermelo {

class any_game;
class position_numbering;

/// Returns the memory of the keys of `positions` positions, in bytes; 0 for a game with a ranking.
[[nodiscard]] std::uint64_t key_bytes(const any_game& game, std::uint64_t positions);

/// Returns the measured memory, in bytes, that allocators retain after exploring has freed it; 0 for a game with a
/// ranking.
[[nodiscard]] std::uint64_t allocator_bytes_of_exploring(const any_game& game, unsigned threads);

/// @throws input_error if `width` is not the width of the game's keys.
void expect_width(key_width width, const position_numbering& numbered);

/// Estimates before a solve assume this maximum; longer distances are rare.
inline constexpr std::uint32_t planned_distance_bound = packed_word<std::uint16_t>::max_low;

/// The chunks of a table in memory while a thread reads one of them: packed, unpacked, and as entries or in addition to
/// the cached chunk that it replaces.
inline constexpr std::uint64_t chunks_per_reader = 3;

/// Returns the cache of each table of a set of `num_tables`: all tables together cache as many bytes as a single table.
[[nodiscard]] constexpr std::size_t cache_bytes_per_table(std::size_t num_tables) {
  return storage::endgame_table::default_cache_bytes / num_tables;
}

/// Returns the memory limit, in bytes, of verification in one of several processes, in addition to its `num_positions`
/// entries: 1 byte per position, but at least 64 MiB.
[[nodiscard]] constexpr std::uint64_t max_verification_bytes(std::uint64_t num_positions) noexcept {
  return std::max(std::uint64_t{64} << 20, num_positions);
}

}  // namespace zermelo
