// SPDX-License-Identifier: MIT
#include "table_description.hpp"

#include <cstdint>
#include <utility>

#include "../hdf5/hdf5.hpp"
#include "owner_dataset.hpp"
#include "table_format.hpp"

namespace zermelo::storage {

table_description describe_table(described_file& file) {
  table_description table;
  table.metadata = read_metadata(file);
  table.outcomes = describe_array(file, format::outcome_dataset, {hdf5::stored_type<std::uint8_t>()});
  if (table.metadata.has_distances) {
    table.distances = describe_array(file, format::distance_dataset,
                                     {hdf5::stored_type<std::uint16_t>(), hdf5::stored_type<std::uint32_t>()});
  } else if (hdf5::has_link(file, format::distance_dataset)) {
    throw hdf5::failure("it has a dataset 'distance', and says that it has none");
  }
  table.axes = describe_axes(file, table.outcomes.shape);
  table.owners = describe_owners(file, table.axes.axes);
  table.keys = describe_keys(file);
  return table;
}

table_metadata metadata_of(const existing_file& file, table_description description) {
  expect_consistent(description.metadata);
  const auto& shape = description.outcomes.shape;
  if (description.metadata.has_distances &&
      (shape != description.distances.shape || description.outcomes.chunk_shape != description.distances.chunk_shape)) {
    throw hdf5::failure("datasets 'outcome' and 'distance' differ in shape or chunks");
  }
  table_metadata metadata = std::move(description.metadata);
  metadata.axes = read_axes(file, std::move(description.axes), shape);
  return metadata;
}

}  // namespace zermelo::storage
