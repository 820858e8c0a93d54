// SPDX-License-Identifier: MIT
// Writing an endgame table: metadata, axes, and the values and keys chunk by chunk, compressed in parallel.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include <oneapi/tbb/enumerable_thread_specific.h>

#include <fmt/core.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/ordered_blocks.hpp>
#include <zermelo/core/base/parallel.hpp>
#include <zermelo/storage/endgame_table.hpp>

#include "array_dataset.hpp"
#include "attribute_text.hpp"
#include "axis_datasets.hpp"
#include "hdf5.hpp"
#include "key_datasets.hpp"
#include "metadata_attributes.hpp"
#include "new_file.hpp"
#include "table_format.hpp"

namespace zermelo::storage {

namespace {

void expect_contract(const table_metadata& metadata, const solution_entries& values) {
  expect_storable(metadata.axes);
  std::uint64_t positions = 1;
  for (const axis& a : metadata.axes) {
    if (a.size > values.size() / positions) throw contract_error("the axes have more places than there are positions");
    positions *= a.size;
  }
  if (positions != values.size() || metadata.summary.positions != values.size()) {
    throw contract_error(fmt::format("axes of {} positions and a summary of {} for {} positions", positions,
                                     metadata.summary.positions, values.size()));
  }
  if (!metadata.has_distances && !metadata.summary.by_distance.empty()) {
    throw contract_error("a histogram by distance of outcomes alone");
  }
  if (metadata.has_distances && !metadata.edges) throw contract_error("moves that are not counted");
  expect_storable_keys(metadata);
  format::expect_storable(metadata.parameters);
  for (const auto& [phase, seconds] : metadata.seconds) {
    if (!format::is_word(phase)) throw contract_error(fmt::format("the phase '{}' is not one word", phase));
  }
}

struct encoded_chunk {
  std::uint64_t number = 0;
  std::vector<std::byte> outcomes;
  std::vector<std::byte> distances;
  encoded_keys keys;  ///< if there are any
};

/// The two arrays of a table, filled chunk by chunk.
class value_arrays {
 public:
  value_arrays(hid_t file, const table_metadata& metadata)
      : m_num_distances(metadata.summary.by_distance.size()),
        m_no_distance(m_num_distances <= format::no_distance_16 ? format::no_distance_16 : format::no_distance_32),
        m_outcomes(array_dataset::create(file, format::outcome_dataset, hdf5::stored_type<std::uint8_t>(),
                                         shape_of(metadata.axes))),
        m_distances(distances_of(file, metadata)) {
    label_axes(file, m_outcomes.id(), metadata.axes, key_coordinates(metadata));
    if (m_distances) label_axes(file, m_distances->id(), metadata.axes, key_coordinates(metadata));
    describe_values();
  }

  [[nodiscard]] const chunk_layout& layout() const noexcept { return m_outcomes.layout(); }

  /// A chunk of both arrays as it is to lie in the file. Thread-safe.
  [[nodiscard]] encoded_chunk encode(std::uint64_t chunk, const solution_entries& values) const {
    if (!m_distances) return encode_outcomes(chunk, values);
    return m_no_distance == format::no_distance_16 ? encode_as(chunk, values, &workplace::narrow_distances)
                                                   : encode_as(chunk, values, &workplace::wide_distances);
  }
  void write(const encoded_chunk& encoded) const {
    m_outcomes.write_stored(encoded.number, encoded.outcomes);
    if (m_distances) m_distances->write_stored(encoded.number, encoded.distances);
  }

 private:
  [[nodiscard]] std::optional<array_dataset> distances_of(hid_t file, const table_metadata& metadata) const {
    if (!metadata.has_distances) return std::nullopt;
    return array_dataset::create(file, format::distance_dataset, distance_type(), shape_of(metadata.axes));
  }
  [[nodiscard]] hid_t distance_type() const {
    return m_no_distance == format::no_distance_16 ? hdf5::stored_type<std::uint16_t>()
                                                   : hdf5::stored_type<std::uint32_t>();
  }

  /// What one thread works with.
  struct workplace {
    std::vector<position_value> entries;
    std::vector<std::uint8_t> outcomes;
    std::vector<std::uint16_t> narrow_distances;
    std::vector<std::uint32_t> wide_distances;
  };

  [[nodiscard]] encoded_chunk encode_outcomes(std::uint64_t chunk, const solution_entries& values) const {
    workplace& mine = m_workplaces.local();
    mine.entries.resize(layout().num_positions(chunk));
    values.read(layout().first_position(chunk), mine.entries);
    mine.outcomes.assign(layout().chunk_elements(), 0);
    std::transform(mine.entries.begin(), mine.entries.end(), mine.outcomes.begin(),
                   [](const position_value& entry) { return static_cast<std::uint8_t>(entry.outcome); });
    return {chunk, m_outcomes.encode<std::uint8_t>(mine.outcomes), {}, {}};
  }

  template <class Distance>
  [[nodiscard]] encoded_chunk encode_as(std::uint64_t chunk, const solution_entries& values,
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
      for (std::size_t i = begin; i < end; ++i)
        beyond_longest = std::max(beyond_longest, entries[i].distance_plies + 1);
    }
    const bool is_within = beyond_longest <= m_num_distances;
    if (!is_within) throw contract_error(fmt::format("a distance in chunk {} is not in the summary", chunk));
    return {chunk, m_outcomes.encode<std::uint8_t>(mine.outcomes), m_distances->encode<Distance>(distances), {}};
  }

  void describe_values() const {
    std::array<std::uint8_t, num_outcomes> codes{};
    std::vector<std::string> meanings;
    for (std::uint8_t code = 0; code < num_outcomes; ++code) {
      codes[code] = code;
      meanings.emplace_back(to_string(static_cast<outcome>(code)));
    }
    hdf5::write_text(m_outcomes.id(), "long_name", "outcome for the player to move");
    hdf5::write_list<std::uint8_t>(m_outcomes.id(), "flag_values", codes);
    hdf5::write_text(m_outcomes.id(), "flag_meanings", format::join_words(meanings));
    if (!m_distances) return;
    hdf5::write_text(m_distances->id(), "long_name", "plies to the end of play");
    hdf5::write_text(m_distances->id(), "units", "plies");
    hdf5::write_number<std::int64_t>(m_distances->id(), "no_distance", m_no_distance);
  }

  std::size_t m_num_distances;
  std::uint32_t m_no_distance;
  array_dataset m_outcomes;
  std::optional<array_dataset> m_distances;  ///< nothing: outcomes alone
  mutable tbb::enumerable_thread_specific<workplace> m_workplaces;
};

/// Several threads read and compress chunks; one at a time hands them to HDF5, in order.
void write_values(const new_file& file, const table_metadata& metadata, const solution_entries& values,
                  work_monitor& monitor, unsigned threads) {
  const value_arrays arrays(file.id(), metadata);
  std::optional<key_arrays> keys;
  if (metadata.keys) keys.emplace(file.id(), metadata);
  const chunk_layout& layout = arrays.layout();
  monitor.phase("write", values.size());
  for_each_block_in_order<encoded_chunk>(
      values.size(), threads, monitor,
      [&](position begin) { return begin + layout.num_positions(layout.chunk_of(begin)); },
      [&](const index_range& block, encoded_chunk& encoded) {
        encoded = arrays.encode(layout.chunk_of(block.begin), values);
        if (keys) encoded.keys = keys->encode(encoded.number);
      },
      [&](const encoded_chunk& encoded) {
        const hdf5::quiet_errors quiet;  // HDF5 keeps this by thread
        arrays.write(encoded);
        if (keys) keys->write_next(encoded.keys);
        file.expect_written();
        return sweep_step::go_on;
      });
  if (keys) keys->finish();
}

}  // namespace

void write_endgame_table(const std::filesystem::path& path, const table_metadata& metadata,
                         const solution_entries& values, work_monitor& monitor, unsigned threads) {
  expect_contract(metadata, values);
  write_new_file(path, format::table, [&](const new_file& file) {
    write_metadata(file.id(), metadata);
    write_axes(file.id(), metadata.axes);
    write_values(file, metadata, values, monitor, resolve_threads(threads));
  });
}

}  // namespace zermelo::storage
