// SPDX-License-Identifier: MIT
// Writes and reads endgame tables. A table is one HDF5 file with the complete solution of a game or slice. Format
// `zermelo-table`, version 1, or 2 with margins, described in framework/docs/format.md.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/game/axis.hpp>
#include <zermelo/core/value/metric.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/outcome_bits.hpp>
#include <zermelo/core/value/position_keys.hpp>
#include <zermelo/core/value/solution_entries.hpp>
#include <zermelo/core/value/solution_summary.hpp>
#include <zermelo/core/value/to_move_run.hpp>
#include <zermelo/core/value/value_table.hpp>

namespace zermelo::storage {

class chunk_memory;
class open_files;

/// Identifies the slice of a game that a table contains.
struct table_slice {
  std::string name;               ///< empty if the table has all positions of the game
  std::optional<position> first;  ///< the game's number of the slice's first position; set if `name` is not empty
  friend bool operator==(const table_slice&, const table_slice&) = default;
};

/// The contents of a table except the values.
struct table_metadata {
  std::string game;
  std::vector<std::pair<std::string, std::string>> parameters;  ///< by name; sufficient to rebuild the game
  std::array<std::string, 2> player_names;
  std::vector<axis> axes;  ///< the product of their sizes is the number of positions
  std::optional<position> start;
  std::string start_text;               ///< empty without a start
  std::optional<player> infinite_play;  ///< the winner of infinite play; nothing: nobody
  std::optional<std::uint64_t> move_limit;
  solution_summary summary;
  std::optional<std::uint64_t> edges = 0;  ///< moves out of legal positions that are not terminal; nothing: not counted
  bool counts_repeated_moves = false;      ///< see rules_traits; false in tables of earlier versions
  bool has_distances = true;  ///< false: the table has only outcomes, and its summary has no histogram by distance
  zermelo::metric metric = metric::end;  ///< `conversion` only for a table in a set, with distances
  /// In a game with margins over 1, the maximum margin in this table, from 1 to `result::largest_margin`. If it is
  /// missing, all margins are 1 and are not stored.
  std::optional<std::uint64_t> max_margin;
  std::string engine;
  unsigned threads = 0;
  std::map<std::string, double> seconds;  ///< by phase
  std::string program_version;            ///< version of Zermelo
  std::string git_revision;               ///< revision of Zermelo
  table_slice slice;                      ///< for a table in a set
  /// The players to move, for a table whose axes do not define them, so that programs without the rules can determine
  /// the winners. If it is empty, they are not stored. For a table that was read, each call decompresses chunks of the
  /// file, of at most 524,288 positions in a new table, and throws input_error if a chunk is damaged.
  to_move_lookup players_to_move;
  std::string program;  ///< name and version of the program that uses Zermelo as a library; empty: Zermelo itself

  // The following members are only for a game whose positions are numbered by keys.
  std::shared_ptr<const position_keys> keys;  ///< keys of all positions, on one axis; null: the game has a ranking
  std::vector<wide_key> sampled_keys;         ///< keys of the positions in `rules_digest`; ascending, 1 to 4096 keys
  std::uint64_t rules_digest = 0;             ///< digest of the game's rules at the sampled positions
};

/// Writes a table. The data are written to a temporary file in the same folder, which is synced and then renamed, so
/// that `path` is always missing, old or complete. If the function throws, it removes the temporary file. Chunks are
/// compressed in parallel and written in order, so that the file does not depend on the number of threads. Memory: 3
/// MiB per thread, 8 MiB with keys. Reports phase "write", one unit of work per position. Preconditions:
/// `metadata.summary` is the summary of `values`; all entries are in this process.
/// @param threads  0: all threads of the machine
/// @throws resource_error if the disk is full or broken; input_error if `path` cannot be written (no folder, no
/// permission, a folder of this name); interrupted; contract_error if the metadata cannot be stored: the product of the
/// axes' sizes differs from `values.size()`, names are not identifiers or not unique, moves are not counted, a distance
/// or margin is not in the summary, margins exceed `max_margin` or it is not set, or keys are too few, too many or not
/// ascending; what reading `values`, keys and `metadata.players_to_move` throws. The players to move are not stored if
/// an axis or a coordinate has the name of their dataset, `to_move`, or of its dimension, `to_move_byte`.
void write_endgame_table(const std::filesystem::path& path, const table_metadata& metadata,
                         const solution_entries& values, work_monitor& monitor, unsigned threads = 0);

/// A solution that is stored in files, such as a table or a table set, with its metadata.
class stored_table : public solution_entries {
 public:
  [[nodiscard]] virtual const table_metadata& metadata() const = 0;
  [[nodiscard]] std::uint64_t num_positions() const { return size(); }
  /// Reads one entry. @throws std::out_of_range unless p < num_positions(); input_error if the file is damaged.
  [[nodiscard]] virtual position_value probe(position p) const = 0;
  /// Sets `values` to the entries of positions, which may be in any order; ascending order is fastest. Each chunk is
  /// decompressed once. This function cannot be interrupted; use `look_up` with a monitor instead. Precondition:
  /// values.size() == positions.size().
  /// @param threads  0: all threads of the machine
  /// @throws what the overload above throws; `values` is then unspecified
  void probe(std::span<const position> positions, std::span<position_value> values, unsigned threads = 0) const {
    look_up(positions, values, resolve_threads(threads), work_monitor());
  }
};

/// A table that is open for reading. All shapes, types, filters and attributes have been checked. Thread-safe. The most
/// recently used chunks stay in memory. Opening several tables on several threads requires a thread-safe build of HDF5,
/// such as Debian's.
class endgame_table final : public stored_table {
 public:
  /// The maximum number of positions in a chunk of a new table.
  static constexpr std::uint64_t max_chunk_positions = std::uint64_t{1} << 16;
  /// The minimum number of cached chunks: one for a sequential reader of the table, and one for entries that it looks
  /// up. More chunks would be expensive, since many tables of a set are open at the same time.
  static constexpr std::size_t min_cached_chunks = 2;
  /// The default memory limit for chunks, which take 1 to 7 bytes per position.
  static constexpr std::size_t default_cache_bytes = std::size_t{64} << 20;

  /// @param cache_bytes  the memory limit for chunks; at least `min_cached_chunks` chunks and 16 chunks of keys are
  /// cached
  /// @param pool  the open files of a table set; reading then throws input_error if the table's file has been replaced.
  /// If null, the file stays open
  /// @param memory  replaces `cache_bytes`, and may be shared by several tables; null: the table has its own memory
  /// @throws input_error with the name of the file if the file is missing, not a table, of another version, incomplete,
  /// truncated or damaged; resource_error if the system cannot open the file or start a process to read it;
  /// interrupted.
  [[nodiscard]] static endgame_table open(const std::filesystem::path& path,
                                          std::size_t cache_bytes = default_cache_bytes,
                                          std::shared_ptr<open_files> pool = nullptr,
                                          const std::shared_ptr<chunk_memory>& memory = nullptr);

  endgame_table(endgame_table&&) noexcept;
  endgame_table& operator=(endgame_table&&) noexcept;
  ~endgame_table() override;

  [[nodiscard]] const table_metadata& metadata() const override;
  /// Returns the keys of `metadata()`, or null if the positions are not numbered by keys. The keys are read from the
  /// file chunk by chunk, and remain usable after this table has been destroyed; a look-up reads one chunk. Each chunk
  /// is checked. The most recently used chunks stay in memory, with 8 or 16 bytes per key, within a separate limit of
  /// `cache_bytes`.
  [[nodiscard]] std::shared_ptr<const position_keys> keys() const { return metadata().keys; }

  /// Reads one entry, which has no distance if the table has only outcomes.
  /// @throws std::out_of_range unless p < num_positions(); input_error if the chunk is damaged or has impossible
  /// entries
  [[nodiscard]] position_value probe(position p) const override;
  using stored_table::probe;
  /// Calls f(position, position_value) for every position, including illegal ones, in ascending order. @throws what
  /// `probe` throws; what f throws.
  template <class Callback>
  void for_each(const Callback& f) const {
    std::vector<position_value> chunk;
    for (position first = 0; first < num_positions(); first += chunk.size()) {
      chunk.resize(read_together(first).end - first);
      read(first, chunk);
      for (std::size_t i = 0; i < chunk.size(); ++i) f(first + i, chunk[i]);
    }
  }

  // Members of solution_entries. `read` and `look_up` throw what `probe` throws. `read_together` returns the positions
  // of a chunk.
  [[nodiscard]] std::uint64_t size() const override;
  [[nodiscard]] std::uint32_t distance_bound() const override;
  [[nodiscard]] std::uint32_t margin_bound() const override;
  void read(position first, std::span<position_value> entries) const override;
  void look_up(std::span<const position> positions, std::span<position_value> entries, unsigned threads,
               const work_monitor& monitor) const override;
  [[nodiscard]] index_range read_together(position p) const override;

  /// Returns the memory limit for chunks of entries. If the memory is shared, the limit applies to all tables together.
  [[nodiscard]] std::size_t cache_bytes() const;
  /// Drops all chunks of entries from memory. Thread-safe.
  void forget_chunks() const;

  /// Reads all entries into memory, and compares their counts, winners, histograms and signature with the metadata.
  /// Reports phase "read", one unit of work per position.
  /// @param run_at  run_at(p) returns the run of positions around p with the same player to move, which some tables do
  /// not store; several threads call it
  /// @param threads  0: all threads of the machine
  /// @throws input_error if a chunk is damaged or has an impossible entry, the entries contradict the metadata, or the
  /// table has no distances; interrupted.
  [[nodiscard]] value_table load(const std::function<to_move_run(position)>& run_at, work_monitor& monitor,
                                 unsigned threads = 0) const;
  /// Reads all outcomes into memory, 2 bits per position; outcomes of illegal positions are arbitrary. Compares the
  /// counts with the metadata, and, in a table with only outcomes, the signature. Reports phase "read", one unit of
  /// work per position.
  /// @throws input_error if a chunk is damaged or has an impossible outcome, or the outcomes contradict the metadata;
  /// interrupted.
  [[nodiscard]] outcome_bits load_outcomes(work_monitor& monitor, unsigned threads = 0) const;

 private:
  class implementation;
  endgame_table(std::filesystem::path path, std::unique_ptr<implementation> table);
  std::filesystem::path m_path;
  std::unique_ptr<implementation> m_table;
};

}  // namespace zermelo::storage
