// SPDX-License-Identifier: MIT
// What the process that reads a table's file tells of it: everything but the entries, and where those lie.
#pragma once

#include <concepts>
#include <type_traits>

#include <zermelo/storage/table/endgame_table.hpp>

#include "../array/chunked_array.hpp"
#include "../hdf5/existing_file.hpp"
#include "axis_datasets.hpp"
#include "key_datasets.hpp"
#include "metadata_attributes.hpp"

namespace zermelo::storage {

/// A table but for its entries.
struct table_description {
  table_metadata metadata;  ///< without axes and keys
  axes_description axes;
  array_description outcomes;
  array_description distances;  ///< empty where there are outcomes alone
  keys_description keys;
};

template <class Archive, class Description>
  requires std::same_as<std::remove_const_t<Description>, table_description>
void exchange(Archive& archive, Description& table) {
  exchange_metadata(archive, table.metadata);
  exchange_axes(archive, table.axes);
  exchange_array(archive, table.outcomes);
  exchange_array(archive, table.distances);
  exchange_keys(archive, table.keys);
}

/// Describes a table. @throws hdf5::failure unless it is one as far as HDF5 has to tell.
[[nodiscard]] table_description describe_table(described_file& file);

/// The metadata, axes included, but without keys. @throws hdf5::failure unless they and the entries are of one table.
[[nodiscard]] table_metadata metadata_of(const existing_file& file, table_description described);

}  // namespace zermelo::storage
