// SPDX-License-Identifier: MIT
// The chunks of a table that several processes write together: each encodes those that it holds, one writes them all.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <vector>

#include <zermelo/core/base/ordered_blocks.hpp>
#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/value/solution_entries.hpp>
#include <zermelo/storage/table/endgame_table.hpp>

namespace zermelo::storage {

/// A chunk of both arrays as it is to lie in the file.
struct encoded_chunk {
  std::uint64_t number = 0;
  std::vector<std::byte> outcomes;
  std::vector<std::byte> distances;  ///< empty of outcomes alone
  friend bool operator==(const encoded_chunk&, const encoded_chunk&) = default;
};

/// A chunk as bytes that go from one process to another of the same machine type, and back.
[[nodiscard]] std::vector<std::byte> packed(const encoded_chunk& chunk);
/// @throws contract_error if they are not what `packed` has given.
[[nodiscard]] encoded_chunk unpacked_chunk(std::span<const std::byte> bytes);

/// What other processes encode.
class chunk_source {
 public:
  virtual ~chunk_source() = default;
  /// Their next chunks, in the order in which they are to lie in the file; none when there are no more. They follow one
  /// chunk of the writer's own each time, and in the end one another.
  [[nodiscard]] virtual std::vector<encoded_chunk> next() = 0;
};

/// Encodes the chunks whose middle `values` holds here, on `threads` threads (0: all that the machine has), and gives
/// them to `take` in ascending order, one at a time, until that says stop. Memory and phase as write_endgame_table.
/// @throws as write_endgame_table, but for the file, and what `take` throws.
void encode_table_chunks(const table_metadata& metadata, const solution_entries& values, work_monitor& monitor,
                         unsigned threads, const std::function<sweep_step(const encoded_chunk&)>& take);

/// Writes a table as write_endgame_table does, of which this process encodes the chunks whose middle `values` holds
/// here, and others the rest. Every chunk has the bytes that it has in a table of one process; they lie in the file as
/// they come. @throws contract_error if chunks are missing; what `others` throws.
void write_shared_table(const std::filesystem::path& path, const table_metadata& metadata,
                        const solution_entries& values, chunk_source& others, work_monitor& monitor,
                        unsigned threads = 0);

}  // namespace zermelo::storage
