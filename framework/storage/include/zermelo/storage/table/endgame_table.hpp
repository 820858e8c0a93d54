// SPDX-License-Identifier: MIT
// Endgame tables: the complete solution of a game, or of a slice, in one HDF5 file. Format `zermelo-table`, version 1,
// or 2 with margins; the layout is in framework/docs/format.md.
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

/// The slice of a game that a table holds.
struct table_slice {
  std::string name;               ///< empty: the table has all positions of the game
  std::optional<position> first;  ///< the game's number of the slice's first position; set if there is a name
  friend bool operator==(const table_slice&, const table_slice&) = default;
};

/// Everything in a table except the values.
struct table_metadata {
  std::string game;
  std::vector<std::pair<std::string, std::string>> parameters;  ///< by name; sufficient to rebuild the game
  std::array<std::string, 2> player_names;
  std::vector<axis> axes;  ///< their sizes multiply to the number of positions
  std::optional<position> start;
  std::string start_text;               ///< the start in the game's notation; empty if there is no start
  std::optional<player> infinite_play;  ///< the winner of endless play; nothing: nobody
  std::optional<std::uint64_t> move_limit;
  solution_summary summary;
  std::optional<std::uint64_t> edges = 0;  ///< moves out of legal positions that are not terminal; nothing: not counted
  bool has_distances = true;  ///< false: a table of only outcomes, whose summary has no histogram by distance
  /// In a game with margins over 1: a bound of the margins in this table, 1 to `result::largest_margin`. Nothing:
  /// nobody wins by more than one point, and no margins are stored.
  std::optional<std::uint64_t> max_margin;
  std::string engine;
  unsigned threads = 0;
  std::map<std::string, double> seconds;  ///< by phase
  std::string program_version;            ///< of Zermelo
  std::string git_revision;               ///< of Zermelo
  table_slice slice;                      ///< of a table in a set
  /// The players to move, of a table whose axes do not tell them, so that readers without rules know the winners;
  /// nothing: they are not stored. Where a table has been read, each call decompresses chunks of the file, of 524,288
  /// positions at most in a new table, and throws input_error if one is damaged.
  to_move_lookup players_to_move;
  std::string program;  ///< name and version of the program that uses Zermelo as a library; empty: Zermelo itself

  // Only of a game whose positions are numbered by keys:
  std::shared_ptr<const position_keys> keys;  ///< of all positions, on one axis; null: the positions are ranked
  std::vector<wide_key> sampled_keys;         ///< of the positions in `rules_digest`; ascending, 1 to 4096 keys
  std::uint64_t rules_digest = 0;             ///< of the game's rules at the sampled positions
};

/// Writes a table: to a temporary name in the same folder, synced, then renamed, so that `path` is always absent, old
/// or complete. No file is left behind if the function throws. Chunks are compressed in parallel and written in order:
/// the file does not depend on the number of threads. Memory: 3 MiB for each thread, 8 MiB with keys. Phase "write",
/// one unit of work per position. Preconditions: `metadata.summary` is the summary of `values`; this process holds
/// them.
/// @param threads  0: all threads of the machine
/// @throws resource_error if the disk is full or broken; input_error if `path` cannot be written (no folder, no
///   permission, a folder of this name); interrupted; contract_error if the metadata cannot be stored: sizes of axes
///   that do not multiply to `values.size()`, names that are no identifiers or not unique, moves that are not counted,
///   a distance or margin that is not in the summary, margins over `max_margin` or without it, or keys that are too
///   few, too many or not ascending; and what reading `values`, keys and `metadata.players_to_move` throws. The players
///   to move are not stored where an axis or a coordinate has the name of their dataset, `to_move`, or of its
///   dimension, `to_move_byte`.
void write_endgame_table(const std::filesystem::path& path, const table_metadata& metadata,
                         const solution_entries& values, work_monitor& monitor, unsigned threads = 0);

/// A solution in files, such as a table or a set of tables, with its metadata.
class stored_table : public solution_entries {
 public:
  [[nodiscard]] virtual const table_metadata& metadata() const = 0;
  [[nodiscard]] std::uint64_t num_positions() const { return size(); }
  /// One entry. @throws std::out_of_range unless p < num_positions(); input_error if its file is damaged.
  [[nodiscard]] virtual position_value probe(position p) const = 0;
  /// Sets `values` to the entries of many positions, in any order; ascending positions are fastest. Each of their
  /// chunks is decompressed once. Nobody stops it: `look_up` takes a monitor. Precondition: as many values as
  /// positions.
  /// @param threads  0: all threads of the machine  @throws as above; `values` is then unspecified.
  void probe(std::span<const position> positions, std::span<position_value> values, unsigned threads = 0) const {
    look_up(positions, values, resolve_threads(threads), work_monitor());
  }
};

/// A table on disk, open for reading. All shapes, types, filters and attributes have been checked. Thread-safe. The
/// most recently used chunks stay in memory. Opening several tables on several threads requires a thread-safe build of
/// HDF5, such as Debian's.
class endgame_table final : public stored_table {
 public:
  /// The largest number of positions in a chunk of a new table.
  static constexpr std::uint64_t max_chunk_positions = std::uint64_t{1} << 16;
  /// The least number of chunks that are kept: one for a reader that goes through the table, one for the entries with
  /// which it compares. No more, since many tables of a set are open at once.
  static constexpr std::size_t min_cached_chunks = 2;
  /// Memory for chunks, of 1 to 7 bytes for each position.
  static constexpr std::size_t default_cache_bytes = std::size_t{64} << 20;

  /// @param cache_bytes  memory for chunks; at least `min_cached_chunks` are kept, and 16 chunks of keys
  /// @param pool  the open files of a set of tables; reading then also throws input_error if the table's file has been
  ///   replaced; null: the file stays open
  /// @param memory  for chunks, in place of `cache_bytes`, which other tables may share; null: of this table alone
  /// @throws input_error, naming the file, if it is missing, no table, of another version, incomplete, truncated or
  ///   damaged; resource_error if the system cannot open it or start a process to read it; interrupted.
  [[nodiscard]] static endgame_table open(const std::filesystem::path& path,
                                          std::size_t cache_bytes = default_cache_bytes,
                                          std::shared_ptr<open_files> pool = nullptr,
                                          const std::shared_ptr<chunk_memory>& memory = nullptr);

  endgame_table(endgame_table&&) noexcept;
  endgame_table& operator=(endgame_table&&) noexcept;
  ~endgame_table() override;

  [[nodiscard]] const table_metadata& metadata() const override;
  /// The keys of `metadata()`; null if the positions are not numbered by keys. They are read from the file chunk by
  /// chunk, even after this table has been destroyed; a look-up reads one chunk. Each chunk is checked. The most
  /// recently used chunks stay in memory, of 8 or 16 bytes for each key, within another `cache_bytes`.
  [[nodiscard]] std::shared_ptr<const position_keys> keys() const { return metadata().keys; }

  /// One entry, without a distance in a table of only outcomes.
  /// @throws std::out_of_range unless p < num_positions(); input_error if its chunk is damaged or has impossible
  /// entries.
  [[nodiscard]] position_value probe(position p) const override;
  using stored_table::probe;
  /// Calls f(position, position_value) for every position, also illegal ones, in ascending order. @throws as above;
  /// what f throws.
  template <class Callback>
  void for_each(const Callback& f) const {
    std::vector<position_value> chunk;
    for (position first = 0; first < num_positions(); first += chunk.size()) {
      chunk.resize(read_together(first).end - first);
      read(first, chunk);
      for (std::size_t i = 0; i < chunk.size(); ++i) f(first + i, chunk[i]);
    }
  }

  // Members of solution_entries. `read` and `look_up` throw as `probe`; `read_together` gives the positions of a chunk.
  [[nodiscard]] std::uint64_t size() const override;
  [[nodiscard]] std::uint32_t distance_bound() const override;
  [[nodiscard]] std::uint32_t margin_bound() const override;
  void read(position first, std::span<position_value> entries) const override;
  void look_up(std::span<const position> positions, std::span<position_value> entries, unsigned threads,
               const work_monitor& monitor) const override;
  [[nodiscard]] index_range read_together(position p) const override;

  /// The largest memory that chunks of entries take; more is taken by those of other tables where they share it.
  [[nodiscard]] std::size_t cache_bytes() const;
  /// Removes all chunks of entries from memory. Thread-safe.
  void forget_chunks() const;

  /// Reads all entries into memory, and compares their counts, winners, histograms and signature with the metadata.
  /// Phase "read", one unit of work per position.
  /// @param run_at  run_at(p) is the run of positions around p with the same player to move, which not all tables
  ///   store; called from several threads  @param threads  0: all threads of the machine
  /// @throws input_error if a chunk is damaged or has an impossible entry, the entries do not agree with the metadata,
  ///   or the table has no distances; interrupted.
  [[nodiscard]] value_table load(const std::function<to_move_run(position)>& run_at, work_monitor& monitor,
                                 unsigned threads = 0) const;
  /// Reads all outcomes into memory, 2 bits for each position; outcomes of illegal positions are arbitrary. Compares
  /// the counts with the metadata, and in a table of only outcomes also the signature. Phase "read", as above.
  /// @throws input_error if a chunk is damaged or has an impossible outcome, or the outcomes do not agree with the
  ///   metadata; interrupted.
  [[nodiscard]] outcome_bits load_outcomes(work_monitor& monitor, unsigned threads = 0) const;

 private:
  class implementation;
  endgame_table(std::filesystem::path path, std::unique_ptr<implementation> table);
  std::filesystem::path m_path;
  std::unique_ptr<implementation> m_table;
};

}  // namespace zermelo::storage
