// SPDX-License-Identifier: MIT
// The memory of a game's keys, entries and chunks of tables, for estimates, and checks against the memory available.
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

/// The memory of the keys of `positions` positions, in bytes; 0 for a game with a ranking.
[[nodiscard]] std::uint64_t key_bytes(const any_game& game, std::uint64_t positions);

/// The memory that allocators keep of what exploring has freed, in bytes, as was measured; 0 for a game with a ranking.
[[nodiscard]] std::uint64_t allocator_bytes_of_exploring(const any_game& game, unsigned threads);

/// @throws input_error if `width` is not the width of the game's keys.
void expect_width(key_width width, const position_numbering& numbered);

/// Estimates before a solve assume this bound: longer distances are rare.
inline constexpr std::uint32_t planned_distance_bound = packed_word<std::uint16_t>::max_low;

/// The chunks of a table that a thread holds while it reads one of them: packed, unpacked, and as entries or beside the
/// kept chunk that it replaces.
inline constexpr std::uint64_t chunks_per_reader = 3;

/// The cache of each table of a set of `num_tables`: all tables together cache as many bytes as a single table does.
[[nodiscard]] constexpr std::size_t cache_bytes_per_table(std::size_t num_tables) {
  return storage::endgame_table::default_cache_bytes / num_tables;
}

/// The memory, in bytes, that one of several processes may take beside the entries of its `num_positions` positions to
/// verify them: a byte for each, but at least 64 MiB.
[[nodiscard]] constexpr std::uint64_t max_verification_bytes(std::uint64_t num_positions) noexcept {
  return std::max(std::uint64_t{64} << 20, num_positions);
}

}  // namespace zermelo
