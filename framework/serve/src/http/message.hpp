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

/// A HEAD request is answered like GET, without the body.
enum class http_method : std::uint8_t { get, post, other };

/// A name and a value, both decoded.
struct query_parameter {
  std::string name;
  std::string value;
};

struct http_request {
  http_method method = http_method::get;
  std::vector<std::string> path;       ///< decoded segments; one empty segment for "/"
  std::vector<query_parameter> query;  ///< in order
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

/// An error response to a request. The message is one line for the client.
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

/// An error with the status 503: the client may repeat the request.
[[nodiscard]] inline http_error unavailable(const std::string& message) {
  constexpr const char* seconds = "2";
  return {status::unavailable, message, {{"Retry-After", seconds}}};
}

/// The threads that produce an answer.
enum class work_kind : std::uint8_t {
  probe,  ///< less than a millisecond: a thread that reads requests
  task,   ///< up to a second, such as opening a table: a separate thread, one task after the other
  scan,   ///< reads whole tables: a separate thread, one scan after the other
};

/// The work for an answer. It owns the data that it needs.
struct prepared_answer {
  work_kind kind;
  /// Called once. Does not throw: errors are responses, too.
  /// @param monitor  stops an answer that no client waits for any longer
  std::function<http_response(work_monitor& monitor)> give;
};

/// Answers requests. Thread-safe.
class request_handler {
 public:
  virtual ~request_handler() = default;
  /// Does not throw, and takes less than a millisecond, unless a folder is scanned for new tables. The handler must
  /// outlive the result.
  [[nodiscard]] virtual prepared_answer prepare(http_request request) = 0;
};

/// The response `{"error": "..."}`.
[[nodiscard]] http_response error_response(const http_error& reason);

}  // namespace zermelo::serve
