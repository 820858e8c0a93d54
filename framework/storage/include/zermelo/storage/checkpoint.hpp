// SPDX-License-Identifier: MIT
// Checkpoints: a solve at rest in one HDF5 file, to go on with after an interruption (format
// `zermelo-checkpoint`, version 2; the layout is in framework/docs/format.md).
#pragma once

#include <cstdint>
#include <filesystem>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include <zermelo/core/solve/saved_solve.hpp>

namespace zermelo::storage {

/// What is being solved.
struct checkpoint_metadata {
  std::string game;
  std::vector<std::pair<std::string, std::string>> parameters;  ///< name and value, enough to rebuild the game
  friend bool operator==(const checkpoint_metadata&, const checkpoint_metadata&) = default;
};

struct checkpoint {
  checkpoint_metadata metadata;
  saved_solve state;
};

/// Where the checkpoint of a solve belongs whose table is to be `output`: beside it, with ".checkpoint" added.
[[nodiscard]] std::filesystem::path checkpoint_path(const std::filesystem::path& output);

/// Writes a checkpoint: to a temporary name in the same folder, synced, then renamed, so that `path` is always
/// absent, old or complete. Nothing is left behind when it throws. It cannot be interrupted: what was begun is
/// finished. Nearly no memory: words go to the file from where they are, entries in slices. The digest is computed, and
/// entries are read, by the threads of the caller's TBB arena.
/// @throws resource_error if the disk is full or broken; input_error if `path` cannot be written (no folder, no
///   permission, a folder of this name); contract_error if the milestone is not one of so many words, or a
///   parameter's name is no identifier.
void write_checkpoint(const std::filesystem::path& path, const checkpoint_metadata& metadata,
                      const solve_snapshot& snapshot);

/// Reads a checkpoint back. It may come from anywhere: types, sizes and ranges are checked before memory is taken
/// for the words, which is never more than the file is large, and attributes and words against their digest. Entries
/// stay in the file, which is open as long as they live; `read`, which is thread-safe, throws input_error if it cannot
/// be read any more. Several checkpoints in several threads need a thread-safe build of HDF5, as several tables do.
/// @throws input_error, naming the file, if it is missing, no checkpoint, of another version, incomplete, truncated
///   or damaged; resource_error if words take more than `most_bytes`; std::bad_alloc.
[[nodiscard]] checkpoint read_checkpoint(const std::filesystem::path& path,
                                         std::uint64_t most_bytes = std::numeric_limits<std::uint64_t>::max());

}  // namespace zermelo::storage
