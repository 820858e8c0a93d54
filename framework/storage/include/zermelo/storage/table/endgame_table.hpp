// SPDX-License-Identifier: MIT
// Endgame tables: a whole solution in one HDF5 file (format `zermelo-table`, version 1; the layout is in
// framework/docs/format.md).
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

#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/game/axis.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/outcome_bits.hpp>
#include <zermelo/core/value/owned_run.hpp>
#include <zermelo/core/value/position_keys.hpp>
#include <zermelo/core/value/solution_entries.hpp>
#include <zermelo/core/value/solution_summary.hpp>
#include <zermelo/core/value/value_table.hpp>

namespace zermelo::storage {

class open_files;

/// Of which slice of its game a table is.
struct table_slice {
  std::string name;               ///< empty: of none, it has all positions
  std::optional<position> first;  ///< the game's number of its first position
  friend bool operator==(const table_slice&, const table_slice&) = default;
};

/// Everything that a table says besides the values themselves.
struct table_metadata {
  std::string game;
  std::vector<std::pair<std::string, std::string>> parameters;  ///< name and value, enough to rebuild the game
  std::array<std::string, 2> player_names;
  std::vector<axis> axes;  ///< their sizes multiply to the number of positions
  std::optional<position> start;
  std::string start_text;  ///< the start in the game's notation, empty if there is none
  std::optional<player> infinite_play;
  std::optional<std::uint64_t> move_limit;
  solution_summary summary;
  std::optional<std::uint64_t> edges = 0;  ///< moves out of legal positions that are not terminal; nothing: not counted
  bool has_distances = true;               ///< else there are outcomes alone: the summary has no histogram
  std::string engine;
  unsigned threads = 0;
  std::map<std::string, double> seconds;  ///< by phase
  std::string program_version;            ///< Zermelo's, as is the revision
  std::string git_revision;
  table_slice slice;    ///< of a table in a set
  std::string program;  ///< name and version of another program that it is a part of, empty if there is none

  // Of a game whose positions are numbered by keys.
  std::shared_ptr<const position_keys> keys;  ///< of all positions, on one axis; null: the game has a ranking
  std::vector<wide_key> sampled_keys;         ///< ascending, 1 to 4096 of them: the positions in `rules_digest`
  std::uint64_t rules_digest = 0;             ///< of the game's rules at the sampled positions
};

/// Writes a table: to a temporary name in the same folder, synced, then renamed, so that `path` is always
/// absent, old or complete. Nothing is left behind when it throws. Chunks are read and compressed on `threads` threads
/// (0: all that the machine has) and written in order: the file does not depend on their number. Memory: 3 MiB a
/// thread, 8 if there are keys. Phase "write", one unit of work per position.
/// Precondition: `metadata.summary` is that of `values`, all of which are held here.
/// @throws resource_error if the disk is full or broken; input_error if `path` cannot be written (no folder, no
///   permission, a folder of this name); interrupted; contract_error if the metadata cannot be stored: axes that
///   do not multiply to `values.size()`, names that are no identifiers or not unique, or keys that are of another
///   number or do not ascend; and what reading `values` and keys throws.
void write_endgame_table(const std::filesystem::path& path, const table_metadata& metadata,
                         const solution_entries& values, work_monitor& monitor, unsigned threads = 0);

/// A solution that is stored, with what is said of it.
class stored_table : public solution_entries {
 public:
  [[nodiscard]] virtual const table_metadata& metadata() const = 0;
  [[nodiscard]] std::uint64_t num_positions() const { return size(); }
  /// One entry. @throws std::out_of_range; input_error if it is damaged or impossible.
  [[nodiscard]] virtual position_value probe(position p) const = 0;
};

/// A table on disk, opened for reading. Every shape, type, filter and attribute has been checked. Thread-safe.
/// The chunks that were read last stay in memory. Several tables in several threads need a thread-safe build of HDF5,
/// as Debian's is.
class endgame_table final : public stored_table {
 public:
  /// Positions in a chunk of a table that this program has written, at most.
  static constexpr std::uint64_t max_chunk_positions = std::uint64_t{1} << 16;
  /// The number of chunks that are kept at least: one for a reader that goes through the table, one for entries that
  /// are compared with its entries. No more, since a set keeps many tables open.
  static constexpr std::size_t min_cached_chunks = 2;
  /// Bytes of chunks that are kept, 1 to 5 for a position.
  static constexpr std::size_t default_cache_bytes = std::size_t{64} << 20;

  /// @throws input_error, naming the file, if it is missing, no table, of another version, incomplete,
  ///   truncated or damaged.
  /// @param among  the tables of a set, of which some are open at once: reading from one then throws, too, if its file
  ///   has been replaced; null: the file stays open
  [[nodiscard]] static endgame_table open(const std::filesystem::path& path,
                                          std::size_t cache_bytes = default_cache_bytes,
                                          std::shared_ptr<open_files> among = nullptr);

  endgame_table(endgame_table&&) noexcept;
  endgame_table& operator=(endgame_table&&) noexcept;
  ~endgame_table() override;

  [[nodiscard]] const table_metadata& metadata() const override;
  /// The keys of a table whose positions are numbered by them, null for another one: those of `metadata()`. They are
  /// read from the file, also when this table is gone, a chunk at a time, each checked; a look-up reads one chunk.
  /// Those read last stay in memory, 8 or 16 bytes each, within a bound as large as that of the table's own.
  [[nodiscard]] std::shared_ptr<const position_keys> keys() const { return metadata().keys; }

  /// One entry; in a table of outcomes alone none has a distance.
  /// @throws std::out_of_range; input_error if its chunk is damaged or holds an impossible entry.
  [[nodiscard]] position_value probe(position p) const override;
  /// The entries of many positions, in any order, each chunk of theirs decompressed once, on `threads` threads (0: all
  /// that the machine has). Ascending positions are fastest. Precondition: as many values as positions. @throws as
  /// above; what `values` holds then is not specified.
  void probe(std::span<const position> positions, std::span<position_value> values, unsigned threads = 0) const;
  /// Calls f(position, position_value) for every position in ascending order, illegal ones too. @throws as above, and
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

  // As other solutions. `read` throws as `probe`; what is read together is a chunk.
  [[nodiscard]] std::uint64_t size() const override;
  [[nodiscard]] std::uint32_t distance_bound() const override;
  void read(position first, std::span<position_value> entries) const override;
  [[nodiscard]] index_range read_together(position p) const override;

  /// What the chunks that are kept take at most.
  [[nodiscard]] std::size_t cache_bytes() const;
  /// Lets go of the chunks that are kept. Thread-safe.
  void forget_chunks() const;

  /// Reads every entry into memory, and checks counts, winners, histogram and signature against what is stored. A table
  /// does not say who is to move: `run_at(p)` gives the run of positions with one player to move in which p lies. It is
  /// called from several threads. Phase "read", one unit of work per position. @throws input_error if a chunk is
  /// damaged, holds an impossible entry or does not agree, or there are outcomes alone; interrupted.
  [[nodiscard]] value_table load(const std::function<owned_run(position)>& run_at, work_monitor& monitor,
                                 unsigned threads = 0) const;
  /// Reads every outcome into memory, 2 bits each, those of holes as anything; distances are left in the file. Checks
  /// the counts, and where there are no distances the signature too. Phase "read", as above. @throws as `load`.
  [[nodiscard]] outcome_bits load_outcomes(work_monitor& monitor, unsigned threads = 0) const;

 private:
  class implementation;
  endgame_table(std::filesystem::path path, std::unique_ptr<implementation> table);
  std::filesystem::path m_path;
  std::unique_ptr<implementation> m_table;
};

}  // namespace zermelo::storage
