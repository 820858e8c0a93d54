// SPDX-License-Identifier: MIT
// An open table with a cache of answers.
#pragma once

#include <cstddef>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <zermelo/catalog/games/catalog.hpp>
#include <zermelo/catalog/query/display_board.hpp>
#include <zermelo/catalog/query/one_position.hpp>
#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/game/parameters.hpp>
#include <zermelo/tables/opened/opened_table.hpp>
#include <zermelo/tables/report/report_part.hpp>

namespace zermelo::serve {

/// An error of a table that is damaged, or cannot be read. The message is for clients, and contains no path.
class table_error : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// An open table with a cache of answers. Thread-safe.
class cached_table {
 public:
  /// The maximum total size of cached answers and their queries.
  static constexpr std::size_t max_cached_bytes = std::size_t{2} << 20;

  /// Opens a table. @param name  the table's name in requests
  /// @throws the exceptions of open_table
  cached_table(std::string name, const std::string& file, const catalog& games,
               std::shared_ptr<storage::chunk_memory> memory, work_monitor& monitor);

  [[nodiscard]] const std::string& name() const noexcept { return m_name; }
  [[nodiscard]] const opened_table& opened() const noexcept { return m_opened; }
  [[nodiscard]] const any_game& game() const noexcept { return *m_opened.game; }
  [[nodiscard]] const display_board& board() const noexcept { return m_board; }
  [[nodiscard]] const std::vector<parameter>& schema() const noexcept { return *m_schema; }
  /// A text that distinguishes the answers of this table from those of other tables and program versions: the signature
  /// and the program's revision.
  [[nodiscard]] const std::string& tag() const noexcept { return m_tag; }
  /// A lookup of entries, which throws table_error if the table is damaged.
  [[nodiscard]] value_lookup lookup() const;

  /// The table for scans. A scan of a game without a ranking reads all keys into memory, which must not affect probes;
  /// therefore scans use a second instance of the table. @throws the exceptions of open_table; table_error if the file
  /// was replaced
  [[nodiscard]] std::shared_ptr<const opened_table> opened_for_scan(work_monitor& monitor) const;

  /// The cached answer to a query; null if the answer is not cached.
  [[nodiscard]] std::shared_ptr<const std::string> cached_answer(const std::string& query) const;
  /// Caches an answer unless it is too large. Removes the oldest answers if necessary.
  void cache(const std::string& query, std::shared_ptr<const std::string> answer) const;

 private:
  std::string m_name;
  const catalog& m_games;
  std::shared_ptr<storage::chunk_memory> m_memory;
  opened_table m_opened;
  display_board m_board;
  const std::vector<parameter>* m_schema;
  std::string m_tag;
  mutable std::mutex m_guard;
  mutable std::map<std::string, std::shared_ptr<const std::string>> m_cached;
  mutable std::deque<std::string> m_cached_queries;  ///< the queries of m_cached, oldest first
  mutable std::size_t m_cached_bytes = 0;
};

/// Whether an error message is about the table in this file or a slice of the table set in this folder; such a message
/// begins with the path.
[[nodiscard]] bool is_about_table(std::string_view message, std::string_view file);

/// The message with each occurrence of the table's path replaced by its name.
[[nodiscard]] std::string without_path(std::string message, const std::string& file, const std::string& name);

}  // namespace zermelo::serve
