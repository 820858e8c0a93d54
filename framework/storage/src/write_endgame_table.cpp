// SPDX-License-Identifier: MIT
// Writing an endgame table: metadata, axes, and the values chunk by chunk.
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include <fmt/core.h>

#include <zermelo/core/error.hpp>
#include <zermelo/storage/endgame_table.hpp>

#include "array_dataset.hpp"
#include "attribute_text.hpp"
#include "axis_datasets.hpp"
#include "hdf5.hpp"
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
  format::expect_storable(metadata.parameters);
  for (const auto& [phase, seconds] : metadata.seconds) {
    if (!format::is_word(phase)) throw contract_error(fmt::format("the phase '{}' is not one word", phase));
  }
}

/// The two arrays of a table, filled chunk by chunk.
class value_arrays {
 public:
  value_arrays(hid_t file, const std::vector<axis>& axes, std::size_t num_distances)
      : m_num_distances(num_distances),
        m_no_distance(num_distances <= format::no_distance_16 ? format::no_distance_16 : format::no_distance_32),
        m_outcomes(
            array_dataset::create(file, format::outcome_dataset, hdf5::stored_type<std::uint8_t>(), shape_of(axes))),
        m_distances(array_dataset::create(file, format::distance_dataset, distance_type(), shape_of(axes))) {
    label_axes(file, m_outcomes.id(), axes);
    label_axes(file, m_distances.id(), axes);
    describe_values();
  }

  [[nodiscard]] const chunk_layout& layout() const noexcept { return m_outcomes.layout(); }

  void write_chunk(std::uint64_t chunk, const solution_entries& values) {
    const position first = layout().first_position(chunk);
    m_chunk_outcomes.resize(layout().num_positions(chunk));
    m_chunk_distances.resize(m_chunk_outcomes.size());
    m_chunk_values.resize(m_chunk_outcomes.size());
    values.read(first, m_chunk_values);
    for (std::size_t i = 0; i < m_chunk_outcomes.size(); ++i) {
      const position_value value = m_chunk_values[i];
      m_chunk_outcomes[i] = static_cast<std::uint8_t>(value.outcome);
      m_chunk_distances[i] = stored_distance(value.distance_plies);
    }
    m_outcomes.write_chunk<std::uint8_t>(chunk, m_chunk_outcomes);
    m_distances.write_chunk<std::uint32_t>(chunk, m_chunk_distances);
  }

 private:
  [[nodiscard]] hid_t distance_type() const {
    return m_no_distance == format::no_distance_16 ? hdf5::stored_type<std::uint16_t>()
                                                   : hdf5::stored_type<std::uint32_t>();
  }

  [[nodiscard]] std::uint32_t stored_distance(std::uint32_t distance_plies) const {
    if (distance_plies == no_distance) return m_no_distance;
    if (distance_plies >= m_num_distances) {
      throw contract_error(fmt::format("a distance of {} plies is not in the summary", distance_plies));
    }
    return distance_plies;
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
    hdf5::write_text(m_distances.id(), "long_name", "plies to the end of play");
    hdf5::write_text(m_distances.id(), "units", "plies");
    hdf5::write_number<std::int64_t>(m_distances.id(), "no_distance", m_no_distance);
  }

  std::size_t m_num_distances;
  std::uint32_t m_no_distance;
  array_dataset m_outcomes;
  array_dataset m_distances;
  std::vector<position_value> m_chunk_values;
  std::vector<std::uint8_t> m_chunk_outcomes;
  std::vector<std::uint32_t> m_chunk_distances;
};

void write_values(const new_file& file, const table_metadata& metadata, const solution_entries& values,
                  solve_visitor& visitor) {
  value_arrays arrays(file.id(), metadata.axes, metadata.summary.by_distance.size());
  visitor.phase("write", values.size());
  for (std::uint64_t chunk = 0; chunk < arrays.layout().num_chunks(); ++chunk) {
    visitor.check_stop();
    arrays.write_chunk(chunk, values);
    file.expect_written();
    visitor.advance(arrays.layout().num_positions(chunk));
  }
}

}  // namespace

void write_endgame_table(const std::filesystem::path& path, const table_metadata& metadata,
                         const solution_entries& values, solve_visitor& visitor) {
  expect_contract(metadata, values);
  write_new_file(path, format::table, [&](const new_file& file) {
    write_metadata(file.id(), metadata);
    write_axes(file.id(), metadata.axes);
    write_values(file, metadata, values, visitor);
  });
}

}  // namespace zermelo::storage
