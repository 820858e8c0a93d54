// SPDX-License-Identifier: MIT
#include "table_description.hpp"

#include <cstdint>
#include <utility>

#include <fmt/core.h>

#include "../hdf5/hdf5.hpp"
#include "stored_columns.hpp"
#include "table_format.hpp"
#include "to_move_dataset.hpp"

namespace zermelo::storage {

table_description describe_table(described_file& file) {
  table_description table;
  table.metadata = read_metadata(file);
  table.outcomes = describe_array(file, format::outcome_dataset, {hdf5::stored_type<std::uint8_t>()});
  if (!table.metadata.has_distances && hdf5::has_link(file, distance_column::name)) {
    throw hdf5::failure("dataset 'distance' exists, but attribute 'distances' is 0");
  }
  const auto version = hdf5::read_number<std::int64_t>(file, version_attribute);
  if (table.metadata.max_margin.has_value() != (version == format::version_with_margins)) {
    throw hdf5::failure(fmt::format("wrong format version {}: table {} margins", version,
                                    table.metadata.max_margin ? "declares" : "does not declare"));
  }
  for_each_value_column([&](auto c) {
    using column = value_column<c>;
    if (!stores(column(), table.metadata)) return;
    table.numbers[c] = describe_array(
        file, column::name, {hdf5::stored_type<typename column::narrow>(), hdf5::stored_type<typename column::wide>()});
  });
  table.axes = describe_axes(file, table.outcomes.shape);
  table.players_to_move = describe_players_to_move(file, table.axes.axes);
  table.keys = describe_keys(file);
  return table;
}

table_metadata metadata_of(const existing_file& file, table_description description) {
  expect_consistent(description.metadata);
  const auto& shape = description.outcomes.shape;
  const auto expect_equal = [&](const char* name, const array_description& array) {
    if (shape == array.shape && description.outcomes.chunk_shape == array.chunk_shape) return;
    throw hdf5::failure(fmt::format("datasets 'outcome' and '{}' differ in shape or chunks", name));
  };
  for_each_value_column([&](auto c) {
    using column = value_column<c>;
    if (description.has_numbers(c)) expect_equal(column::name, description.numbers[c]);
  });
  table_metadata metadata = std::move(description.metadata);
  metadata.axes = read_axes(file, std::move(description.axes), shape);
  if (metadata.max_margin && are_names_used(metadata.axes, {margin_column::name})) {
    throw hdf5::failure("the name 'margin' of an axis or coordinate is already used");
  }
  return metadata;
}

}  // namespace zermelo::storage
