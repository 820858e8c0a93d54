// SPDX-License-Identifier: MIT
// The values of a table as its chunks have them in the file. No file is needed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <oneapi/tbb/enumerable_thread_specific.h>

#include <zermelo/core/base/index_range.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/solution_entries.hpp>
#include <zermelo/storage/table/endgame_table.hpp>
#include <zermelo/storage/table/table_chunks.hpp>

#include "../array/chunk_codec.hpp"
#include "../array/chunk_layout.hpp"

namespace zermelo::storage {

class value_encoder {
 public:
  explicit value_encoder(const table_metadata& metadata);

  [[nodiscard]] const chunk_layout& layout() const noexcept { return m_layout; }
  /// What is stored where there is no distance: the largest number of the stored type.
  [[nodiscard]] std::uint32_t no_distance_stored() const noexcept { return m_no_distance; }

  /// Thread-safe. @throws contract_error if a distance is not in the summary; and what reading the values throws.
  [[nodiscard]] encoded_chunk encode(std::uint64_t chunk, const solution_entries& values) const;

 private:
  /// What one thread works with.
  struct workplace {
    std::vector<position_value> entries;
    std::vector<std::uint8_t> outcomes;
    std::vector<std::uint16_t> narrow_distances;
    std::vector<std::uint32_t> wide_distances;
  };

  [[nodiscard]] encoded_chunk encode_outcomes(std::uint64_t chunk, const solution_entries& values) const;
  template <class Distance>
  [[nodiscard]] encoded_chunk encode_as(std::uint64_t chunk, const solution_entries& values,
                                        std::vector<Distance> workplace::* buffer) const;

  bool m_has_distances;
  std::size_t m_num_distances;
  std::uint32_t m_no_distance;
  chunk_layout m_layout;
  chunk_codec m_outcome_codec;
  chunk_codec m_distance_codec;
  mutable tbb::enumerable_thread_specific<workplace> m_workplaces;
};

/// The chunks whose middle lies in one of some stretches of positions, joined together.
class held_chunks {
 public:
  /// Precondition: the stretches ascend.
  held_chunks(const chunk_layout& layout, const std::vector<index_range>& held);

  /// The positions of all of them.
  [[nodiscard]] std::uint64_t num_positions() const noexcept { return m_size; }
  /// The chunk at that place among these positions. Precondition: place < num_positions().
  [[nodiscard]] std::uint64_t chunk_at(std::uint64_t place) const;
  /// The place behind the chunk that begins there.
  [[nodiscard]] std::uint64_t end_of_chunk(std::uint64_t place) const {
    return place + m_layout.num_positions(chunk_at(place));
  }

 private:
  /// Chunks that follow each other.
  struct stretch {
    std::uint64_t place = 0;
    position first = 0;
  };

  const chunk_layout& m_layout;
  std::vector<stretch> m_stretches;
  std::uint64_t m_size = 0;
};

}  // namespace zermelo::storage
