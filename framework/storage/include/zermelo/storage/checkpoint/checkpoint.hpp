// SPDX-License-Identifier: MIT
// Checkpoints: a solve at rest, or the exploration of positions before a solve, in one HDF5 file, to resume after an
// interruption. Format `zermelo-checkpoint`, version 3, or 4 of a solve with margins over 1; version 2, without keys,
// can be read. The layout is in framework/docs/format.md.
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

/// The game that is being solved.
struct checkpoint_metadata {
  std::string game;
  std::vector<std::pair<std::string, std::string>> parameters;  ///< by name; sufficient to rebuild the game
  friend bool operator==(const checkpoint_metadata&, const checkpoint_metadata&) = default;
};

/// A checkpoint that has been read: either an exploration or a solve.
struct checkpoint {
  checkpoint_metadata metadata;
  std::optional<saved_exploration> exploration;
  std::optional<saved_solve> solve;
  std::shared_ptr<const position_keys> keys;  ///< of the solve's positions; null: they are not numbered by keys
};

/// The path of the checkpoint of a solve whose table is to be `output`: the same with ".checkpoint" added.
[[nodiscard]] std::filesystem::path checkpoint_path(const std::filesystem::path& output);

/// Writes a checkpoint of a solve: to a temporary name in the same folder, synced, then renamed, so that `path` is
/// always absent, old or complete. No file is left behind if the function throws. It does not react to interruptions.
/// Memory: a few MiB, since words are written from where they are, and entries and keys in slices. The threads of the
/// caller's TBB arena compute the digest, and read entries and keys.
/// @param keys  the keys of the positions; null: the positions are not numbered by keys
/// @throws resource_error if the disk is full or broken; input_error if `path` cannot be written (no folder, no
///   permission, a folder of this name); contract_error if the milestone has more legal positions than there are words,
///   margins over 1 are saved with entries, the number of keys differs from the number of words, or a parameter's name
///   is no identifier; and what reading entries and keys throws.
void write_checkpoint(const std::filesystem::path& path, const checkpoint_metadata& metadata,
                      const solve_snapshot& snapshot, const position_keys* keys = nullptr);

/// Writes a checkpoint of a solve likewise, from words that are not in the memory of this process. The words are read
/// once, in ascending order, slice by slice; one slice, of up to 4 MiB, is in memory. @throws as above; what reading
/// words throws.
void write_checkpoint(const std::filesystem::path& path, const checkpoint_metadata& metadata,
                      const solve_state& progress, const remote_words& words);

/// Writes a checkpoint of an exploration likewise. @throws as above; contract_error if the snapshot gives another
/// number of keys than it says, or a key that is too wide.
void write_checkpoint(const std::filesystem::path& path, const checkpoint_metadata& metadata,
                      const exploration_snapshot& snapshot);

/// Reads a checkpoint, which may be of unknown origin: types, sizes and ranges are checked before memory is taken, and
/// attributes, words and keys are compared with their digest. Words and the keys of an exploration are read into
/// memory, at most twice the size of the file. Entries and the keys of a solve stay in the file, which is open as long
/// as they live; their `read` is thread-safe, and throws input_error if the file cannot be read any more. Reading
/// several checkpoints on several threads requires a thread-safe build of HDF5.
/// @param max_bytes  the memory for words, or for the keys of an exploration
/// @throws input_error, naming the file, if it is missing, no checkpoint, of another version, incomplete, truncated
///   or damaged; resource_error if `max_bytes` do not suffice, or the system cannot start a process to read the file;
///   interrupted; std::bad_alloc.
[[nodiscard]] checkpoint read_checkpoint(const std::filesystem::path& path,
                                         std::uint64_t max_bytes = std::numeric_limits<std::uint64_t>::max());

/// The part of a checkpoint that one of several processes compares with the digest.
struct reading_share {
  std::uint64_t number = 0;      ///< of this process, from 0 to num_shares - 1
  std::uint64_t num_shares = 1;  ///< processes
  /// Sums the numbers that all processes pass, modulo 2^64. All processes call it once.
  std::function<std::uint64_t(std::uint64_t)> sum;
};

/// Reads the checkpoint of a solve that has words and no keys, on several processes, which all call this function. The
/// words stay in the file. One process may throw, without having called `share.sum`, where others do not.
/// @throws what read_checkpoint throws; input_error also if the checkpoint has keys or entries, or is of an
/// exploration.
[[nodiscard]] checkpoint read_checkpoint_together(const std::filesystem::path& path, const reading_share& share);

}  // namespace zermelo::storage
