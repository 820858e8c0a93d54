// SPDX-License-Identifier: MIT
// Writes a table from several processes: each process encodes its local chunks, and one process writes all chunks.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <vector>

#include <zermelo/core/base/ordered_blocks.hpp>
#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/value/solution_entries.hpp>
#include <zermelo/core/value/value_columns.hpp>
#include <zermelo/storage/table/endgame_table.hpp>

namespace zermelo::storage {

/// The entries of a chunk as stored in the file, and the chunk of players to move that begins in it.
struct encoded_chunk {
  std::uint64_t number = 0;  ///< the number of the chunk in the table, from 0
  std::vector<std::byte> outcomes;
  std::array<std::vector<std::byte>, num_value_columns> numbers;  ///< [column]; empty if the table lacks the column
  std::vector<std::byte> players_to_move;                         ///< empty unless a chunk begins here
  friend bool operator==(const encoded_chunk&, const encoded_chunk&) = default;
};

/// Packs a chunk into a message to a process on a machine of the same type.
[[nodiscard]] std::vector<std::byte> packed(const encoded_chunk& chunk);
/// Unpacks the chunk in a message. @throws contract_error if the message is too short.
[[nodiscard]] encoded_chunk unpacked_chunk(std::span<const std::byte> bytes);

/// Receives the chunks that other processes encode.
class chunk_source {
 public:
  virtual ~chunk_source() = default;
  /// Returns the next chunks, in the order of the file, or an empty list if all chunks have been returned. Called after
  /// each chunk that the writing process encodes, and then until it returns an empty list.
  [[nodiscard]] virtual std::vector<encoded_chunk> next() = 0;
};

/// Encodes the chunks whose middle position is in `values.local_ranges()`, and passes them to `take` in ascending
/// order, one at a time, until `take` returns sweep_step::stop. Memory, threads and phase are those of
/// write_endgame_table.
/// @throws interrupted; contract_error like write_endgame_table; what reading `values` and `take` throw
void encode_table_chunks(const table_metadata& metadata, const solution_entries& values, work_monitor& monitor,
                         unsigned threads, const std::function<sweep_step(const encoded_chunk&)>& take);

/// Writes a table as write_endgame_table does. This process encodes the chunks whose middle position is in
/// `values.local_ranges()`, and other processes encode the rest. Every chunk has the same bytes as in a table written
/// by one process; chunks are stored in the order in which they are encoded. Precondition: the table has no keys.
/// @throws what write_endgame_table throws; contract_error if chunks are missing; what `others` throws.
void write_shared_table(const std::filesystem::path& path, const table_metadata& metadata,
                        const solution_entries& values, chunk_source& others, work_monitor& monitor,
                        unsigned threads = 0);

}  // namespace zermelo::storage
