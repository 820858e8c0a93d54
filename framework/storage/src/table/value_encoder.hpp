// SPDX-License-Identifier: MIT
// Encodes the values of a table's chunks as bytes of the file. Needs no file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include <zermelo/core/base/per_thread.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/solution_entries.hpp>
#include <zermelo/storage/table/endgame_table.hpp>
#include <zermelo/storage/table/table_chunks.hpp>

#include "../array/chunk_codec.hpp"
#include "../array/chunk_layout.hpp"
#include "owner_dataset.hpp"

namespace zermelo::storage {

class value_encoder {
 public:
  /// @param metadata  must outlive the object
  explicit value_encoder(const table_metadata& metadata);

  [[nodiscard]] const chunk_layout& layout() const noexcept { return m_layout; }
  /// The number of the chunk of `to_move` that begins in a chunk; nothing if there is none.
  [[nodiscard]] std::optional<std::uint64_t> owner_chunk_of(std::uint64_t chunk) const;
  /// The number that is stored for no distance: the largest one of the stored type.
  [[nodiscard]] std::uint32_t no_distance_stored() const noexcept { return m_no_distance; }
  /// Whether margins are stored in 16 bits, not 8.
  [[nodiscard]] bool has_wide_margins() const noexcept { return m_has_wide_margins; }

  /// A chunk, with the chunk of the players to move that begins in it. Thread-safe. @throws contract_error if a
  /// distance or margin is not in the summary; what reading the values and `metadata.owners` throws.
  [[nodiscard]] encoded_chunk encode(std::uint64_t chunk, const solution_entries& values) const;

 private:
  struct thread_buffers {
    std::vector<position_value> entries;
    std::vector<std::uint8_t> outcomes;
    std::vector<std::uint16_t> narrow_distances;
    std::vector<std::uint32_t> wide_distances;
    std::vector<std::int8_t> narrow_margins;
    std::vector<std::int16_t> wide_margins;
  };

  // These encode the entries of a chunk that the thread has read.
  [[nodiscard]] std::vector<std::byte> encode_outcomes() const;
  template <class Distance>
  [[nodiscard]] std::vector<std::byte> encode_distances(std::uint64_t chunk,
                                                        std::vector<Distance> thread_buffers::* buffer) const;
  template <class Margin>
  [[nodiscard]] std::vector<std::byte> encode_margins(std::uint64_t chunk,
                                                      std::vector<Margin> thread_buffers::* buffer) const;

  bool m_has_distances;
  std::size_t m_num_distances;
  std::uint32_t m_no_distance;
  bool m_has_margins;
  bool m_has_wide_margins;
  int m_max_margin;  ///< of the summary
  chunk_layout m_layout;
  chunk_codec m_outcome_codec;
  chunk_codec m_distance_codec;
  chunk_codec m_margin_codec;
  std::optional<owner_encoder> m_owners;  ///< nothing: the players to move are not stored
  mutable per_thread<thread_buffers> m_buffers;
};

}  // namespace zermelo::storage
