// SPDX-License-Identifier: MIT
// Writes and reads checkpoints. A checkpoint is one HDF5 file with the state of a solve between two waves, or of an
// exploration, from which it resumes after an interruption. Format `zermelo-checkpoint`, version 3, or 4 for a solve
// with margins over 1; version 2, without keys, can be read. framework/docs/format.md describes the layout.
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

/// Identifies the game that is being solved.
struct checkpoint_metadata {
  std::string game;
  std::vector<std::pair<std::string, std::string>> parameters;  ///< by name; sufficient to rebuild the game
  bool counts_repeated_moves = false;  ///< see rules_traits; false in checkpoints of earlier versions
  friend bool operator==(const checkpoint_metadata&, const checkpoint_metadata&) = default;
};

/// The contents of a checkpoint file: either an exploration or a solve.
struct checkpoint {
  checkpoint_metadata metadata;
  std::optional<saved_exploration> exploration;
  std::optional<saved_solve> solve;
  std::shared_ptr<const position_keys> keys;  ///< keys of the solve's positions; null: positions are not numbered by
                                              ///< keys
};

/// Returns the path of the checkpoint of a solve that writes the table `output`: `output` followed by ".checkpoint".
[[nodiscard]] std::filesystem::path checkpoint_path(const std::filesystem::path& output);

/// Writes a checkpoint of a solve. The data are written to a temporary file in the same folder, which is synced and
/// then renamed, so that `path` is always missing, old or complete. If the function throws, it removes the temporary
/// file. It cannot be interrupted. It needs a few MiB of memory, since words are written without a copy, and entries
/// and keys in pieces. The threads of the caller's TBB arena compute the digest, and read entries and keys.
/// @param keys  the keys of the positions; null if the positions are not numbered by keys
/// @throws resource_error if the disk is full or broken; input_error if `path` cannot be written (no folder, no
/// permission, a folder of this name); contract_error if the solve state has more legal positions than there are words,
/// margins over 1 are saved with entries, the number of keys differs from the number of words, or a parameter's name is
/// not an identifier; what reading entries and keys throws.
void write_checkpoint(const std::filesystem::path& path, const checkpoint_metadata& metadata,
                      const solve_snapshot& snapshot, const position_keys* keys = nullptr);

/// Writes a checkpoint of a solve like the overload above, from words outside the memory of this process. The words are
/// read once, in ascending order, in pieces of up to 4 MiB. @throws what the overload above throws; what reading words
/// throws.
void write_checkpoint(const std::filesystem::path& path, const checkpoint_metadata& metadata,
                      const solve_state& progress, const remote_words& words);

/// Writes a checkpoint of an exploration like the overloads above. @throws what the overload above throws;
/// contract_error if the number of keys differs from the number in the snapshot, or a key is too wide.
void write_checkpoint(const std::filesystem::path& path, const checkpoint_metadata& metadata,
                      const exploration_snapshot& snapshot);

/// Reads a checkpoint, which may be untrusted: types, sizes and ranges are checked before memory is allocated, and
/// attributes, words and keys are compared with their digest. Words and the keys of an exploration are read into memory
/// and take at most twice the size of the file. Entries and the keys of a solve stay in the file, which is open during
/// their lifetime; their `read` is thread-safe, and throws input_error if the file can no longer be read. Reading
/// several checkpoints on several threads requires a thread-safe build of HDF5.
/// @param max_bytes  the memory limit for words, or for the keys of an exploration
/// @throws input_error with the name of the file if the file is missing, not a checkpoint, of another version,
/// incomplete, truncated or damaged; resource_error if `max_bytes` is not enough, or the system cannot start a process
/// to read the file; interrupted; std::bad_alloc.
[[nodiscard]] checkpoint read_checkpoint(const std::filesystem::path& path,
                                         std::uint64_t max_bytes = std::numeric_limits<std::uint64_t>::max());

/// The part of a checkpoint that one of several processes checks against the digest.
struct reading_share {
  std::uint64_t number = 0;      ///< the number of this process, from 0 to num_shares - 1
  std::uint64_t num_shares = 1;  ///< the number of processes
  /// Returns the sum, modulo 2^64, of the numbers that all processes pass. Each process calls it once.
  std::function<std::uint64_t(std::uint64_t)> sum;
};

/// Reads the checkpoint of a solve with words and without keys on several processes, all of which must call this
/// function. The words stay in the file. A process may throw before it calls `share.sum`, even if other processes do
/// not throw.
/// @throws what read_checkpoint throws; input_error also if the checkpoint has keys or entries, or contains an
/// exploration.
[[nodiscard]] checkpoint read_checkpoint_together(const std::filesystem::path& path, const reading_share& share);

}  // namespace zermelo::storage
