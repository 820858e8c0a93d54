// SPDX-License-Identifier: MIT
#include "set_memory.hpp"

#include <algorithm>
#include <limits>

#include <zermelo/catalog/games/any_game.hpp>
#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/base/saturating.hpp>
#include <zermelo/core/slices/slice_numbers.hpp>
#include <zermelo/core/value/outcome_bits.hpp>
#include <zermelo/storage/table/endgame_table.hpp>

#include "game_memory.hpp"

namespace zermelo {

table_costs costs_of_tables(const any_game& game, const std::vector<slice>& slices,
                            const std::vector<planned_group>& groups, unsigned threads) {
  constexpr std::uint64_t library_bytes = std::uint64_t{6} << 20;  // HDF5
  constexpr std::uint64_t open_table_bytes = std::uint64_t{64} << 10;
  constexpr std::uint64_t writing_thread_bytes = std::uint64_t{3} << 20;  // see write_endgame_table, also for the next
                                                                          // constant
  constexpr std::uint64_t key_writing_thread_bytes = std::uint64_t{5} << 20;
  threads = resolve_threads(threads);
  std::uint64_t num_tables = 0;
  std::uint64_t max_slice_size = 0;
  for (const planned_group& planned : groups) {
    num_tables += planned.group.slices.size();
    for (const std::uint32_t member : planned.group.slices)
      max_slice_size = std::max(max_slice_size, slices[member].size);
  }
  table_costs costs;
  costs.writing_bytes = writing_thread_bytes * threads;
  if (game.numbering() != nullptr) {
    const std::uint64_t max_chunks = 1 + max_slice_size / storage::endgame_table::max_chunk_positions;
    costs.writing_bytes += key_writing_thread_bytes * std::min<std::uint64_t>(threads, max_chunks);
  }
  costs.bytes = library_bytes + open_table_bytes * num_tables + costs.writing_bytes;
  return costs;
}

std::uint64_t outcome_bytes(const std::vector<slice>& slices, const slice_group& group) {
  std::uint64_t bytes = 0;
  for (const std::uint32_t member : group.slices) {
    bytes = saturating_sum(bytes, outcome_bits::bytes_of(slices[member].size));
  }
  return bytes;
}

std::uint64_t entry_bytes_of(const std::vector<slice>& slices, const slice_group& group,
                             std::uint32_t max_margin_of_game) {
  const std::uint32_t max_margin = slice_numbers(slices, group).max_margin(max_margin_of_game);
  return saturating_product(group.size, planned_entry_bytes(max_margin));
}

std::uint64_t reading_bytes(const std::vector<slice>& slices, const std::vector<slice_group>& order,
                            const slice_group& group, std::uint64_t threads, std::uint32_t max_margin) {
  constexpr std::uint32_t max_margin_of_byte = std::numeric_limits<std::int8_t>::max();
  const std::uint64_t margin_bytes = max_margin == 1 ? 0 : max_margin <= max_margin_of_byte ? 1 : 2;
  const std::uint64_t chunk_entry_bytes = 3 + margin_bytes;  // an outcome, and a distance of 16 bits
  const std::uint64_t chunk_bytes = storage::endgame_table::max_chunk_positions * chunk_entry_bytes;
  const std::uint64_t cache_bytes = std::max<std::uint64_t>(cache_bytes_per_table(slices.size()),
                                                            storage::endgame_table::min_cached_chunks * chunk_bytes);
  std::uint64_t bytes = group.successor_groups.empty() ? 0 : threads * chunks_per_reader * chunk_bytes;
  for (const std::uint32_t reachable : group.successor_groups) {
    for (const std::uint32_t member : order[reachable].slices) {
      bytes = saturating_sum(bytes, std::min(cache_bytes, saturating_product(slices[member].size, chunk_entry_bytes)));
    }
  }
  return bytes;
}

std::uint64_t bytes_on_disk(const planned_group& planned) {
  constexpr std::uint64_t bytes_without_entries = std::uint64_t{13} << 10;
  constexpr std::uint64_t outcomes_per_byte = 4;  // half to twice this number was measured
  // A compressed position with its distance needs about 1 byte; a third to three times as much was measured.
  return saturating_sum(saturating_product(planned.group.slices.size(), bytes_without_entries),
                        planned.by_outcome ? planned.group.size / outcomes_per_byte : planned.group.size);
}

}  // namespace zermelo
