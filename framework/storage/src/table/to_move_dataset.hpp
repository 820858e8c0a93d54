// SPDX-License-Identifier: MIT
// The dataset `to_move` of a table whose axes do not define the player to move: 1 bit per position, 1 for the second
// player. Bit i of byte k belongs to position 8 k + i; the bits after the last position are 0. Programs without the
// rules use the bits to determine the winners.
//
// A chunk of the dataset contains the bits of several chunks of outcomes. The process that encodes the chunk of
// outcomes with its first position also encodes this chunk.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include <zermelo/core/base/index_range.hpp>
#include <zermelo/core/value/to_move_run.hpp>
#include <zermelo/storage/table/endgame_table.hpp>

#include "../array/array_dataset.hpp"
#include "../array/chunk_codec.hpp"
#include "../array/chunk_layout.hpp"
#include "../array/chunked_array.hpp"
#include "../hdf5/existing_file.hpp"

namespace zermelo::storage {

/// Whether the players to move are stored: they are in the metadata, and no axis or coordinate uses a name that the
/// datasets need.
[[nodiscard]] bool stores_players_to_move(const table_metadata& metadata);

/// Encodes chunks of `to_move` as stored in a file. Does not access a file.
class to_move_encoder {
 public:
  /// @param players_to_move  must outlive the object
  to_move_encoder(const to_move_lookup& players_to_move, std::uint64_t num_positions);

  /// Returns the chunk whose first position is in a range of at most `chunk_layout::max_elements` positions, or nothing
  /// if no chunk begins there.
  [[nodiscard]] std::optional<std::uint64_t> chunk_beginning_in(const index_range& positions) const;
  /// Encodes a chunk. Thread-safe. @throws what `players_to_move` throws.
  [[nodiscard]] std::vector<std::byte> encode(std::uint64_t chunk) const;

 private:
  const to_move_lookup& m_players_to_move;
  std::uint64_t m_num_positions;
  chunk_layout m_layout;
  chunk_codec m_codec;
};

/// Creates the dataset, with a separate dimension. @throws hdf5::failure
[[nodiscard]] array_dataset create_to_move_array(hid_t file, std::uint64_t num_positions);

/// Describes the dataset of a table with these axes, or returns an empty list if the table lacks it. @throws
/// hdf5::failure if the dataset has another type, or a chunk is missing.
[[nodiscard]] std::vector<array_description> describe_players_to_move(described_file& file,
                                                                      const std::vector<axis>& axes);

/// Returns the players to move in an open table. The bits stay in the file. A look-up decompresses their chunk, and
/// throws input_error if the chunk is damaged.
/// @param path  the name of the file, for messages
/// @throws hdf5::failure unless the dataset has a bit for each position.
[[nodiscard]] to_move_lookup read_players_to_move(const std::filesystem::path& path,
                                                  std::shared_ptr<const existing_file> file,
                                                  const array_description& description, std::uint64_t num_positions);

}  // namespace zermelo::storage
