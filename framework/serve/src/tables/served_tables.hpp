// SPDX-License-Identifier: MIT
// The tables that are served, by name. A table is opened when somebody asks for it, and opened again when its file has
// changed; those unused longest are closed.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <zermelo/catalog/games/catalog.hpp>
#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/tables/report/report_part.hpp>

#include "cached_table.hpp"

namespace zermelo::serve {

/// What tells a file from one that has taken its place, or that was changed. Of a table set, of its index and folder.
struct file_identity {
  std::uint64_t device = 0;
  std::uint64_t inode = 0;
  std::uint64_t bytes = 0;
  std::int64_t changed_nanoseconds = 0;
  std::int64_t folder_changed_nanoseconds = 0;  ///< of a set
  friend bool operator==(const file_identity&, const file_identity&) = default;
};

/// Nothing if there is no such file or folder.
[[nodiscard]] std::optional<file_identity> identity_of(const std::filesystem::path& table);

/// One table of those that are served. Thread-safe.
class served_table {
 public:
  served_table(std::string name, std::string file) : m_name(std::move(name)), m_file(std::move(file)) {}

  [[nodiscard]] const std::string& name() const noexcept { return m_name; }
  /// The table if it is open and its file has not changed; null if it has to be opened. Looks at the file once a second
  /// at most. @throws table_error if the file that is there now cannot be read
  [[nodiscard]] std::shared_ptr<const cached_table> if_open();
  /// Opens the table, if it is not. @throws table_error; interrupted
  [[nodiscard]] std::shared_ptr<const cached_table> open(const catalog& games,
                                                         const std::shared_ptr<storage::chunk_memory>& memory,
                                                         work_monitor& monitor);
  /// Closes the table; those who use it keep it.
  void close();
  [[nodiscard]] bool is_open() const;
  [[nodiscard]] std::chrono::steady_clock::time_point last_use() const;
  /// Whether `description` tells of the file that is there now. Looks at it as `if_open` does.
  [[nodiscard]] bool is_described();
  /// `name`, `game`, `params`, `positions`, `start`, `error` as of the last time that the table was opened.
  [[nodiscard]] json description() const;

 private:
  using clock = std::chrono::steady_clock;

  /// Precondition: m_guard is held.
  void check_file();
  /// Opens the table; null if its file was seen to change meanwhile. Precondition: m_opening is held.
  /// @throws what open throws
  [[nodiscard]] std::shared_ptr<const cached_table> open_now(const catalog& games,
                                                             const std::shared_ptr<storage::chunk_memory>& memory,
                                                             work_monitor& monitor);

  std::string m_name;
  std::string m_file;
  std::mutex m_opening;                            ///< held while the table is opened; before m_guard
  mutable std::mutex m_guard;                      ///< of the members below
  std::shared_ptr<const cached_table> m_resident;  ///< null: not open
  json m_description;
  std::string m_error;                      ///< of the file with m_identity; empty: none
  std::optional<file_identity> m_identity;  ///< nothing: the file is missing, or has never been looked at
  clock::time_point m_last_check{};
  clock::time_point m_last_use{};
};

/// Thread-safe.
class served_tables {
 public:
  /// @param paths  as serve_options::tables  @throws input_error for a path that leads to no table
  served_tables(const std::vector<std::string>& paths, const catalog& games, std::size_t cache_bytes);

  /// In the order of their names as they were given, those that came into a folder later behind them. A table that is
  /// gone stays. Looks into the folders once a second at most. The tables live as long as this.
  [[nodiscard]] std::vector<served_table*> all();
  /// Null if there is no table of this name. Looks into the folders for it as `all` does.
  [[nodiscard]] served_table* find(std::string_view name);
  /// Opens a table if it is not open, and closes others that have not been used for longest.
  /// @throws what served_table::open throws
  [[nodiscard]] std::shared_ptr<const cached_table> open(served_table& table, work_monitor& monitor);

 private:
  void add(const std::filesystem::path& path);
  /// The tables that are known.
  [[nodiscard]] std::vector<served_table*> known() const;
  [[nodiscard]] served_table* find_known(std::string_view name) const;
  /// Adds tables that have come into a folder, unless folders were looked at a moment ago.
  void scan_folders();
  void close_unused(const served_table& opened);

  const catalog& m_games;
  std::shared_ptr<storage::chunk_memory> m_memory;  ///< for chunks of all tables
  mutable std::mutex m_guard;                       ///< of the tables; not of what is in them
  std::vector<std::unique_ptr<served_table>> m_tables;
  std::mutex m_looking;  ///< of the members below; before m_guard
  std::vector<std::filesystem::path> m_folders;
  std::set<std::filesystem::path> m_found;  ///< the tables in folders, those that are gone among them
  std::chrono::steady_clock::time_point m_last_check = std::chrono::steady_clock::now();
};

}  // namespace zermelo::serve
