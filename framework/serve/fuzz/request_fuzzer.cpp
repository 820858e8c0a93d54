// SPDX-License-Identifier: MIT
// The input is a request: a letter for its method, its target up to the end of the line, and its body. For any
// input, the interface must answer with a status and JSON, or with an error of one line that contains no path.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>

#include "../src/api/table_api.hpp"
#include "../src/http/status.hpp"
#include "../src/http/target.hpp"
#include "../test/api/chase.hpp"
#include "use_table.hpp"

namespace zermelo::serve {
namespace {

using storage::fuzz::require;

/// A table, and its interface, for the lifetime of the program.
struct served_chase {
  test_folder folder;
  served_tables tables = [this] {
    solve_chase(folder / "a.h5");
    return served_tables({(folder / "a.h5").string()}, chase_catalog(), std::size_t{1} << 20);
  }();
  table_api api{tables};
};

void expect_error(const std::string& body) {
  const json object = json::parse(body);
  require(object.size() == 1 && object.contains("error"), "expected an error object with the single member 'error'");
  require(std::count(body.begin(), body.end(), '\n') == 1, "the error spans several lines");
}

void expect_answer(const http_response& response) {
  constexpr std::array statuses{status::ok,        status::not_modified,       status::bad_request,
                                status::not_found, status::method_not_allowed, status::body_too_large};
  require(std::find(statuses.begin(), statuses.end(), response.status) != statuses.end(), "unexpected status");
  if (response.status >= status::bad_request) return expect_error(response.body);
  if (response.content_type == json_type) require(!json::parse(response.body).is_null(), "the answer is null");
  if (response.content_type != lines_of_json_type) return;
  std::istringstream lines(response.body);
  for (std::string line; std::getline(lines, line);)
    require(json::parse(line).is_object(), "a line contains no JSON object");
}

void query(table_api& api, std::string_view input, const std::string& folder) {
  http_request request;
  request.method = input.front() == 'P'   ? http_method::post
                   : input.front() == 'O' ? http_method::other
                                          : http_method::get;
  const std::size_t end = std::min(input.find('\n'), input.size());
  try {
    request_target target = parse_target(input.substr(1, end - 1));
    request.path = std::move(target.path);
    request.query = std::move(target.query);
  } catch (const http_error& reason) {
    require(reason.status() == status::bad_request, "expected status 400 for an invalid target");
    return;
  }
  if (end < input.size()) request.body = input.substr(end + 1);
  work_monitor silent;
  const http_response response = api.prepare(std::move(request)).respond(silent);
  const bool names_folder = input.find(folder) != std::string_view::npos;  // an error may quote it
  require(names_folder || response.body.find(folder) == std::string::npos, "the body contains a local path");
  expect_answer(response);
}

}  // namespace
}  // namespace zermelo::serve

// NOLINTNEXTLINE(readability-identifier-naming): libFuzzer asks for this name.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static zermelo::serve::served_chase served;
  if (size == 0) return 0;
  zermelo::serve::query(served.api, {reinterpret_cast<const char*>(data), size}, served.folder.path().string());
  return 0;
}
