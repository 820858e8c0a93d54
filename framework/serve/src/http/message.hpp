// SPDX-License-Identifier: MIT
// Requests and responses, independent of sockets and the HTTP library.
#pragma once

#include <cstdint>
#include <functional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <zermelo/core/base/work_monitor.hpp>

#include "status.hpp"

namespace zermelo::serve {

/// The methods of requests. HEAD counts as GET; its response is sent without the body.
enum class http_method : std::uint8_t { get, post, other };

/// A parameter of a query, with its name and value decoded.
struct query_parameter {
  std::string name;
  std::string value;
};

struct http_request {
  http_method method = http_method::get;
  std::vector<std::string> path;       ///< decoded segments; one empty segment for "/"
  std::vector<query_parameter> query;  ///< in the order of the request
  std::string body;
  std::string if_none_match;  ///< the value of the header; may be empty
};

struct http_header {
  std::string name;
  std::string value;
};

struct http_response {
  unsigned status = status::ok;
  std::string content_type = "application/json";
  std::string body;
  std::vector<http_header> headers{};
};

/// An error that becomes a response with a status. The message is one line for the client.
class http_error : public std::runtime_error {
 public:
  http_error(unsigned status, const std::string& message, std::vector<http_header> headers = {})
      : std::runtime_error(message), m_status(status), m_headers(std::move(headers)) {}
  [[nodiscard]] unsigned status() const noexcept { return m_status; }
  [[nodiscard]] const std::vector<http_header>& headers() const noexcept { return m_headers; }

 private:
  unsigned m_status;
  std::vector<http_header> m_headers;
};

/// An error with the status 503, which tells the client to repeat the request later.
[[nodiscard]] inline http_error unavailable(const std::string& message) {
  constexpr const char* seconds = "2";
  return {status::unavailable, message, {{"Retry-After", seconds}}};
}

/// The kinds of work for an answer, each of which runs on its own threads.
enum class work_kind : std::uint8_t {
  probe,  ///< takes less than a millisecond; runs on a thread that reads requests
  task,   ///< takes up to a second, such as opening a table; runs on a thread for all tasks
  scan,   ///< reads all entries of a table; runs on a thread for all scans
};

/// The work for an answer, with all data that it needs.
struct prepared_answer {
  work_kind kind;
  /// Returns the response; an error becomes a response, too. Must be called once, and must not throw.
  /// @param monitor  requests a stop if the client no longer waits for the response
  std::function<http_response(work_monitor& monitor)> respond;
};

/// Answers requests. Thread-safe.
class request_handler {
 public:
  virtual ~request_handler() = default;
  /// Prepares the answer to a request. Does not throw, and takes less than a millisecond, unless it scans a folder for
  /// new tables. The handler must outlive the result.
  [[nodiscard]] virtual prepared_answer prepare(http_request request) = 0;
};

/// The response `{"error": "..."}`.
[[nodiscard]] http_response error_response(const http_error& reason);

}  // namespace zermelo::serve
