// SPDX-License-Identifier: MIT
// Writes endgame tables: metadata, axes, and the values and keys chunk by chunk, compressed in parallel.
#include <array>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include <fmt/core.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/ordered_blocks.hpp>
#include <zermelo/core/base/parallel.hpp>
#include <zermelo/storage/table/endgame_table.hpp>
#include <zermelo/storage/table/table_chunks.hpp>

#include "../array/array_dataset.hpp"
#include "../hdf5/attribute_text.hpp"
#include "../hdf5/hdf5.hpp"
#include "../hdf5/new_file.hpp"
#include "axis_datasets.hpp"
#include "key_datasets.hpp"
#include "local_chunks.hpp"
#include "metadata_attributes.hpp"
#include "stored_columns.hpp"
#include "table_format.hpp"
#include "to_move_dataset.hpp"
#include "value_encoder.hpp"

namespace zermelo::storage {
namespace {

/// @throws contract_error if a margin in the metadata exceeds the maximum, or an axis has the name of the margins'
/// dataset.
void expect_storable_margins(const table_metadata& metadata, const solution_entries& values) {
  if (!metadata.max_margin && values.margin_bound() > 1) {
    throw contract_error(fmt::format("margins up to {} need max_margin", values.margin_bound()));
  }
  if (metadata.max_margin && !metadata.has_distances) throw contract_error("max_margin needs distances");
  const std::uint64_t bound = metadata.max_margin.value_or(1);
  if (bound < 1 || bound > std::uint64_t{result::largest_margin}) {
    throw contract_error(fmt::format("max_margin: expected 1 to {1}, got {0}", bound, result::largest_margin));
  }
  if (metadata.summary.max_margin() > bound) {
    throw contract_error(
        fmt::format("a position is won by {} points, but max_margin is {}", metadata.summary.max_margin(), bound));
  }
  if (metadata.max_margin && are_names_used(metadata.axes, {margin_column::name})) {
    throw contract_error("the name 'margin' of an axis or coordinate is already used");
  }
}

/// @throws contract_error if the table cannot be stored, as described at write_endgame_table.
void expect_contract(const table_metadata& metadata, const solution_entries& values) {
  expect_storable(metadata.axes);
  std::uint64_t positions = 1;
  for (const axis& a : metadata.axes) {
    if (a.size > values.size() / positions) throw contract_error("the axes have more positions than the solution");
    positions *= a.size;
  }
  if (positions != values.size() || metadata.summary.positions != values.size()) {
    throw contract_error(fmt::format("expected {2} positions, got {0} in the axes and {1} in the summary", positions,
                                     metadata.summary.positions, values.size()));
  }
  if (!metadata.has_distances && !metadata.summary.by_distance.empty()) {
    throw contract_error("a histogram by distance needs distances");
  }
  if (metadata.has_distances && !metadata.edges) throw contract_error("edges is missing in a table with distances");
  expect_storable_margins(metadata, values);
  expect_storable_keys(metadata);
  format::expect_storable_names(metadata.parameters);
  for (const auto& [phase, seconds] : metadata.seconds) {
    if (!format::is_token(phase))
      throw contract_error(fmt::format("invalid phase name '{}': expected no blanks", phase));
  }
}

/// The values and keys of a chunk.
struct encoded_block {
  encoded_chunk values;
  encoded_keys keys;  ///< only in a table with keys
};

/// The arrays of outcomes, other numbers and players to move, which are written chunk by chunk.
class value_arrays {
 public:
  value_arrays(hid_t file, const table_metadata& metadata, const value_encoder& encoder)
      : m_encoder(encoder),
        m_outcomes(array_dataset::create(file, format::outcome_dataset, hdf5::stored_type<std::uint8_t>(),
                                         shape_of(metadata.axes))) {
    for_each_value_column([&](auto c) {
      using column = value_column<c>;
      if (!stores(column(), metadata)) return;
      with_stored_type<column>(metadata, [&](auto stored) { create<column, decltype(stored)>(file, metadata, c); });
    });
    if (stores_players_to_move(metadata))
      m_players_to_move.emplace(create_to_move_array(file, metadata.summary.positions));
    label_axes(file, m_outcomes.id(), metadata.axes, key_coordinates(metadata));
    for (const auto& numbers : m_numbers) {
      if (numbers) label_axes(file, numbers->id(), metadata.axes, key_coordinates(metadata));
    }
    describe_outcomes();
  }

  void write(const encoded_chunk& encoded) const {
    m_outcomes.write_stored(encoded.number, encoded.outcomes);
    for (std::size_t c = 0; c < num_value_columns; ++c) {
      if (m_numbers[c]) m_numbers[c]->write_stored(encoded.number, encoded.numbers[c]);
    }
    if (const auto chunk = m_encoder.to_move_chunk_of(encoded.number))
      m_players_to_move->write_stored(*chunk, encoded.players_to_move);
  }

 private:
  template <class Column, class Number>
  void create(hid_t file, const table_metadata& metadata, std::size_t c) {
    auto& array = m_numbers[c].emplace(
        array_dataset::create(file, Column::name, hdf5::stored_type<Number>(), shape_of(metadata.axes)));
    hdf5::write_text(array.id(), "long_name", Column::meaning);
    hdf5::write_text(array.id(), "units", Column::unit);
    if constexpr (Column::may_lack_number) {
      hdf5::write_number<std::int64_t>(array.id(), fmt::format("no_{}", Column::name),
                                       std::numeric_limits<Number>::max());
    }
  }

  void describe_outcomes() const {
    std::array<std::uint8_t, num_outcomes> codes{};
    std::vector<std::string> meanings;
    for (std::uint8_t code = 0; code < num_outcomes; ++code) {
      codes[code] = code;
      meanings.emplace_back(to_string(static_cast<outcome>(code)));
    }
    hdf5::write_text(m_outcomes.id(), "long_name", "outcome for the player to move");
    hdf5::write_list<std::uint8_t>(m_outcomes.id(), "flag_values", codes);
    hdf5::write_text(m_outcomes.id(), "flag_meanings", format::join_tokens(meanings));
  }

  const value_encoder& m_encoder;
  array_dataset m_outcomes;
  std::array<std::optional<array_dataset>, num_value_columns> m_numbers;  ///< [column]; nothing: not stored
  std::optional<array_dataset> m_players_to_move;  ///< nothing: the players to move are not stored
};

/// Encodes the local chunks on several threads with encode(chunk, block), and passes the blocks to `take` one at a
/// time, in order.
template <class Block, class Encode, class Take>
void for_each_local_chunk(const value_encoder& encoder, const solution_entries& values, work_monitor& monitor,
                          unsigned threads, const Encode& encode, const Take& take) {
  const local_chunks resident(encoder.layout(), values.local_ranges());
  monitor.phase("write", resident.num_positions());
  for_each_block_in_order<Block>(
      resident.num_positions(), resolve_threads(threads), monitor,
      [&](std::uint64_t index) { return resident.end_of_chunk(index); },
      [&](const index_range& indices, Block& block) { encode(resident.chunk_at(indices.begin), block); }, take);
}

/// Writes values. Several threads read and compress chunks; one thread at a time passes them to HDF5.
/// @param others  null: all chunks are local
void write_values(const new_file& file, const table_metadata& metadata, const solution_entries& values,
                  chunk_source* others, work_monitor& monitor, unsigned threads) {
  const value_encoder encoder(metadata);
  const value_arrays arrays(file.id(), metadata, encoder);
  std::optional<key_arrays> keys;
  if (metadata.keys) keys.emplace(file.id(), metadata);
  std::uint64_t num_written = 0;
  const auto write = [&](const encoded_chunk& encoded) {
    if (encoded.number >= encoder.layout().num_chunks()) throw contract_error("a chunk belongs to another table");
    arrays.write(encoded);
    ++num_written;
  };
  const auto write_next_of_others = [&] {
    const std::vector<encoded_chunk> chunks = others->next();
    const hdf5::quiet_errors quiet;  // HDF5 stores this setting per thread
    for (const encoded_chunk& encoded : chunks) write(encoded);
    file.expect_written();
    return !chunks.empty();
  };
  for_each_local_chunk<encoded_block>(
      encoder, values, monitor, threads,
      [&](std::uint64_t chunk, encoded_block& block) {
        block.values = encoder.encode(chunk, values);
        if (keys) block.keys = keys->encode(chunk);
      },
      [&](const encoded_block& block) {
        {
          const hdf5::quiet_errors quiet;
          write(block.values);
          if (keys) keys->write_next(block.keys);
          file.expect_written();
        }
        if (others != nullptr) (void)write_next_of_others();
        return sweep_step::proceed;
      });
  while (others != nullptr && write_next_of_others()) monitor.check_stop();
  if (num_written != encoder.layout().num_chunks()) {
    throw contract_error(fmt::format("expected {1} chunks, got {0}", num_written, encoder.layout().num_chunks()));
  }
  if (keys) keys->finish();
}

void write_table(const std::filesystem::path& path, const table_metadata& metadata, const solution_entries& values,
                 chunk_source* others, work_monitor& monitor, unsigned threads) {
  expect_contract(metadata, values);
  file_kind kind = format::table;
  if (!metadata.max_margin) kind.version = format::version_without_margins;
  write_new_file(path, kind, [&](const new_file& file) {
    write_metadata(file.id(), metadata);
    write_axes(file.id(), metadata.axes);
    write_values(file, metadata, values, others, monitor, threads);
  });
}

}  // namespace

void write_endgame_table(const std::filesystem::path& path, const table_metadata& metadata,
                         const solution_entries& values, work_monitor& monitor, unsigned threads) {
  write_table(path, metadata, values, nullptr, monitor, threads);
}

void write_shared_table(const std::filesystem::path& path, const table_metadata& metadata,
                        const solution_entries& values, chunk_source& others, work_monitor& monitor, unsigned threads) {
  write_table(path, metadata, values, &others, monitor, threads);
}

void encode_table_chunks(const table_metadata& metadata, const solution_entries& values, work_monitor& monitor,
                         unsigned threads, const std::function<sweep_step(const encoded_chunk&)>& take) {
  expect_contract(metadata, values);
  const value_encoder encoder(metadata);
  for_each_local_chunk<encoded_chunk>(
      encoder, values, monitor, threads,
      [&](std::uint64_t chunk, encoded_chunk& encoded) { encoded = encoder.encode(chunk, values); }, take);
}

}  // namespace zermelo::storage
