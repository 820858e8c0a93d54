// SPDX-License-Identifier: MIT
// Describes the file of a table: its metadata, and the locations of entries and keys. The child process that opens the
// file with HDF5 sends the description to this process.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <type_traits>
#include <vector>

#include <zermelo/core/value/value_columns.hpp>
#include <zermelo/storage/table/endgame_table.hpp>

#include "../array/chunked_array.hpp"
#include "../hdf5/existing_file.hpp"
#include "axis_datasets.hpp"
#include "key_datasets.hpp"
#include "metadata_attributes.hpp"

namespace zermelo::storage {

struct table_description {
  table_metadata metadata;  ///< without axes and keys
  axes_description axes;
  array_description outcomes;
  std::array<array_description, num_value_columns> numbers;  ///< [column]; empty if the table lacks the column
  std::vector<array_description> players_to_move;  ///< one array, or empty if the players to move are not stored
  keys_description keys;

  [[nodiscard]] bool has_numbers(std::size_t column) const { return !numbers[column].shape.empty(); }
};

/// Lists the members for an archive, see byte_archive.hpp.
template <class Archive, class Description>
  requires std::same_as<std::remove_const_t<Description>, table_description>
void exchange(Archive& archive, Description& table) {
  exchange_metadata(archive, table.metadata);
  exchange_axes(archive, table.axes);
  exchange_array(archive, table.outcomes);
  for (auto& array : table.numbers) exchange_array(archive, array);
  archive.list(table.players_to_move, [](Archive& arrays, auto& array) { exchange_array(arrays, array); });
  exchange_keys(archive, table.keys);
}

/// Describes a table in the child process. @throws hdf5::failure if an attribute or dataset is missing or has another
/// type.
[[nodiscard]] table_description describe_table(described_file& file);

/// Returns the metadata including axes, but without keys. @throws hdf5::failure if parts of the description contradict
/// each other, or the coordinates of axes are damaged.
[[nodiscard]] table_metadata metadata_of(const existing_file& file, table_description description);

}  // namespace zermelo::storage
