// SPDX-License-Identifier: MIT
// The routes of a table, and the functions that answer them.
//
// All functions throw http_error or input_error for invalid parameters, table_error or an input_error with the name of
// the file for a damaged table, interrupted, and resource_error.
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
  std::string_view name;  ///< the path after the table's name; empty for the table itself
  http_method method;
  work_kind kind;  ///< the kind of work if the table is open
  bool is_cached;  ///< whether the answer is cached while the table is open
  const char* content_type;
  /// Returns the body of the response.
  std::string (*answer)(const cached_table& table, const http_request& request, work_monitor& monitor);
  /// Returns the kind of work for a request; null if it is always `kind`.
  work_kind (*kind_of)(const cached_table& table, const http_request& request) = nullptr;
  /// Returns whether the answer depends only on the table and the request; null if it always does.
  bool (*is_repeatable)(const http_request& request) = nullptr;
};

[[nodiscard]] const std::vector<table_route>& table_routes();

// Defined in position_answers.cpp.
[[nodiscard]] std::string describe_table(const cached_table& table, const http_request& request, work_monitor& monitor);
[[nodiscard]] std::string probe_position(const cached_table& table, const http_request& request, work_monitor& monitor);
/// A task if the position may have many moves on a large board; otherwise a probe.
[[nodiscard]] work_kind kind_of_probe(const cached_table& table, const http_request& request);
[[nodiscard]] std::string probe_lines(const cached_table& table, const http_request& request, work_monitor& monitor);
[[nodiscard]] std::string follow_line(const cached_table& table, const http_request& request, work_monitor& monitor);

// Defined in search_answers.cpp.
[[nodiscard]] std::string find_positions(const cached_table& table, const http_request& request, work_monitor& monitor);
[[nodiscard]] std::string count_positions(const cached_table& table, const http_request& request,
                                          work_monitor& monitor);
[[nodiscard]] std::string draw_position(const cached_table& table, const http_request& request, work_monitor& monitor);
/// A scan if the random position must meet conditions; otherwise a task.
[[nodiscard]] work_kind kind_of_drawing(const cached_table& table, const http_request& request);
/// Whether the request for a random position has a seed, so that its answer is repeatable.
[[nodiscard]] bool has_seed(const http_request& request);
[[nodiscard]] std::string collect_stats(const cached_table& table, const http_request& request, work_monitor& monitor);
[[nodiscard]] std::string show_histogram(const cached_table& table, const http_request& request, work_monitor& monitor);

// Defined in slice_answers.cpp.
[[nodiscard]] std::string cut_slice(const cached_table& table, const http_request& request, work_monitor& monitor);

}  // namespace zermelo::serve
