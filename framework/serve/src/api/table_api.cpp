// SPDX-License-Identifier: MIT
#include "table_api.hpp"

#include <algorithm>
#include <cstddef>
#include <exception>
#include <memory>
#include <new>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/core.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/error_line.hpp>
#include <zermelo/core/base/suggest.hpp>
#include <zermelo/core/base/text.hpp>
#include <zermelo/tables/report/report_part.hpp>

#include "../http/status.hpp"
#include "../page/page_files.hpp"
#include "query_parameters.hpp"

namespace zermelo::serve {
namespace {

// The number of segments of the paths /api/tables, /api/tables/NAME and /api/tables/NAME/ROUTE.
constexpr std::size_t api_depth = 2;
constexpr std::size_t table_depth = 3;
constexpr std::size_t route_depth = 4;

[[nodiscard]] bool is_api(const http_request& request) {
  return request.path.size() >= api_depth && request.path[0] == "api" && request.path[1] == "tables";
}

[[nodiscard]] std::string path_text(const http_request& request) {
  std::string text;
  for (const std::string& segment : request.path) text += '/' + segment;
  return text;
}

/// @throws http_error (405) if the request has a different method
void expect_method(const http_request& request, http_method method) {
  if (request.method == method) return;
  const char* const allowed = method == http_method::post ? "POST" : "GET, HEAD";
  throw http_error(status::method_not_allowed,
                   fmt::format("{}: expected method {}", excerpt(path_text(request)), allowed), {{"Allow", allowed}});
}

/// The route of a request; null if the path is unknown.
[[nodiscard]] const table_route* find_route(const http_request& request) {
  if (request.path.size() < table_depth || request.path.size() > route_depth) return nullptr;
  const std::string_view name =
      request.path.size() == route_depth ? std::string_view(request.path.back()) : std::string_view{};
  if (request.path.size() == route_depth && name.empty()) return nullptr;
  const auto& routes = table_routes();
  const auto found =
      std::find_if(routes.begin(), routes.end(), [name](const table_route& route) { return route.name == name; });
  return found == routes.end() ? nullptr : &*found;
}

/// The route of a request. @throws http_error (404) if the path is unknown
[[nodiscard]] const table_route& route_of(const http_request& request) {
  const table_route* const found = find_route(request);
  if (found != nullptr) return *found;
  std::vector<std::string> names;
  for (const table_route& route : table_routes()) {
    if (!route.name.empty()) names.emplace_back(route.name);
  }
  throw http_error(status::not_found,
                   fmt::format("unknown path {}; {}", excerpt(path_text(request)),
                               suggest(request.path.size() < route_depth ? "" : request.path[route_depth - 1], names)));
}

/// A tag in the syntax of the header ETag.
[[nodiscard]] std::string quoted(const std::string& tag) { return '"' + tag + '"'; }

/// Whether the client already has the answer with this tag.
[[nodiscard]] bool has_answer(const http_request& request, const std::string& tag) {
  return request.method == http_method::get && request.if_none_match.find(quoted(tag)) != std::string::npos;
}

/// Whether the answer depends only on the table and the request.
[[nodiscard]] bool is_repeatable(const table_route& route, const http_request& request) {
  if (route.method != http_method::get) return false;
  return route.is_repeatable == nullptr || route.is_repeatable(request);
}

[[nodiscard]] std::string query_text(const table_route& route, const http_request& request) {
  std::string text(route.name);
  for (const auto& [name, value] : request.query) {
    text += fmt::format(" {} {}={} {}", name.size(), name, value.size(), value);  // sizes make the text unambiguous
  }
  return text;
}

[[nodiscard]] http_response unchanged(const std::string& tag) {
  return {status::not_modified, "", "", {{"ETag", quoted(tag)}}};
}

[[nodiscard]] http_response cached(http_response response, const std::string& tag) {
  response.headers.push_back({"ETag", quoted(tag)});
  response.headers.push_back({"Cache-Control", "no-cache"});  // clients must revalidate it before each use
  return response;
}

[[nodiscard]] http_response page_response(const http_request& request) {
  const page_file* const file = request.path.size() == 1 ? find_page_file(request.path.front()) : nullptr;
  if (file == nullptr) {
    throw http_error(status::not_found,
                     fmt::format("unknown path {}; use /api/tables or a path below it", excerpt(path_text(request))));
  }
  expect_method(request, http_method::get);
  if (has_answer(request, file->tag)) return unchanged(file->tag);
  return cached({status::ok, file->content_type, std::string(file->text)}, file->tag);
}

/// The error response for the current exception. Precondition: an exception is being handled.
[[nodiscard]] http_response failure_response() {
  const auto try_again = [](const std::string& message) { return error_response(unavailable(message)); };
  try {
    throw;
  } catch (const http_error& reason) {
    return error_response(reason);
  } catch (const table_error& failure) {
    return try_again(failure.what());
  } catch (const interrupted&) {
    return try_again("the request takes too long, or the server is stopping; request less, or use the command line");
  } catch (const input_error& failure) {
    return error_response({status::bad_request, failure.what()});
  } catch (const resource_error& failure) {
    return try_again(failure.what());
  } catch (const std::bad_alloc&) {
    return try_again("out of memory; try again later");
  } catch (const std::exception& failure) {
    return error_response({status::internal_error, failure.what()});
  }
}

/// Returns f(). Replaces the table's path by its name in errors, and an input_error about the table by a table_error.
template <class Function>
auto about_table(const cached_table& table, const Function& f) {
  const std::string& file = table.opened().file;
  try {
    return f();
  } catch (const input_error& failure) {
    if (is_about_table(failure.what(), file)) throw table_error(without_path(failure.what(), file, table.name()));
    throw;
  } catch (const resource_error& failure) {
    throw resource_error(without_path(failure.what(), file, table.name()));
  } catch (const contract_error& failure) {
    throw contract_error(without_path(failure.what(), file, table.name()));
  }
}

/// An answer that needs no work: its response is already known.
[[nodiscard]] prepared_answer immediate(http_response response) {
  return {work_kind::probe,
          [ready = std::make_shared<http_response>(std::move(response))](work_monitor&) { return std::move(*ready); }};
}

/// @param list  the descriptions of the tables
[[nodiscard]] http_response list_response(json list) {
  const json object = {{"tables", std::move(list)}};
  return {status::ok, json_type, json_text(object) + '\n', {{"Cache-Control", "no-store"}}};
}

/// The response if the client has the answer, or the answer is cached; otherwise nothing.
[[nodiscard]] std::optional<http_response> known_answer(const cached_table& table, const table_route& route,
                                                        const http_request& request) {
  if (is_repeatable(route, request) && has_answer(request, table.tag())) return unchanged(table.tag());
  const auto cached_answer = route.is_cached ? table.cached_answer(query_text(route, request)) : nullptr;
  if (cached_answer == nullptr) return std::nullopt;
  return cached({status::ok, route.content_type, *cached_answer}, table.tag());
}

[[nodiscard]] http_response answer_about(const cached_table& table, const table_route& route,
                                         const http_request& request, work_monitor& monitor) {
  // Another thread may have cached the answer in the meantime.
  if (auto known = known_answer(table, route, request)) return std::move(*known);
  http_response response{status::ok, route.content_type,
                         about_table(table, [&] { return route.answer(table, request, monitor); })};
  if (route.is_cached) {
    table.cache(query_text(route, request), std::make_shared<const std::string>(response.body));
  }
  if (is_repeatable(route, request)) return cached(std::move(response), table.tag());
  response.headers.push_back({"Cache-Control", "no-store"});
  return response;
}

}  // namespace

prepared_answer table_api::prepare(http_request request) {
  try {
    const bool has_any_answer = request.method == http_method::get && request.if_none_match == "*";
    prepared_answer prepared = prepare_or_throw(std::move(request));
    return {prepared.kind, [has_any_answer, respond = std::move(prepared.respond)](work_monitor& monitor) {
              try {
                http_response response = respond(monitor);
                if (!has_any_answer || response.status != status::ok) return response;
                return http_response{status::not_modified, "", "", std::move(response.headers)};
              } catch (const std::exception&) {
                return failure_response();
              }
            }};
  } catch (const std::exception&) {
    return immediate(failure_response());
  }
}

prepared_answer table_api::prepare_or_throw(http_request request) {
  if (!is_api(request)) return immediate(page_response(request));
  if (request.path.size() == api_depth) {
    expect_method(request, http_method::get);
    const query_parameters none(request, {});  // rejects all query parameters
    return prepare_list();
  }
  served_table& table = table_of(request);
  const table_route& route = route_of(request);
  expect_method(request, route.method);
  const auto resident = table.if_open();
  if (resident == nullptr) {
    return {std::max(route.kind, work_kind::task),
            [this, &table, &route, requested = std::make_shared<const http_request>(std::move(request))](
                auto& monitor) { return answer_about(*m_tables.open(table, monitor), route, *requested, monitor); }};
  }
  if (auto known = known_answer(*resident, route, request)) return immediate(std::move(*known));
  const work_kind kind =
      route.kind_of == nullptr ? route.kind : about_table(*resident, [&] { return route.kind_of(*resident, request); });
  return {kind, [resident, &route, requested = std::make_shared<const http_request>(std::move(request))](
                    auto& monitor) { return answer_about(*resident, route, *requested, monitor); }};
}

prepared_answer table_api::prepare_list() {
  const auto all = m_tables.all();
  const bool knows_all = std::all_of(all.begin(), all.end(), [](served_table* table) { return table->is_described(); });
  if (knows_all) {
    json list = json::array();
    for (const served_table* const table : all) list.push_back(table->description());
    return immediate(list_response(std::move(list)));
  }
  return {work_kind::task, [this, all](work_monitor& monitor) {
            json list = json::array();
            for (served_table* const table : all) list.push_back(description_of(*table, monitor));
            return list_response(std::move(list));
          }};
}

json table_api::description_of(served_table& table, work_monitor& monitor) {
  json error;
  try {
    if (!table.is_described()) (void)m_tables.open(table, monitor);
  } catch (const table_error& failure) {
    error = error_line(failure.what());
  }
  json description = table.description();
  if (!error.is_null()) description["error"] = std::move(error);
  return description;
}

served_table& table_api::table_of(const http_request& request) {
  served_table* const found = m_tables.find(request.path[api_depth]);
  if (found != nullptr) return *found;
  std::vector<std::string> names;
  for (const served_table* const table : m_tables.all()) names.push_back(table->name());
  throw http_error(status::not_found, fmt::format("unknown table '{}'; {}", excerpt(request.path[api_depth]),
                                                  suggest(request.path[api_depth], names)));
}

}  // namespace zermelo::serve
