// SPDX-License-Identifier: MIT
// The keys of a slice in a file of a table set's folder, until they are in its table (format `zermelo-keys`, version 1;
// the layout is in framework/docs/format.md).
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/value/position_keys.hpp>
#include <zermelo/storage/file/random_access_file.hpp>

namespace zermelo::experiment {

class any_game;

/// How far exploring has come with a slice.
enum class slice_is : std::uint8_t {
  entered,  ///< there are keys of positions that moves of other slices lead to
  explored  ///< all positions of the slice are there, and what they lead to is in the files of other slices
};

struct slice_keys {
  slice_is state = slice_is::entered;
  std::shared_ptr<const position_keys> keys;  ///< in the file
};

[[nodiscard]] std::filesystem::path keys_of_slice(const std::filesystem::path& folder, const std::string& slice);

/// Writes the file; it appears complete or not at all. Phase "write". @throws as storage::output_file.
void write_slice_keys(const std::filesystem::path& folder, const any_game& game, const std::string& slice,
                      slice_is state, const position_keys& keys, work_monitor& monitor);

/// Reads it; nothing if there is none. It may come from anywhere: keys are held against their digest, and ascend.
/// Phase "read". @param among  files of which some are open at once; null: the file stays open
/// @throws input_error naming the file if it cannot be read, is none, damaged or of another slice or
///   game.
[[nodiscard]] std::optional<slice_keys> read_slice_keys(const std::filesystem::path& folder, const any_game& game,
                                                        const std::string& slice,
                                                        std::shared_ptr<storage::open_files> among,
                                                        work_monitor& monitor);

}  // namespace zermelo::experiment
