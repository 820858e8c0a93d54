// SPDX-License-Identifier: MIT
// The routes of a table, with the functions that answer them.
//
// All functions throw http_error and input_error for invalid parameters, table_error or input_error, naming the
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
  std::string_view name;  ///< after the table's name in the path; empty: the table itself
  http_method method;
  work_kind kind;  ///< the work for an open table
  bool is_cached;  ///< the answer is cached while the table is open
  const char* content_type;
  /// The body of the response.
  std::string (*answer)(const cached_table& table, const http_request& request, work_monitor& monitor);
  /// The kind of the work for a specific request; null: always `kind`.
  work_kind (*kind_of)(const cached_table& table, const http_request& request) = nullptr;
  /// Whether an answer depends only on the table and the request; null: it always does.
  bool (*is_repeatable)(const http_request& request) = nullptr;
};

[[nodiscard]] const std::vector<table_route>& table_routes();

// In position_answers.cpp.
[[nodiscard]] std::string describe_table(const cached_table& table, const http_request& request, work_monitor& monitor);
[[nodiscard]] std::string probe_position(const cached_table& table, const http_request& request, work_monitor& monitor);
/// A task for a position with many moves, each of which is displayed on a large board.
[[nodiscard]] work_kind kind_of_probe(const cached_table& table, const http_request& request);
[[nodiscard]] std::string probe_lines(const cached_table& table, const http_request& request, work_monitor& monitor);
[[nodiscard]] std::string follow_line(const cached_table& table, const http_request& request, work_monitor& monitor);

// In search_answers.cpp.
[[nodiscard]] std::string find_positions(const cached_table& table, const http_request& request, work_monitor& monitor);
[[nodiscard]] std::string count_positions(const cached_table& table, const http_request& request,
                                          work_monitor& monitor);
[[nodiscard]] std::string draw_position(const cached_table& table, const http_request& request, work_monitor& monitor);
/// A scan for a random position with conditions.
[[nodiscard]] work_kind kind_of_drawing(const cached_table& table, const http_request& request);
/// A random position is repeatable if the request has a seed.
[[nodiscard]] bool has_seed(const http_request& request);
[[nodiscard]] std::string collect_stats(const cached_table& table, const http_request& request, work_monitor& monitor);
[[nodiscard]] std::string show_histogram(const cached_table& table, const http_request& request, work_monitor& monitor);

// In slice_answers.cpp.
[[nodiscard]] std::string cut_slice(const cached_table& table, const http_request& request, work_monitor& monitor);

}  // namespace zermelo::serve
