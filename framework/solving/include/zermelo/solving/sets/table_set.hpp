// SPDX-License-Identifier: MIT
// A table set: a folder with an index (set_index.hpp) and a table for each slice of a game, read as one solution.
// Slices that are not done have no table.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <zermelo/core/value/joined_entries.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/solving/sets/set_index.hpp>
#include <zermelo/storage/file/random_access_file.hpp>
#include <zermelo/storage/table/endgame_table.hpp>

namespace zermelo {

class any_game;

class folder_lock;

/// Locks a folder against other processes that add to its set. The folder is created if it does not exist.
/// @throws input_error if another process has locked the folder, or it cannot be created or locked.
[[nodiscard]] std::shared_ptr<const folder_lock> lock_folder(const std::filesystem::path& folder);

/// Checks that a new set in the folder would not replace any tables. The game need not be numbered.
/// @throws input_error naming a table if the folder contains a file with the name of a slice's table.
void expect_no_tables(const std::filesystem::path& folder, const any_game& game);

/// Numbers the positions of a game without a ranking by the keys in the tables of a set, and in the files of slices
/// that are not done. Does nothing if the game is already numbered.
/// @param index  the index of the folder
/// @param memory  memory for chunks of keys; null: each table has a separate share
/// @throws input_error naming the file if the set belongs to another game or instance, the folder has the file of a
/// slice that the index does not list, or keys are missing, damaged or not the game's; interrupted
void number_by_set(const std::filesystem::path& folder, const set_index& index, any_game& game, work_monitor& monitor,
                   const std::shared_ptr<storage::chunk_memory>& memory = nullptr);

/// A set that is open for reading or for adding slices. Thread-safe, except while a slice is added.
class table_set final : public storage::stored_table {
 public:
  /// Opens a set for reading. Opens the table of every slice that is done, and compares it with the index.
  /// Precondition: the game is numbered; it must outlive the set.
  /// @param index  the index of the folder
  /// @param memory  memory for chunks of all its tables; null: each table has a separate share
  /// @throws input_error naming the file if the set is damaged or belongs to another game or instance, or a table is
  /// missing, damaged or differs from the index, or was solved with other rules.
  [[nodiscard]] static table_set open(const std::filesystem::path& folder, set_index index, const any_game& game,
                                      std::shared_ptr<storage::chunk_memory> memory = nullptr);
  /// Reads the index and opens the set for adding slices; no other process can do so while this object lives.
  /// @throws what open and lock_folder throw
  [[nodiscard]] static table_set open_to_add(const std::filesystem::path& folder, const any_game& game);
  /// Creates a set without tables for adding slices, or opens the set if another process has created it meanwhile.
  /// @throws what open_to_add, expect_no_tables and write_set_index throw.
  [[nodiscard]] static table_set make(const std::filesystem::path& folder, const any_game& game);
  /// Opens the set of another process that adds slices: without tables, to which `add` adds those that it has written.
  [[nodiscard]] static table_set follow(const std::filesystem::path& folder, const any_game& game);

  [[nodiscard]] const set_index& index() const noexcept { return m_index; }
  [[nodiscard]] bool is_done(std::size_t slice) const { return m_index.slices[slice].is_done; }
  /// Whether all of these slices are done.
  [[nodiscard]] bool are_done(std::span<const std::uint32_t> slices) const {
    return std::ranges::all_of(slices, [this](std::uint32_t slice) { return is_done(slice); });
  }
  /// Returns the number of positions in slices that are done, unused indices included.
  [[nodiscard]] std::uint64_t num_positions_done() const;
  /// Returns the names of the slices that are not done.
  [[nodiscard]] std::vector<std::string> slices_to_do() const;
  /// Whether the slice is done and has only outcomes.
  [[nodiscard]] bool has_outcomes_only(std::size_t slice) const {
    return is_done(slice) && !m_index.slices[slice].has_distances;
  }
  /// Returns the table of a slice; null if the slice is not done.
  [[nodiscard]] const std::shared_ptr<const storage::endgame_table>& table(std::size_t slice) const {
    return m_tables[slice];
  }
  [[nodiscard]] std::filesystem::path file_of(std::size_t slice) const {
    return table_of_slice(m_folder, m_index.slices[slice].name);
  }
  /// Adds the table in `file_of(slice)`. The index in the folder does not change.
  /// @param share  see set_slice
  /// @throws contract_error if the slice is done; input_error like open.
  void add(std::size_t slice, std::uint64_t share);

  /// Returns the metadata of the whole game; counts are sums over the slices that are done. `has_distances` is true if
  /// all of these slices have distances.
  [[nodiscard]] const storage::table_metadata& metadata() const override { return m_metadata; }
  /// @throws std::out_of_range; input_error if the slice is not done, or its chunk is damaged.
  [[nodiscard]] position_value probe(position p) const override;
  using stored_table::probe;
  /// @throws what `probe` throws
  void look_up(std::span<const position> positions, std::span<position_value> entries, unsigned threads,
               const work_monitor& monitor) const override;

  // The interface of any solution; positions of slices that are not done read as illegal.
  [[nodiscard]] std::uint64_t size() const override { return m_entries.size(); }
  [[nodiscard]] std::uint32_t distance_bound() const override { return m_entries.distance_bound(); }
  [[nodiscard]] std::uint32_t margin_bound() const override { return m_entries.margin_bound(); }
  void read(position first, std::span<position_value> entries) const override { m_entries.read(first, entries); }
  [[nodiscard]] index_range read_together(position p) const override { return m_entries.read_together(p); }

 private:
  table_set(std::filesystem::path folder, const any_game& game, set_index index,
            std::shared_ptr<storage::chunk_memory> memory);
  /// @throws what `probe` throws unless the position exists and its slice is done
  void expect_readable(position p) const;
  [[nodiscard]] std::shared_ptr<const storage::endgame_table> open_table(std::size_t slice) const;
  /// Compares a table with the index, and adds it to the entries and the metadata. @throws input_error if they differ.
  void include(std::size_t slice, std::shared_ptr<const storage::endgame_table> table);

  std::filesystem::path m_folder;
  set_index m_index;
  std::shared_ptr<storage::chunk_memory> m_memory;  ///< null: each table has its own
  std::shared_ptr<storage::open_files> m_files;     ///< files of the tables
  std::vector<std::shared_ptr<const storage::endgame_table>> m_tables;
  joined_entries m_entries;
  const any_game& m_game;
  storage::table_metadata m_metadata;
  std::vector<std::uint32_t> m_max_margins;   ///< [slice]: the maximum margin
  std::shared_ptr<const folder_lock> m_lock;  ///< null if open for reading
};

}  // namespace zermelo
