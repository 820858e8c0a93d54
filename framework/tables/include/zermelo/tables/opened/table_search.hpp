// SPDX-License-Identifier: MIT
// Searches a table for positions, for the command line, the page and Python.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <zermelo/catalog/query/position_search.hpp>
#include <zermelo/core/base/ordered_blocks.hpp>
#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/tables/opened/opened_table.hpp>
#include <zermelo/tables/report/position_report.hpp>
#include <zermelo/tables/report/report_part.hpp>

namespace zermelo {

/// A search request for a table.
struct table_query {
  std::vector<std::string> conditions{};      ///< see position_query
  std::optional<std::string> best_move_to{};  ///< selects positions with a best move to this position, named by text
  std::optional<std::string> sort{};          ///< fields, see sort_order; nothing: by number
  bool longest = false;              ///< selects positions with a distance, the greatest first; excludes `sort`
  std::optional<std::string> by{};   ///< fields to count by, separated by commas
  std::string_view option_prefix{};  ///< precedes the names of these members in messages, such as "--"
};

/// A search in a table. Used by one thread, which starts others.
class table_search {
 public:
  /// Prepares the search, see position_search. Table and monitor must outlive the search.
  /// @param threads  0: all threads of the machine
  /// @throws input_error for a malformed query, or a query for distances in a table with only outcomes; what
  /// position_search and load_keys throw.
  table_search(const opened_table& opened, const table_query& query, unsigned threads, work_monitor& monitor);

  /// Calls f with the positions found, some at a time, in order, until f returns `stop` or the limit is reached.
  /// @param limit  nothing: all positions
  /// @throws what position_search throws
  void for_each(std::optional<std::uint64_t> limit,
                const std::function<sweep_step(std::span<const found_position>)>& f);
  [[nodiscard]] std::uint64_t count() { return m_search.count(); }
  /// Precondition: the query has `by`. @throws what position_search throws
  [[nodiscard]] std::vector<counted_values> count_by() { return m_search.count_by(); }

  /// Returns the fields of `by`; without `by`, those of the order.
  [[nodiscard]] const std::vector<position_field>& fields() const noexcept { return m_prepared.order.fields; }
  /// Returns the report on a found position. @throws what report_position throws.
  [[nodiscard]] position_report report(const found_position& found) const;

 private:
  /// A query for the table's game.
  struct prepared_query {
    sort_order order;  ///< for `by`, only its fields
    position_query conditions;
  };
  [[nodiscard]] static prepared_query prepare(const opened_table& opened, const table_query& query);
  /// Loads keys into memory if the search looks up positions.
  [[nodiscard]] static position_search make_search(const opened_table& opened, const prepared_query& prepared,
                                                   unsigned threads, work_monitor& monitor);

  const opened_table& m_opened;
  work_monitor& m_monitor;
  prepared_query m_prepared;
  position_search m_search;
};

/// Returns `count` (total), `by` (names of the fields) and `counts`, an array of `count` and `values` by field.
[[nodiscard]] json counted_json(std::span<const position_field> fields, std::span<const counted_values> counted);

}  // namespace zermelo
