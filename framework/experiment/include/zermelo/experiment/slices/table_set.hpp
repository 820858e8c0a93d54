// SPDX-License-Identifier: MIT
// A table set: a folder with a table for each slice of a game and an index (set_index.hpp), as one solution. It may be
// there in part: slices that are not done have no entries.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <zermelo/core/value/joined_entries.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/experiment/slices/set_index.hpp>
#include <zermelo/storage/file/random_access_file.hpp>
#include <zermelo/storage/table/endgame_table.hpp>

namespace zermelo::experiment {

class any_game;

class folder_lock;
/// Nobody else can add to the set in a folder, which is made if there is none. @throws input_error if somebody else is
///   adding to it, or it cannot be made or locked.
[[nodiscard]] std::shared_ptr<const folder_lock> lock_folder(const std::filesystem::path& folder);

/// Before a set is made in a folder, whose slices would replace them. The game's positions need no numbers yet.
/// @throws input_error if the folder has tables under the names of slices, naming one.
void expect_no_tables(const std::filesystem::path& folder, const any_game& game);

/// Numbers the positions of a game without a ranking as the set in a folder, whose index has been read, has them: by
/// the keys in its tables, or in the files of slices that are not done. Does nothing for a game that is numbered.
/// @throws as table_set::open; input_error if the folder has the file of a slice that the index does not have, or keys
///   are missing or damaged, or the game's rules are not those that a table was solved with.
void number_by_set(const std::filesystem::path& folder, const set_index& index, any_game& game, work_monitor& monitor);

/// Thread-safe, but while a slice is added.
class table_set final : public storage::stored_table {
 public:
  /// Opens the set of a game, whose index has been read. Every table that is to be there is opened and held against the
  /// index.
  /// Precondition: the game's positions are numbered; it must outlive the set.
  /// @throws input_error, naming the file, if the set is damaged or of another game or instance, or a table is missing,
  ///   damaged or another one than the index says.
  [[nodiscard]] static table_set open(const std::filesystem::path& folder, set_index index, const any_game& game);
  /// Reads the index and opens the set, for slices to be added. As long as it lives nobody else can.
  /// @throws input_error also if somebody else is adding to it, or it cannot be locked.
  [[nodiscard]] static table_set open_to_add(const std::filesystem::path& folder, const any_game& game);
  /// A new set without a table, for slices to be added; the folder is made if there is none.
  /// @throws as above, and as expect_no_tables.
  [[nodiscard]] static table_set make(const std::filesystem::path& folder, const any_game& game);

  [[nodiscard]] const set_index& index() const noexcept { return m_index; }
  [[nodiscard]] bool is_done(std::size_t slice) const { return m_index.slices[slice].is_done; }
  /// Of the slices that are done, holes included.
  [[nodiscard]] std::uint64_t num_positions_done() const;
  /// The names of the slices that are not done.
  [[nodiscard]] std::vector<std::string> slices_to_do() const;
  /// Whether the slice is done, and has outcomes alone.
  [[nodiscard]] bool has_outcomes_alone(std::size_t slice) const {
    return is_done(slice) && !m_index.slices[slice].has_distances;
  }
  /// Null if the slice is not done.
  [[nodiscard]] const std::shared_ptr<const storage::endgame_table>& table(std::size_t slice) const {
    return m_tables[slice];
  }
  [[nodiscard]] std::filesystem::path file_of(std::size_t slice) const {
    return table_of_slice(m_folder, m_index.slices[slice].name);
  }
  /// Takes in the table that has been written to `file_of(slice)`. It counts once `commit` is called.
  /// @param share  as in set_slice
  void add(std::size_t slice, std::uint64_t share);
  /// Writes the index. @throws as write_set_index.
  void commit() const { write_set_index(m_folder, m_index); }

  /// Of the whole game, summed up over the slices that are done. It has distances if all of these have.
  [[nodiscard]] const storage::table_metadata& metadata() const override { return m_metadata; }
  /// @throws input_error if the slice is not done, or its chunk is damaged.
  [[nodiscard]] position_value probe(position p) const override;

  // As other solutions; slices that are not done read as illegal.
  [[nodiscard]] std::uint64_t size() const override { return m_entries.size(); }
  [[nodiscard]] std::uint32_t distance_bound() const override { return m_entries.distance_bound(); }
  void read(position first, std::span<position_value> entries) const override { m_entries.read(first, entries); }
  [[nodiscard]] index_range read_together(position p) const override { return m_entries.read_together(p); }

 private:
  table_set(std::filesystem::path folder, const any_game& game, set_index index);
  [[nodiscard]] std::shared_ptr<const storage::endgame_table> open_table(std::size_t slice) const;
  void take_in(std::size_t slice, std::shared_ptr<const storage::endgame_table> table);

  std::filesystem::path m_folder;
  set_index m_index;
  std::shared_ptr<storage::open_files> m_files;  ///< of the tables
  std::vector<std::shared_ptr<const storage::endgame_table>> m_tables;
  joined_entries m_entries;
  const any_game& m_game;
  storage::table_metadata m_metadata;
  std::shared_ptr<const folder_lock> m_lock;  ///< null: only to be read
};

}  // namespace zermelo::experiment
