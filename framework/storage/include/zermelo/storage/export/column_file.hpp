// SPDX-License-Identifier: MIT
// Writes columns of numbers and strings to one HDF5 file (format `zermelo-columns`, version 1, described in
// framework/docs/format.md).
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace zermelo::storage {

struct column {
  std::string name;  ///< an identifier
  std::variant<std::vector<std::int64_t>, std::vector<double>, std::vector<std::string>> values;
};

/// Columns of equal length. The first column identifies the rows, and is the axis of the other columns.
struct column_group {
  std::string name;  ///< an identifier
  std::vector<column> columns;
};

/// Writes a file atomically: an HDF5 group for each group of columns, and a text attribute of the root group for each
/// name and value in `attributes`.
/// @throws resource_error if the disk is full or broken; input_error if `path` cannot be written; contract_error if
/// names of groups or columns are not identifiers or not unique, or columns of a group differ in length.
void write_column_file(const std::filesystem::path& path, const std::vector<column_group>& groups,
                       const std::vector<std::pair<std::string, std::string>>& attributes);

}  // namespace zermelo::storage
