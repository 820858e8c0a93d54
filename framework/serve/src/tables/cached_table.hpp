// SPDX-License-Identifier: MIT
// An open table, with cached answers.
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

/// The table is damaged; the request is not the cause. The message is for the client: it contains no path.
class table_error : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// An open table. Thread-safe.
class cached_table {
 public:
  /// The size limit for cached answers, with their queries.
  static constexpr std::size_t max_cached_bytes = std::size_t{2} << 20;

  /// Opens a table. @param name  the name for clients
  /// @throws what open_table throws
  cached_table(std::string name, const std::string& file, const catalog& games,
               std::shared_ptr<storage::chunk_memory> memory, work_monitor& monitor);

  [[nodiscard]] const std::string& name() const noexcept { return m_name; }
  [[nodiscard]] const opened_table& opened() const noexcept { return m_opened; }
  [[nodiscard]] const any_game& game() const noexcept { return *m_opened.game; }
  [[nodiscard]] const display_board& board() const noexcept { return m_board; }
  [[nodiscard]] const std::vector<parameter>& schema() const noexcept { return *m_schema; }
  /// Distinguishes this table's answers from those of other tables and programs: the signature and the program's
  /// revision.
  [[nodiscard]] const std::string& tag() const noexcept { return m_tag; }
  /// The entries; damage is reported as a table_error.
  [[nodiscard]] value_lookup lookup() const;

  /// The table for a scan. Scans of a game without a ranking read its keys into memory, which probes must not notice:
  /// so scans use a second instance of the table. @throws what open_table throws; table_error if its file was replaced
  [[nodiscard]] std::shared_ptr<const opened_table> opened_for_scan(work_monitor& monitor) const;

  /// A cached answer; null if there is none.
  [[nodiscard]] std::shared_ptr<const std::string> cached_answer(const std::string& query) const;
  /// Caches an answer in place of the oldest ones, unless it is too large.
  void keep(const std::string& query, std::shared_ptr<const std::string> answer) const;

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
  mutable std::deque<std::string> m_cached_queries;  ///< queries of m_cached, oldest first
  mutable std::size_t m_cached_bytes = 0;
};

/// Whether an error's message is about the table in this file (such messages begin with the file), or about a slice of
/// the set in this folder.
[[nodiscard]] bool is_about_table(std::string_view message, std::string_view file);

/// A message about a table without paths of this machine: the table's file is replaced by its name.
[[nodiscard]] std::string without_path(std::string message, const std::string& file, const std::string& name);

}  // namespace zermelo::serve
