// SPDX-License-Identifier: MIT
// Columns of numbers and texts in one HDF5 file (format `zermelo-columns`, version 1; the layout is in
// framework/docs/format.md).
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace zermelo::storage {

/// A column; all of a file are equally long.
struct column {
  std::string name;  ///< an identifier
  std::variant<std::vector<std::int64_t>, std::vector<double>, std::vector<std::string>> values;
};

/// Columns of one length. The first one tells the rows apart: it is the axis of the others.
struct column_group {
  std::string name;  ///< an identifier
  std::vector<column> columns;
};

/// Writes a file that appears complete or not at all: a group of datasets for each group of columns, and texts as
/// attributes of the root.
/// @throws resource_error, input_error as write_endgame_table; contract_error for names that are no identifiers or not
///   unique, and columns of different lengths.
void write_column_file(const std::filesystem::path& path, const std::vector<column_group>& groups,
                       const std::vector<std::pair<std::string, std::string>>& attributes);

}  // namespace zermelo::storage
