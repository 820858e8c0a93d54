// SPDX-License-Identifier: MIT
// A table's metadata as attributes of the file's root group.
#pragma once

#include <hdf5.h>

#include <zermelo/storage/table/endgame_table.hpp>

#include "../hdf5/byte_archive.hpp"

namespace zermelo::storage {

/// Writes all but the axes and the marks of format, version and completeness. @throws hdf5::failure
void write_metadata(hid_t file, const table_metadata& metadata);

/// Reads the same back. @throws hdf5::failure
[[nodiscard]] table_metadata read_metadata(hid_t file);

/// @throws hdf5::failure unless it agrees with itself.
void expect_consistent(const table_metadata& metadata);

/// The same between processes.
void exchange_metadata(byte_writer& archive, const table_metadata& metadata);
void exchange_metadata(byte_reader& archive, table_metadata& metadata);

}  // namespace zermelo::storage
