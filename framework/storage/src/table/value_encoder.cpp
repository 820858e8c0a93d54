// SPDX-License-Identifier: MIT
#include "value_encoder.hpp"

#include <algorithm>
#include <limits>
#include <span>

#include <fmt/core.h>

#include <zermelo/core/base/error.hpp>

#include "axis_datasets.hpp"
#include "table_format.hpp"

namespace zermelo::storage {

static_assert(endgame_table::max_chunk_positions == chunk_layout::max_elements);

value_encoder::value_encoder(const table_metadata& metadata)
    : m_has_distances(metadata.has_distances),
      m_num_distances(metadata.summary.by_distance.size()),
      m_no_distance(m_num_distances <= format::no_distance_16 ? format::no_distance_16 : format::no_distance_32),
      m_layout(chunk_layout::choose(shape_of(metadata.axes))),
      m_outcome_codec(chunk_codec::new_filters(), sizeof(std::uint8_t)),
      m_distance_codec(chunk_codec::new_filters(),
                       m_no_distance == format::no_distance_16 ? sizeof(std::uint16_t) : sizeof(std::uint32_t)) {
  if (stores_owners(metadata)) m_owners.emplace(metadata.owners, metadata.summary.positions);
}

std::optional<std::uint64_t> value_encoder::owner_chunk_of(std::uint64_t chunk) const {
  const position first = layout().first_position(chunk);
  return m_owners ? m_owners->chunk_beginning_in({first, first + layout().num_positions(chunk)}) : std::nullopt;
}

encoded_chunk value_encoder::encode(std::uint64_t chunk, const solution_entries& values) const {
  encoded_chunk encoded = encode_values(chunk, values);
  if (const auto of_owners = owner_chunk_of(chunk)) encoded.owners = m_owners->encode(*of_owners);
  return encoded;
}

encoded_chunk value_encoder::encode_values(std::uint64_t chunk, const solution_entries& values) const {
  if (!m_has_distances) return encode_outcomes(chunk, values);
  return m_no_distance == format::no_distance_16 ? encode_as(chunk, values, &thread_buffers::narrow_distances)
                                                 : encode_as(chunk, values, &thread_buffers::wide_distances);
}

encoded_chunk value_encoder::encode_outcomes(std::uint64_t chunk, const solution_entries& values) const {
  thread_buffers& local = m_buffers.local();
  local.entries.resize(layout().num_positions(chunk));
  values.read(layout().first_position(chunk), local.entries);
  local.outcomes.assign(layout().chunk_elements(), 0);
  std::transform(local.entries.begin(), local.entries.end(), local.outcomes.begin(),
                 [](const position_value& entry) { return static_cast<std::uint8_t>(entry.outcome); });
  return {chunk, m_outcome_codec.encode(std::as_bytes(std::span(local.outcomes))), {}, {}};
}

template <class Distance>
encoded_chunk value_encoder::encode_as(std::uint64_t chunk, const solution_entries& values,
                                       std::vector<Distance> thread_buffers::* buffer) const {
  thread_buffers& local = m_buffers.local();
  local.entries.resize(layout().num_positions(chunk));
  values.read(layout().first_position(chunk), local.entries);
  const std::size_t count = local.entries.size();
  std::vector<Distance>& distances = local.*buffer;
  local.outcomes.assign(layout().chunk_elements(), 0);
  distances.assign(layout().chunk_elements(), 0);
  // Narrowing no_distance gives the number that is stored for it.
  static_assert(static_cast<Distance>(no_distance) == std::numeric_limits<Distance>::max());
  std::uint32_t max_distance_plus_1 = 0;  // no_distance + 1 is 0
  // Simple loops, which compilers vectorize, over few enough entries for the first-level cache.
  constexpr std::size_t block = 1024;
  for (std::size_t begin = 0; begin < count; begin += block) {
    const std::size_t end = std::min(count, begin + block);
    const position_value* const entries = local.entries.data();
    for (std::size_t i = begin; i < end; ++i) local.outcomes[i] = static_cast<std::uint8_t>(entries[i].outcome);
    for (std::size_t i = begin; i < end; ++i) distances[i] = static_cast<Distance>(entries[i].distance_plies);
    for (std::size_t i = begin; i < end; ++i) {
      max_distance_plus_1 = std::max(max_distance_plus_1, entries[i].distance_plies + 1);
    }
  }
  if (max_distance_plus_1 > m_num_distances) {
    throw contract_error(fmt::format("a distance in chunk {} is not in the summary", chunk));
  }
  return {chunk,
          m_outcome_codec.encode(std::as_bytes(std::span(local.outcomes))),
          m_distance_codec.encode(std::as_bytes(std::span(distances))),
          {}};
}

}  // namespace zermelo::storage
