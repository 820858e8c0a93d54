// SPDX-License-Identifier: MIT
#include "value_encoder.hpp"

#include <algorithm>
#include <utility>

#include <fmt/core.h>

#include <zermelo/core/base/error.hpp>

#include "axis_datasets.hpp"
#include "stored_columns.hpp"

namespace zermelo::storage {
namespace {

template <std::size_t... Indices>
std::array<chunk_codec, num_value_columns> codecs_of(const table_metadata& metadata,
                                                     std::index_sequence<Indices...> /*columns*/) {
  return {chunk_codec(chunk_codec::new_filters(),
                      with_stored_type<value_column<Indices>>(metadata, [](auto number) { return sizeof number; }))...};
}

}  // namespace

static_assert(endgame_table::max_chunk_positions == chunk_layout::max_elements);

value_encoder::value_encoder(const table_metadata& metadata)
    : m_metadata(metadata),
      m_layout(chunk_layout::choose(shape_of(metadata.axes))),
      m_outcome_codec(chunk_codec::new_filters(), sizeof(std::uint8_t)),
      m_codecs(codecs_of(metadata, std::make_index_sequence<num_value_columns>())) {
  if (stores_players_to_move(metadata)) m_players_to_move.emplace(metadata.players_to_move, metadata.summary.positions);
}

std::optional<std::uint64_t> value_encoder::to_move_chunk_of(std::uint64_t chunk) const {
  const position first = layout().first_position(chunk);
  return m_players_to_move ? m_players_to_move->chunk_beginning_in({first, first + layout().num_positions(chunk)})
                           : std::nullopt;
}

encoded_chunk value_encoder::encode(std::uint64_t chunk, const solution_entries& values) const {
  std::vector<position_value>& entries = m_entries.local();
  entries.resize(layout().num_positions(chunk));
  values.read(layout().first_position(chunk), entries);
  encoded_chunk encoded{chunk, encode_outcomes(entries), {}, {}};
  for_each_value_column([&](auto c) {
    using column = value_column<c>;
    if (!stores(column(), m_metadata)) return;
    encoded.numbers[c] = with_stored_type<column>(
        m_metadata, [&](auto stored) { return encode_numbers<column, decltype(stored)>(chunk, m_codecs[c], entries); });
  });
  if (const auto to_move_chunk = to_move_chunk_of(chunk))
    encoded.players_to_move = m_players_to_move->encode(*to_move_chunk);
  return encoded;
}

std::vector<std::byte> value_encoder::encode_outcomes(std::span<const position_value> entries) const {
  std::vector<std::uint8_t> outcomes(layout().chunk_elements());
  std::transform(entries.begin(), entries.end(), outcomes.begin(),
                 [](const position_value& entry) { return static_cast<std::uint8_t>(entry.outcome); });
  return m_outcome_codec.encode(std::as_bytes(std::span(outcomes)));
}

template <class Column, class Number>
std::vector<std::byte> value_encoder::encode_numbers(std::uint64_t chunk, const chunk_codec& codec,
                                                     std::span<const position_value> entries) const {
  std::vector<Number> numbers(layout().chunk_elements());
  std::uint32_t extent = 0;
  // Simple loops over blocks that fit in the first-level cache are vectorized.
  constexpr std::size_t block = 1024;
  for (std::size_t begin = 0; begin < entries.size(); begin += block) {
    const std::size_t end = std::min(entries.size(), begin + block);
    // Truncation preserves the marker of a missing number, in which all bits are set.
    for (std::size_t i = begin; i < end; ++i) numbers[i] = static_cast<Number>(Column::number(entries[i]));
    for (std::size_t i = begin; i < end; ++i) extent = std::max(extent, Column::extent(Column::number(entries[i])));
  }
  if (extent > Column::extent(m_metadata.summary)) {
    throw contract_error(fmt::format("a {} in chunk {} is not in the summary", Column::name, chunk));
  }
  return codec.encode(std::as_bytes(std::span(numbers)));
}

}  // namespace zermelo::storage
