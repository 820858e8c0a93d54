// SPDX-License-Identifier: MIT
// The served tables, by name. A table is opened on its first request, and again when its file has changed. The least
// recently used tables are closed.
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

/// Identifies a version of a table's file, or of the index and the folder of a table set, in order to detect changes.
struct file_identity {
  std::uint64_t device = 0;
  std::uint64_t inode = 0;
  std::uint64_t bytes = 0;
  std::int64_t changed_nanoseconds = 0;
  std::int64_t folder_changed_nanoseconds = 0;  ///< set only for a table set
  friend bool operator==(const file_identity&, const file_identity&) = default;
};

/// The identity of a file or folder; nothing if it does not exist.
[[nodiscard]] std::optional<file_identity> identity_of(const std::filesystem::path& table);

/// One of the served tables. Thread-safe.
class served_table {
 public:
  served_table(std::string name, std::string file) : m_name(std::move(name)), m_file(std::move(file)) {}

  [[nodiscard]] const std::string& name() const noexcept { return m_name; }
  /// The table if it is open and its file has not changed; otherwise null. Checks the file at most once a second.
  /// @throws table_error if the current file cannot be read
  [[nodiscard]] std::shared_ptr<const cached_table> if_open();
  /// Opens the table unless it is open. @throws table_error; interrupted
  [[nodiscard]] std::shared_ptr<const cached_table> open(const catalog& games,
                                                         const std::shared_ptr<storage::chunk_memory>& memory,
                                                         work_monitor& monitor);
  /// Closes the table. Current users can continue to use it.
  void close();
  [[nodiscard]] bool is_open() const;
  [[nodiscard]] std::chrono::steady_clock::time_point last_use() const;
  /// Whether `description` describes the current file. Checks the file at most once a second.
  [[nodiscard]] bool is_described();
  /// The members `name`, `game`, `params`, `positions`, `start`, `error`, as of the last time the table was opened.
  [[nodiscard]] json description() const;

 private:
  using clock = std::chrono::steady_clock;

  /// Closes the table if its file has changed. Precondition: m_guard is locked.
  void check_file();
  /// Opens the table. Returns null if its file changed in the meantime. Precondition: m_opening is locked.
  /// @throws the exceptions of open
  [[nodiscard]] std::shared_ptr<const cached_table> open_now(const catalog& games,
                                                             const std::shared_ptr<storage::chunk_memory>& memory,
                                                             work_monitor& monitor);

  std::string m_name;
  std::string m_file;
  std::mutex m_opening;                            ///< locked while the table is opened, always before m_guard
  mutable std::mutex m_guard;                      ///< guards the members below
  std::shared_ptr<const cached_table> m_resident;  ///< null if the table is not open
  json m_description;
  std::string m_error;                      ///< the error of the file with m_identity; may be empty
  std::optional<file_identity> m_identity;  ///< nothing if the file is missing, or has never been checked
  clock::time_point m_last_check{};
  clock::time_point m_last_use{};
};

/// The served tables. Thread-safe.
class served_tables {
 public:
  /// @param paths  as in serve_options::tables
  /// @throws input_error if a path does not name a table, a table set or a folder with tables
  served_tables(const std::vector<std::string>& paths, const catalog& games, std::size_t cache_bytes);

  /// The tables in the order of `paths`, followed by tables that were added to a folder later. A table that no longer
  /// exists is still included. Scans the folders at most once a second. This object owns the tables.
  [[nodiscard]] std::vector<served_table*> all();
  /// The table with this name; null if the name is unknown. Scans the folders at most once a second.
  [[nodiscard]] served_table* find(std::string_view name);
  /// Opens a table unless it is open. Closes the least recently used tables if too many are open.
  /// @throws the exceptions of served_table::open
  [[nodiscard]] std::shared_ptr<const cached_table> open(served_table& table, work_monitor& monitor);

 private:
  void add(const std::filesystem::path& path);
  /// The known tables, without scanning folders.
  [[nodiscard]] std::vector<served_table*> known() const;
  [[nodiscard]] served_table* find_known(std::string_view name) const;
  /// Adds new tables in the folders, unless they were scanned within the last second.
  void scan_folders();
  void close_unused(const served_table& opened);

  const catalog& m_games;
  std::shared_ptr<storage::chunk_memory> m_memory;  ///< cache for the chunks of all tables
  mutable std::mutex m_guard;                       ///< guards the list of tables, but not the tables
  std::vector<std::unique_ptr<served_table>> m_tables;
  std::mutex m_looking;  ///< guards the members below; locked before m_guard
  std::vector<std::filesystem::path> m_folders;
  std::set<std::filesystem::path> m_found;  ///< the tables in the folders, including those that no longer exist
  std::chrono::steady_clock::time_point m_last_check = std::chrono::steady_clock::now();
};

}  // namespace zermelo::serve
