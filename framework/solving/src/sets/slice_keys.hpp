// SPDX-License-Identifier: MIT
// Stores the keys of a slice in a file of a table set's folder until its table contains them (format `zermelo-keys`,
// version 1; the layout is in framework/docs/format.md).
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/value/position_keys.hpp>
#include <zermelo/solving/job/wave_log.hpp>
#include <zermelo/storage/file/random_access_file.hpp>

namespace zermelo {

class any_game;
class table_set;

/// The state of exploring a slice.
enum class exploration_state : std::uint8_t {
  reachable,  ///< the keys belong to some positions that moves from other slices lead to
  explored    ///< the keys belong to all positions; targets of moves out of the slice are in the files of other slices
};

struct slice_keys {
  exploration_state state = exploration_state::reachable;
  std::shared_ptr<const position_keys> keys;
};

/// Returns the path of the key file of a slice.
[[nodiscard]] std::filesystem::path key_file_of_slice(const std::filesystem::path& folder, const std::string& slice);

/// Writes the keys of a slice atomically. Phase "write". @throws what storage::output_file throws.
void write_slice_keys(const std::filesystem::path& folder, const any_game& game, const std::string& slice,
                      exploration_state state, const position_keys& keys, work_monitor& monitor);

/// Opens the keys of a slice; nothing if the file does not exist. The file may be untrusted: the function checks the
/// digest of the keys and their order. Phase "read". @param among  a pool of open files; null: the file stays open
/// @throws input_error naming the file if it cannot be read, is damaged, is not a key file, or belongs to another slice
/// or game; interrupted.
[[nodiscard]] std::optional<slice_keys> read_slice_keys(const std::filesystem::path& folder, const any_game& game,
                                                        const std::string& slice,
                                                        std::shared_ptr<storage::open_files> among,
                                                        work_monitor& monitor);

/// Removes the key file of a slice that is done; from then on, its keys are read from its table. Warns if the file
/// cannot be removed. Does nothing for a game with a ranking.
void remove_slice_keys(const std::filesystem::path& folder, const any_game& game, const table_set& set,
                       std::uint32_t slice, const warning_callback& warn);

}  // namespace zermelo
