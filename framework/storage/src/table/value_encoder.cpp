// SPDX-License-Identifier: MIT
// Reads entries, and splits and compresses them; see value_encoder.hpp.
#include "value_encoder.hpp"

#include <algorithm>
#include <cstring>
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
                       m_no_distance == format::no_distance_16 ? sizeof(std::uint16_t) : sizeof(std::uint32_t)) {}

encoded_chunk value_encoder::encode(std::uint64_t chunk, const solution_entries& values) const {
  if (!m_has_distances) return encode_outcomes(chunk, values);
  return m_no_distance == format::no_distance_16 ? encode_as(chunk, values, &workplace::narrow_distances)
                                                 : encode_as(chunk, values, &workplace::wide_distances);
}

encoded_chunk value_encoder::encode_outcomes(std::uint64_t chunk, const solution_entries& values) const {
  workplace& mine = m_workplaces.local();
  mine.entries.resize(layout().num_positions(chunk));
  values.read(layout().first_position(chunk), mine.entries);
  mine.outcomes.assign(layout().chunk_elements(), 0);
  std::transform(mine.entries.begin(), mine.entries.end(), mine.outcomes.begin(),
                 [](const position_value& entry) { return static_cast<std::uint8_t>(entry.outcome); });
  return {chunk, m_outcome_codec.encode(std::as_bytes(std::span(mine.outcomes))), {}};
}

template <class Distance>
encoded_chunk value_encoder::encode_as(std::uint64_t chunk, const solution_entries& values,
                                       std::vector<Distance> workplace::* buffer) const {
  workplace& mine = m_workplaces.local();
  mine.entries.resize(layout().num_positions(chunk));
  values.read(layout().first_position(chunk), mine.entries);
  const std::size_t count = mine.entries.size();
  std::vector<Distance>& distances = mine.*buffer;
  mine.outcomes.resize(layout().chunk_elements());
  distances.resize(layout().chunk_elements());
  std::fill(mine.outcomes.begin() + static_cast<std::ptrdiff_t>(count), mine.outcomes.end(), 0);
  std::fill(distances.begin() + static_cast<std::ptrdiff_t>(count), distances.end(), 0);
  // What stands for no distance is cut down to what is stored for it.
  static_assert(static_cast<Distance>(no_distance) == std::numeric_limits<Distance>::max());
  std::uint32_t beyond_longest = 0;  // no_distance + 1 is 0
  // Simple loops, which compilers turn into vector instructions, over few enough entries for the first cache.
  constexpr std::size_t block = 1024;
  for (std::size_t begin = 0; begin < count; begin += block) {
    const std::size_t end = std::min(count, begin + block);
    const position_value* const entries = mine.entries.data();
    for (std::size_t i = begin; i < end; ++i) mine.outcomes[i] = static_cast<std::uint8_t>(entries[i].outcome);
    for (std::size_t i = begin; i < end; ++i) distances[i] = static_cast<Distance>(entries[i].distance_plies);
    for (std::size_t i = begin; i < end; ++i) beyond_longest = std::max(beyond_longest, entries[i].distance_plies + 1);
  }
  const bool is_within = beyond_longest <= m_num_distances;
  if (!is_within) throw contract_error(fmt::format("a distance in chunk {} is not in the summary", chunk));
  return {chunk, m_outcome_codec.encode(std::as_bytes(std::span(mine.outcomes))),
          m_distance_codec.encode(std::as_bytes(std::span(distances)))};
}

// Which chunks are held

held_chunks::held_chunks(const chunk_layout& layout, const std::vector<index_range>& held) : m_layout(layout) {
  const auto middle = [&layout](std::uint64_t chunk) {
    return layout.first_position(chunk) + layout.num_positions(chunk) / 2;
  };
  for (const index_range& range : held) {
    if (range.begin >= range.end) continue;
    // The first chunk may have its middle before the range, the last one behind it.
    std::uint64_t begin = layout.chunk_of(range.begin);
    if (middle(begin) < range.begin) ++begin;
    std::uint64_t end = layout.chunk_of(range.end - 1);
    if (middle(end) < range.end) ++end;
    if (begin >= end) continue;
    const position first = layout.first_position(begin);
    const position behind = layout.first_position(end - 1) + layout.num_positions(end - 1);
    m_stretches.push_back({m_size, first});
    m_size += behind - first;
  }
}

std::uint64_t held_chunks::chunk_at(std::uint64_t place) const {
  const auto behind = std::upper_bound(m_stretches.begin(), m_stretches.end(), place,
                                       [](std::uint64_t at, const stretch& s) { return at < s.place; });
  const stretch& here = *(behind - 1);
  return m_layout.chunk_of(here.first + (place - here.place));
}

// From one process to another

namespace {

struct parcel_header {
  std::uint64_t number = 0;
  std::uint64_t outcome_bytes = 0;
};

}  // namespace

std::vector<std::byte> packed(const encoded_chunk& chunk) {
  const parcel_header header{chunk.number, chunk.outcomes.size()};
  std::vector<std::byte> bytes(sizeof header);
  std::memcpy(bytes.data(), &header, sizeof header);
  bytes.insert(bytes.end(), chunk.outcomes.begin(), chunk.outcomes.end());
  bytes.insert(bytes.end(), chunk.distances.begin(), chunk.distances.end());
  return bytes;
}

encoded_chunk unpacked_chunk(std::span<const std::byte> bytes) {
  parcel_header header;
  if (bytes.size() < sizeof header) throw contract_error("a chunk without a header");
  std::memcpy(&header, bytes.data(), sizeof header);
  bytes = bytes.subspan(sizeof header);
  if (header.outcome_bytes > bytes.size()) throw contract_error("a chunk that is cut off");
  const auto outcomes = bytes.first(header.outcome_bytes);
  const auto distances = bytes.subspan(header.outcome_bytes);
  return {header.number, {outcomes.begin(), outcomes.end()}, {distances.begin(), distances.end()}};
}

}  // namespace zermelo::storage
