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
      m_has_margins(metadata.max_margin.has_value()),
      m_has_wide_margins(metadata.max_margin.value_or(1) > format::max_margin_8),
      m_max_margin(static_cast<int>(metadata.summary.max_margin())),
      m_layout(chunk_layout::choose(shape_of(metadata.axes))),
      m_outcome_codec(chunk_codec::new_filters(), sizeof(std::uint8_t)),
      m_distance_codec(chunk_codec::new_filters(),
                       m_no_distance == format::no_distance_16 ? sizeof(std::uint16_t) : sizeof(std::uint32_t)),
      m_margin_codec(chunk_codec::new_filters(), m_has_wide_margins ? sizeof(std::int16_t) : sizeof(std::int8_t)) {
  if (stores_owners(metadata)) m_owners.emplace(metadata.owners, metadata.summary.positions);
}

std::optional<std::uint64_t> value_encoder::owner_chunk_of(std::uint64_t chunk) const {
  const position first = layout().first_position(chunk);
  return m_owners ? m_owners->chunk_beginning_in({first, first + layout().num_positions(chunk)}) : std::nullopt;
}

encoded_chunk value_encoder::encode(std::uint64_t chunk, const solution_entries& values) const {
  thread_buffers& local = m_buffers.local();
  local.entries.resize(layout().num_positions(chunk));
  values.read(layout().first_position(chunk), local.entries);
  encoded_chunk encoded{chunk, encode_outcomes(), {}, {}, {}};
  if (m_has_distances) {
    encoded.distances = m_no_distance == format::no_distance_16
                            ? encode_distances(chunk, &thread_buffers::narrow_distances)
                            : encode_distances(chunk, &thread_buffers::wide_distances);
  }
  if (m_has_margins) {
    encoded.margins = m_has_wide_margins ? encode_margins(chunk, &thread_buffers::wide_margins)
                                         : encode_margins(chunk, &thread_buffers::narrow_margins);
  }
  if (const auto of_owners = owner_chunk_of(chunk)) encoded.owners = m_owners->encode(*of_owners);
  return encoded;
}

std::vector<std::byte> value_encoder::encode_outcomes() const {
  thread_buffers& local = m_buffers.local();
  local.outcomes.assign(layout().chunk_elements(), 0);
  std::transform(local.entries.begin(), local.entries.end(), local.outcomes.begin(),
                 [](const position_value& entry) { return static_cast<std::uint8_t>(entry.outcome); });
  return m_outcome_codec.encode(std::as_bytes(std::span(local.outcomes)));
}

template <class Distance>
std::vector<std::byte> value_encoder::encode_distances(std::uint64_t chunk,
                                                       std::vector<Distance> thread_buffers::* buffer) const {
  const thread_buffers& local = m_buffers.local();
  std::vector<Distance>& distances = m_buffers.local().*buffer;
  distances.assign(layout().chunk_elements(), 0);
  // Narrowing no_distance gives the number that is stored for it.
  static_assert(static_cast<Distance>(no_distance) == std::numeric_limits<Distance>::max());
  std::uint32_t max_distance_plus_1 = 0;  // no_distance + 1 is 0
  // Simple loops, which compilers vectorize, over few enough entries for the first-level cache.
  constexpr std::size_t block = 1024;
  const std::size_t count = local.entries.size();
  for (std::size_t begin = 0; begin < count; begin += block) {
    const std::size_t end = std::min(count, begin + block);
    const position_value* const entries = local.entries.data();
    for (std::size_t i = begin; i < end; ++i) distances[i] = static_cast<Distance>(entries[i].distance_plies);
    for (std::size_t i = begin; i < end; ++i) {
      max_distance_plus_1 = std::max(max_distance_plus_1, entries[i].distance_plies + 1);
    }
  }
  if (max_distance_plus_1 > m_num_distances) {
    throw contract_error(fmt::format("a distance in chunk {} is not in the summary", chunk));
  }
  return m_distance_codec.encode(std::as_bytes(std::span(distances)));
}

template <class Margin>
std::vector<std::byte> value_encoder::encode_margins(std::uint64_t chunk,
                                                     std::vector<Margin> thread_buffers::* buffer) const {
  thread_buffers& local = m_buffers.local();
  std::vector<Margin>& margins = local.*buffer;
  margins.assign(layout().chunk_elements(), 0);
  int max_margin = 0;
  for (std::size_t i = 0; i < local.entries.size(); ++i) {
    const int margin = local.entries[i].margin();
    margins[i] = static_cast<Margin>(margin);
    max_margin = std::max(max_margin, margin < 0 ? -margin : margin);
  }
  if (max_margin > m_max_margin) {
    throw contract_error(fmt::format("a margin of {} in chunk {} is not in the summary", max_margin, chunk));
  }
  return m_margin_codec.encode(std::as_bytes(std::span(margins)));
}

}  // namespace zermelo::storage
