// SPDX-License-Identifier: MIT
// What can be asked about a table, with the function that answers it.
//
// All of them throw refusal and input_error for words that they do not take, table_error or input_error, naming the
// file, for a damaged table, interrupted, and resource_error.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <zermelo/core/base/work_monitor.hpp>

#include "../http/message.hpp"
#include "../tables/cached_table.hpp"

namespace zermelo::serve {

inline constexpr const char* json_type = "application/json";
inline constexpr const char* lines_of_json_type = "application/x-ndjson";

struct table_route {
  std::string_view name;  ///< behind the table's name in the path; empty: the table itself
  http_method method;
  work_kind kind;  ///< of the work on a table that is open
  bool is_cached;  ///< the answer is kept while the table is open
  const char* content_type;
  /// The body of the response.
  std::string (*answer)(const cached_table& table, const http_request& request, work_monitor& monitor);
  /// The kind of the work that one request asks for; null: `kind`.
  work_kind (*kind_of)(const cached_table& table, const http_request& request) = nullptr;
  /// Whether an answer depends on the table and the request alone; null: it does.
  bool (*is_repeatable)(const http_request& request) = nullptr;
};

[[nodiscard]] const std::vector<table_route>& table_routes();

// In position_answers.cpp.
[[nodiscard]] std::string describe_table(const cached_table& table, const http_request& request, work_monitor& monitor);
[[nodiscard]] std::string probe_position(const cached_table& table, const http_request& request, work_monitor& monitor);
/// An task for a position with many moves, of which each is shown on a large board.
[[nodiscard]] work_kind kind_of_probe(const cached_table& table, const http_request& request);
[[nodiscard]] std::string probe_lines(const cached_table& table, const http_request& request, work_monitor& monitor);
[[nodiscard]] std::string follow_line(const cached_table& table, const http_request& request, work_monitor& monitor);

// In search_answers.cpp.
[[nodiscard]] std::string find_positions(const cached_table& table, const http_request& request, work_monitor& monitor);
[[nodiscard]] std::string count_positions(const cached_table& table, const http_request& request,
                                          work_monitor& monitor);
[[nodiscard]] std::string draw_position(const cached_table& table, const http_request& request, work_monitor& monitor);
/// A scan for a drawing with conditions.
[[nodiscard]] work_kind kind_of_drawing(const cached_table& table, const http_request& request);
/// A drawing is repeated by its seed.
[[nodiscard]] bool has_seed(const http_request& request);
[[nodiscard]] std::string collect_stats(const cached_table& table, const http_request& request, work_monitor& monitor);
[[nodiscard]] std::string show_histogram(const cached_table& table, const http_request& request, work_monitor& monitor);

// In slice_answers.cpp.
[[nodiscard]] std::string cut_slice(const cached_table& table, const http_request& request, work_monitor& monitor);

}  // namespace zermelo::serve
