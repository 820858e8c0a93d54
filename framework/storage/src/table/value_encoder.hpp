// SPDX-License-Identifier: MIT
// Encodes the values of a table's chunks as stored in a file. Does not access a file.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <zermelo/core/base/per_thread.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/solution_entries.hpp>
#include <zermelo/core/value/value_columns.hpp>
#include <zermelo/storage/table/endgame_table.hpp>
#include <zermelo/storage/table/table_chunks.hpp>

#include "../array/chunk_codec.hpp"
#include "../array/chunk_layout.hpp"
#include "to_move_dataset.hpp"

namespace zermelo::storage {

class value_encoder {
 public:
  /// @param metadata  must outlive the object
  explicit value_encoder(const table_metadata& metadata);

  [[nodiscard]] const chunk_layout& layout() const noexcept { return m_layout; }
  /// Returns the number of the chunk of `to_move` that begins in a chunk, or nothing if no chunk begins there.
  [[nodiscard]] std::optional<std::uint64_t> to_move_chunk_of(std::uint64_t chunk) const;

  /// Encodes a chunk, and the chunk of the players to move that begins in it. Thread-safe. @throws contract_error if a
  /// number is not in the summary; what reading the values and `metadata.players_to_move` throws.
  [[nodiscard]] encoded_chunk encode(std::uint64_t chunk, const solution_entries& values) const;

 private:
  [[nodiscard]] std::vector<std::byte> encode_outcomes(std::span<const position_value> entries) const;
  /// @param Number  the stored type
  template <class Column, class Number>
  [[nodiscard]] std::vector<std::byte> encode_numbers(std::uint64_t chunk, const chunk_codec& codec,
                                                      std::span<const position_value> entries) const;

  const table_metadata& m_metadata;
  chunk_layout m_layout;
  chunk_codec m_outcome_codec;
  std::array<chunk_codec, num_value_columns> m_codecs;
  std::optional<to_move_encoder> m_players_to_move;  ///< nothing: the players to move are not stored
  mutable per_thread<std::vector<position_value>> m_entries;
};

}  // namespace zermelo::storage
