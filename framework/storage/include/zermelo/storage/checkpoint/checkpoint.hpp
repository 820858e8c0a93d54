// SPDX-License-Identifier: MIT
// Checkpoints: a solve at rest in one HDF5 file, or the exploration of the positions before it, to go on with after an
// interruption (format `zermelo-checkpoint`, version 3, which was 2 before there were keys; the layout is in
// framework/docs/format.md).
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <zermelo/core/progress/saved_solve.hpp>
#include <zermelo/core/value/position_keys.hpp>
#include <zermelo/core/value/saved_exploration.hpp>

namespace zermelo::storage {

/// What is being solved.
struct checkpoint_metadata {
  std::string game;
  std::vector<std::pair<std::string, std::string>> parameters;  ///< name and value, enough to rebuild the game
  friend bool operator==(const checkpoint_metadata&, const checkpoint_metadata&) = default;
};

/// What was saved: an exploration, or a solve.
struct checkpoint {
  checkpoint_metadata metadata;
  std::optional<saved_exploration> exploration;
  std::optional<saved_solve> solve;
  std::shared_ptr<const position_keys> keys;  ///< of the solve's positions; null: they are not numbered by keys
};

/// Where the checkpoint of a solve belongs whose table is to be `output`: beside it, with ".checkpoint" added.
[[nodiscard]] std::filesystem::path checkpoint_path(const std::filesystem::path& output);

/// Writes a checkpoint of a solve, with the keys of its positions if they are numbered by keys: to a temporary name in
/// the same folder, synced, then renamed, so that `path` is always absent, old or complete. Nothing is left behind when
/// it throws. It cannot be interrupted: what was begun is finished. Nearly no memory: words go to the file from where
/// they are, entries and keys in slices. The digest is computed, and entries and keys are read, by the threads of the
/// caller's TBB arena.
/// @throws resource_error if the disk is full or broken; input_error if `path` cannot be written (no folder, no
///   permission, a folder of this name); contract_error if the milestone is not one of so many words, there are not as
///   many keys, or a parameter's name is no identifier; and what reading entries and keys throws.
void write_checkpoint(const std::filesystem::path& path, const checkpoint_metadata& metadata,
                      const solve_snapshot& snapshot, const position_keys* keys = nullptr);

/// Writes a checkpoint of a solve whose words lie elsewhere, likewise. They are read once, in ascending order, slice by
/// slice, of which there is one in memory. @throws as above; what reading them throws.
void write_checkpoint(const std::filesystem::path& path, const checkpoint_metadata& metadata,
                      const solve_milestone& milestone, const remote_words& words);

/// Writes a checkpoint of an exploration, likewise. @throws as above; contract_error if the snapshot does not hand over
///   as many keys as it says, or keys that are too wide.
void write_checkpoint(const std::filesystem::path& path, const checkpoint_metadata& metadata,
                      const exploration_snapshot& snapshot);

/// Reads a checkpoint back. It may come from anywhere: types, sizes and ranges are checked before memory is taken
/// for words or an exploration's keys, which is never more than twice what the file is large, and attributes, words and
/// keys against their digest. Entries and the keys of a solve, which ascend, stay in the file, which is open as long as
/// they live; `read`, which is thread-safe, throws input_error if it cannot be read any more. Several checkpoints in
/// several threads need a thread-safe build of HDF5, as several tables do.
/// @throws input_error, naming the file, if it is missing, no checkpoint, of another version, incomplete, truncated
///   or damaged; resource_error if words or an exploration's keys take more than `most_bytes`; std::bad_alloc.
[[nodiscard]] checkpoint read_checkpoint(const std::filesystem::path& path,
                                         std::uint64_t most_bytes = std::numeric_limits<std::uint64_t>::max());

/// How processes read a checkpoint together: each holds its share of the words against the digest.
struct reading_share {
  std::uint64_t number = 0;  ///< of this process, from 0
  std::uint64_t num_shares = 1;
  std::function<std::uint64_t(std::uint64_t)> sum;  ///< the sum of what all processes say, modulo 2^64
};

/// Reads the checkpoint of a solve that has words and no keys; the words stay in the file, as entries do. All processes
/// call it. The call of one process may throw, without having called `sum`, where the calls of others do not.
/// @throws input_error as read_checkpoint, and if it is something else.
[[nodiscard]] checkpoint read_checkpoint_together(const std::filesystem::path& path, const reading_share& share);

}  // namespace zermelo::storage
