// SPDX-License-Identifier: MIT
// The index of a table set: the file set.json in a folder with a table for each slice of a game (format
// `zermelo-table-set`, version 1; the layout is in framework/docs/format.md). It says which slices there are, and which
// of them are done.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include <zermelo/core/value/outcome.hpp>

namespace zermelo::experiment {

struct set_slice {
  std::string name;             ///< as in slice
  position first = 0;           ///< the game's number of its first position
  std::uint64_t size = 0;       ///< positions, holes included
  bool is_done = false;         ///< its table is there; what follows is 0 if not
  std::uint64_t signature = 0;  ///< of its table, which numbers positions from 0
  std::uint64_t share = 0;      ///< in the signature of the whole: the sum over its positions by the game's numbers
  bool has_distances = true;    ///< of a slice that is done; else its table has outcomes alone
  friend bool operator==(const set_slice&, const set_slice&) = default;
};

struct set_index {
  std::string game;
  std::vector<std::pair<std::string, std::string>> parameters;  ///< name and value, enough to rebuild the game
  std::string program_version;
  std::string git_revision;
  std::vector<set_slice> slices;  ///< all of the game's, one after the other from 0
  friend bool operator==(const set_index&, const set_index&) = default;
};

inline constexpr const char* set_index_name = "set.json";

/// Where the table of a slice belongs.
[[nodiscard]] std::filesystem::path table_of_slice(const std::filesystem::path& folder, const std::string& slice);

/// Whether the folder has something of its name. @throws input_error if that cannot be said.
[[nodiscard]] bool has_set_index(const std::filesystem::path& folder);

/// Writes the index of a folder; it appears complete or not at all. @throws as storage::output_file.
void write_set_index(const std::filesystem::path& folder, const set_index& index);

/// Reads it. It may come from anywhere: slices are words, lie one after the other, and have different names.
/// @throws input_error naming the file if it is missing, no index, of another version or damaged.
[[nodiscard]] set_index read_set_index(const std::filesystem::path& folder);

}  // namespace zermelo::experiment
