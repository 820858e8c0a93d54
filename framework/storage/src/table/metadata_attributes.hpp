// SPDX-License-Identifier: MIT
// Writes and reads a table's metadata as attributes of the file's root group.
#pragma once

#include <hdf5.h>

#include <zermelo/storage/table/endgame_table.hpp>

#include "../hdf5/byte_archive.hpp"

namespace zermelo::storage {

/// Writes all metadata except axes and keys. @throws hdf5::failure
void write_metadata(hid_t file, const table_metadata& metadata);

/// Reads the metadata of `write_metadata`. @throws hdf5::failure if an attribute is missing or has an impossible value.
[[nodiscard]] table_metadata read_metadata(hid_t file);

/// @throws hdf5::failure if attributes contradict each other.
void expect_consistent(const table_metadata& metadata);

/// Write and read the same metadata in messages between processes.
void exchange_metadata(byte_writer& archive, const table_metadata& metadata);
void exchange_metadata(byte_reader& archive, table_metadata& metadata);

}  // namespace zermelo::storage
