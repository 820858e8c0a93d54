// SPDX-License-Identifier: MIT
// The index of a table set: the file set.json in a folder with a table for each slice of a game (format
// `zermelo-table-set`, version 1; the layout is in framework/docs/format.md). It lists the slices and whether they are
// done.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include <zermelo/core/value/metric.hpp>
#include <zermelo/core/value/outcome.hpp>

namespace zermelo {

/// A slice in the index. It is done if the set contains its table.
struct set_slice {
  std::string name;        ///< see slice
  position first = 0;      ///< the game's number of the slice's first position
  std::uint64_t size = 0;  ///< positions, unused indices included
  bool is_done = false;

  // Set if the slice is done.
  std::uint64_t signature = 0;  ///< signature of its table, which numbers positions from 0
  std::uint64_t share = 0;      ///< part of the signature of the whole game, see slice_sums
  bool has_distances = true;    ///< false: the table has only outcomes
  friend bool operator==(const set_slice&, const set_slice&) = default;
};

/// A slice that has become done.
struct done_slice {
  std::uint32_t slice = 0;  ///< its number in the index
  // See set_slice.
  std::uint64_t signature = 0;
  std::uint64_t share = 0;
  bool has_distances = true;
};

struct set_index {
  std::string game;
  std::vector<std::pair<std::string, std::string>> parameters;  ///< names and values for rebuilding the game
  std::string program_version;
  std::string git_revision;
  zermelo::metric metric = metric::end;  ///< what distances count to in all tables that have distances
  std::vector<set_slice> slices;         ///< all slices of the game, in the order of their positions
  friend bool operator==(const set_index&, const set_index&) = default;

  /// The slices that are done.
  [[nodiscard]] std::vector<done_slice> done_slices() const;
  void add(const done_slice& done);
};

/// The file name of the index.
inline constexpr const char* set_index_name = "set.json";

/// Returns the path of a slice's table.
[[nodiscard]] std::filesystem::path table_of_slice(const std::filesystem::path& folder, const std::string& slice);

/// Whether the folder contains an entry with the name of the index, a file or not. @throws input_error if the folder
/// cannot be searched.
[[nodiscard]] bool has_set_index(const std::filesystem::path& folder);

/// Writes the index of a folder atomically. @throws what storage::output_file throws.
void write_set_index(const std::filesystem::path& folder, const set_index& index);

/// Reads the index of a folder, which may be untrusted: the function checks that slices have different, valid names and
/// consecutive positions from 0.
/// @throws input_error naming the file if it is missing, not an index, of another version or damaged; what
/// read_text_file throws.
[[nodiscard]] set_index read_set_index(const std::filesystem::path& folder);

}  // namespace zermelo
