// SPDX-License-Identifier: MIT
// A server that echoes requests, and a fixture that sends requests to it.
#pragma once

#include "../../src/http/server.hpp"

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include <fmt/core.h>

#include <gtest/gtest.h>

#include "client.hpp"

namespace zermelo::serve {

/// Echoes requests. "/scan", and the probe "/held_up", wait until they are stopped or released; "/task" is a task;
/// "/large" has an answer that is larger than any socket buffer.
class echo final : public request_handler {
 public:
  [[nodiscard]] prepared_answer prepare(http_request request) override {
    const std::string& path = request.path.front();
    const work_kind kind = path == "scan" ? work_kind::scan : path == "errand" ? work_kind::task : work_kind::probe;
    return {kind, [this, request](work_monitor& monitor) { return answer(request, monitor); }};
  }

  static constexpr std::size_t large_bytes = std::size_t{32} << 20;
  std::atomic<bool> is_open{false};
  std::atomic<int> num_scans{0};
  std::atomic<int> num_stopped{0};

 private:
  [[nodiscard]] http_response answer(const http_request& request, work_monitor& monitor) {
    if (request.path.front() == "scan" || request.path.front() == "held_up") {
      num_scans.fetch_add(1);
      num_scans.notify_all();
      while (!is_open.load() && !monitor.stop_requested()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
      if (monitor.stop_requested()) {
        num_stopped.fetch_add(1);
        num_stopped.notify_all();
        return error_response({503, "stopped"});
      }
    }
    if (request.path.front() == "large") return {200, "text/plain", std::string(large_bytes, 'a')};
    std::string text = request.method == http_method::post ? "POST" : request.method == http_method::get ? "GET" : "?";
    for (const std::string& segment : request.path) text += " /" + segment;
    for (const query_parameter& given : request.query) text += fmt::format(" {}={}", given.name, given.value);
    if (!request.body.empty()) text += fmt::format(" body {}", request.body.size());
    return {200, "text/plain", text};
  }
};

class http_server_test : public ::testing::Test {
 protected:
  http_server& start(http_limits limits = {}, const std::vector<std::string>& origins = {},
                     const std::vector<std::string>& hosts = {}) {
    m_server.emplace(server_setup{.limits = limits,
                                  .hosts = allowed_hosts(origins, hosts),
                                  .log =
                                      [this](std::string_view line) {
                                        const std::lock_guard lock(m_guard);
                                        m_log.emplace_back(line);
                                      }},
                     m_handler);
    return *m_server;
  }
  void stop() { m_server.reset(); }
  [[nodiscard]] std::uint16_t port() const { return m_server->port(); }
  [[nodiscard]] echo& handler() { return m_handler; }
  [[nodiscard]] std::vector<std::string> log() {
    const std::lock_guard lock(m_guard);
    return m_log;
  }

  /// Returns the head of a request, with the empty line at its end. @param more  further lines
  [[nodiscard]] std::string request(const std::string& line, const std::string& more = "") const {
    return fmt::format("{} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\n{}\r\n", line, port(), more);
  }
  /// Sends bytes over a separate connection, and returns the response.
  [[nodiscard]] std::string response_to(const std::string& bytes) const {
    client asking(port());
    asking.send(bytes);
    return asking.receive();
  }
  [[nodiscard]] static std::string status_of(const std::string& response) {
    return response.size() < 12 ? response : response.substr(9, 3);
  }
  [[nodiscard]] std::string status_to(const std::string& bytes) const { return status_of(response_to(bytes)); }

 private:
  echo m_handler;
  std::mutex m_guard;
  std::vector<std::string> m_log;
  std::optional<http_server> m_server;
};

}  // namespace zermelo::serve
