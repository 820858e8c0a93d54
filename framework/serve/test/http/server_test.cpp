// SPDX-License-Identifier: MIT
// Requests over loopback, as clients of all kinds send them.
#include "../../src/http/server.hpp"

#include <atomic>
#include <chrono>
#include <future>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <fmt/core.h>

#include <gtest/gtest.h>

#include <zermelo/core/base/error.hpp>

#include "client.hpp"

namespace zermelo::serve::server_test {
namespace {

using ::testing::IsNotSubstring;
using ::testing::IsSubstring;

/// Says what it was asked. Paths: "/scan" waits until it is told to stop or to go on; "/errand" is an errand.
class echo final : public request_handler {
 public:
  [[nodiscard]] work_kind kind_of(const http_request& request) const override {
    if (request.path.front() == "scan") return work_kind::scan;
    return request.path.front() == "errand" ? work_kind::errand : work_kind::probe;
  }
  [[nodiscard]] http_response answer(const http_request& request, work_monitor& monitor) override {
    if (request.path.front() == "scan") {
      num_scans.fetch_add(1);
      num_scans.notify_all();
      while (!is_open.load() && !monitor.stop_requested()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
      if (monitor.stop_requested()) {
        num_stopped.fetch_add(1);
        num_stopped.notify_all();
        return error_response(503, "stopped");
      }
    }
    std::string text = request.method == http_method::post ? "POST" : request.method == http_method::get ? "GET" : "?";
    for (const std::string& segment : request.path) text += " /" + segment;
    for (const query_parameter& given : request.query) text += fmt::format(" {}={}", given.name, given.value);
    if (!request.body.empty()) text += fmt::format(" body {}", request.body.size());
    return {200, "text/plain", text};
  }

  std::atomic<bool> is_open{false};
  std::atomic<int> num_scans{0};
  std::atomic<int> num_stopped{0};
};

class http_server_test : public ::testing::Test {
 protected:
  http_server& start(http_limits limits = {}, std::vector<std::string> origins = {}) {
    m_server.emplace(server_setup{.limits = limits,
                                  .hosts = allowed_hosts(std::move(origins)),
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

  /// The head of a request, with its end. @param more  further lines
  [[nodiscard]] std::string request(const std::string& line, const std::string& more = "") const {
    return fmt::format("{} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\n{}\r\n", line, port(), more);
  }
  /// The response to bytes on a connection of their own.
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

TEST_F(http_server_test, answers_with_a_body_and_the_headers_of_the_page) {
  start();
  const std::string response = response_to(request("GET /a/b?x=1&y=a+b%3D%C3%A9"));
  EXPECT_TRUE(response.starts_with("HTTP/1.1 200 OK\r\n")) << response;
  EXPECT_TRUE(response.ends_with("\r\n\r\nGET /a /b x=1 y=a b=\xc3\xa9")) << response;
  for (const char* header :
       {"Content-Type: text/plain\r\n",
        "Content-Security-Policy: default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src "
        "'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'\r\n",
        "X-Content-Type-Options: nosniff\r\n", "Referrer-Policy: no-referrer\r\n",
        "Cross-Origin-Resource-Policy: same-origin\r\n"}) {
    EXPECT_PRED_FORMAT2(IsSubstring, header, response);
  }
  EXPECT_PRED_FORMAT2(IsNotSubstring, "Access-Control", response);
}

TEST_F(http_server_test, keeps_a_connection_for_requests_that_are_sent_one_behind_the_other) {
  start();
  client asking(port());
  asking.send(request("GET /1") + request("GET /2") + request("POST /3", "Content-Length: 2\r\n") + "xy" +
              request("GET /4", "Connection: close\r\n"));
  EXPECT_TRUE(asking.receive().ends_with("GET /1"));
  EXPECT_TRUE(asking.receive().ends_with("GET /2"));
  EXPECT_TRUE(asking.receive().ends_with("POST /3 body 2"));
  const std::string last = asking.receive_all();
  EXPECT_TRUE(last.ends_with("GET /4")) << last;
  EXPECT_PRED_FORMAT2(IsSubstring, "Connection: close\r\n", last);
}

TEST_F(http_server_test, answers_head_without_the_body) {
  start();
  client asking(port());
  asking.send(request("HEAD /a", "Connection: close\r\n"));
  const std::string response = asking.receive_all();
  EXPECT_PRED_FORMAT2(IsSubstring, "Content-Length: 6\r\n", response);
  EXPECT_TRUE(response.ends_with("\r\n\r\n")) << response;
}

TEST_F(http_server_test, reads_a_body_in_chunks_and_one_that_waits_to_be_asked_for) {
  start();
  EXPECT_TRUE(response_to(request("POST /a", "Transfer-Encoding: chunked\r\n") + "3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n")
                  .ends_with("POST /a body 5"));
  client asking(port());
  asking.send(request("POST /a", "Content-Length: 3\r\nExpect: 100-continue\r\n"));
  EXPECT_EQ(asking.receive(), "HTTP/1.1 100 Continue\r\n\r\n");
  asking.send("abc");
  EXPECT_TRUE(asking.receive().ends_with("POST /a body 3"));
}

TEST_F(http_server_test, refuses_what_is_no_request) {
  start();
  for (const std::string& bytes : {std::string("\r\n\r\n\r\n"),
                                   std::string("hello\r\n\r\n"),
                                   std::string("GET / HTTP/1.1\r\n\r\n"),
                                   std::string("\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03 tls\r\n\r\n", 19),
                                   fmt::format("GET / HTTP/2.0\r\nHost: 127.0.0.1:{}\r\n\r\n", port()),
                                   fmt::format("GET  / HTTP/1.1\r\nHost: 127.0.0.1:{}\r\n\r\n", port()),
                                   fmt::format("GET / HTTP/1.1\r\nHost : 127.0.0.1:{}\r\n\r\n", port()),
                                   request("GET /", fmt::format("Host: 127.0.0.1:{}\r\n", port())),
                                   request("GET *"),
                                   request(fmt::format("GET http://127.0.0.1:{}/", port())),
                                   request("GET /%"),
                                   request("GET /%zz"),
                                   request("GET /%00"),
                                   request("GET /?a=%00"),
                                   request("GET /?a=%ff"),
                                   request("GET /%c0%af"),
                                   request("GET /%ed%a0%80"),
                                   request("GET /\x80"),
                                   request("GET /?%e2%82"),
                                   request("GET /#a"),
                                   request("POST /", "Content-Length: x\r\n"),
                                   request("POST /", "Content-Length: -1\r\n"),
                                   request("POST /", "Content-Length: 1\r\nContent-Length: 2\r\n"),
                                   request("POST /", "Content-Length: 3\r\nTransfer-Encoding: chunked\r\n"),
                                   request("POST /", "Transfer-Encoding: chunked\r\n") + "zz\r\n"}) {
    const std::string response = response_to(bytes);
    EXPECT_EQ(status_of(response), "400") << bytes << "\n" << response;
    EXPECT_PRED_FORMAT2(IsSubstring, "\r\n\r\n{\"error\":\"", response);
  }
}

TEST_F(http_server_test, refuses_what_is_too_large) {
  start({.max_body_bytes = 1000});
  EXPECT_EQ(status_to(request("GET /" + std::string(9000, 'a'))), "414");
  EXPECT_EQ(status_to("GET /" + std::string(40'000, 'a')), "414");
  EXPECT_EQ(status_to(request("GET /", "A: " + std::string(17'000, 'a') + "\r\n")), "431");
  std::string many;
  for (int i = 0; i < 3000; ++i) many += fmt::format("A{}: 1\r\n", i);
  EXPECT_EQ(status_to(request("GET /", many)), "431");
  EXPECT_EQ(status_to(request("POST /", "Content-Length: 1001\r\n")), "413");
  EXPECT_EQ(status_to(request("POST /", "Content-Length: 1001\r\nExpect: 100-continue\r\n")), "413");
  EXPECT_EQ(status_to(request("POST /", "Content-Length: 99999999999999999999\r\n")), "400");
  EXPECT_EQ(status_to(request("POST /", "Content-Length: 999999999999999\r\n")), "413");
  EXPECT_EQ(status_to(request("POST /", "Transfer-Encoding: chunked\r\n") + "800\r\n" + std::string(0x800, 'a')),
            "413");
  EXPECT_EQ(status_to(request("POST /", "Content-Length: 2000000\r\n") + std::string(2'000'000, 'a')), "413");
  EXPECT_TRUE(
      response_to(request("POST /", "Content-Length: 1000\r\n") + std::string(1000, 'a')).ends_with(" body 1000"));
}

TEST_F(http_server_test, knows_its_own_names) {
  start();
  const auto status_of_host = [this](const std::string& host) {
    return status_to(fmt::format("GET / HTTP/1.1\r\nHost: {}\r\n\r\n", host));
  };
  EXPECT_EQ(status_of_host(fmt::format("localhost:{}", port())), "200");
  EXPECT_EQ(status_of_host(fmt::format("LocalHost:{}", port())), "200");
  EXPECT_EQ(status_of_host(fmt::format("127.0.0.1:{}", port())), "200");
  for (const std::string& host :
       {std::string("localhost"), std::string("127.0.0.1"), std::string("evil.example"),
        fmt::format("evil.example:{}", port()), fmt::format("127.0.0.1:{}", port() + 1),
        fmt::format("localhost.evil.example:{}", port()), fmt::format("127.0.0.2:{}", port()),
        fmt::format("[::1]:{}", port()), fmt::format("localhost:{}/", port()), fmt::format("x@localhost:{}", port())}) {
    EXPECT_EQ(status_of_host(host), "421") << host;
  }
}

TEST_F(http_server_test, answers_its_own_page_and_those_that_are_allowed) {
  start({}, {"https://example.org"});
  const auto response_for = [this](const std::string& origin) {
    return response_to(request("POST /", fmt::format("Content-Length: 1\r\nOrigin: {}\r\n", origin)) + "x");
  };
  EXPECT_EQ(status_of(response_for(fmt::format("http://127.0.0.1:{}", port()))), "200");
  const std::string allowed = response_for("https://example.org");
  EXPECT_EQ(status_of(allowed), "200");
  EXPECT_PRED_FORMAT2(IsSubstring, "Access-Control-Allow-Origin: https://example.org\r\n", allowed);
  EXPECT_PRED_FORMAT2(IsSubstring, "Vary: Origin\r\n", allowed);
  for (const std::string& origin :
       {std::string("null"), std::string("https://example.com"), std::string("http://example.org"),
        std::string("https://example.org.evil.example"), fmt::format("http://localhost:{}", port()),
        fmt::format("https://127.0.0.1:{}", port()), fmt::format("http://127.0.0.1:{}", port() + 1)}) {
    const std::string response = response_for(origin);
    EXPECT_EQ(status_of(response), "403") << origin;
    EXPECT_PRED_FORMAT2(IsNotSubstring, "Access-Control", response);
  }
  EXPECT_THROW(allowed_hosts({"*"}), input_error);
  EXPECT_THROW(allowed_hosts({"https://example.org/"}), input_error);
  EXPECT_THROW(allowed_hosts({"example.org"}), input_error);
}

TEST_F(http_server_test, ends_requests_that_do_not_come_to_their_end) {
  constexpr std::chrono::milliseconds soon{30};
  start({.max_head_time = soon, .max_body_time = soon});
  EXPECT_EQ(status_to("GET / HT"), "408");
  EXPECT_EQ(status_to(request("POST /", "Content-Length: 10\r\n") + "abc"), "408");
  client silent(port());
  EXPECT_EQ(silent.receive_all(), "");
}

TEST_F(http_server_test, closes_connections_that_ask_nothing_more) {
  start({.max_idle_time = std::chrono::milliseconds(30)});
  client asking(port());
  asking.send(request("GET /a"));
  EXPECT_TRUE(asking.receive_all().ends_with("GET /a"));
}

TEST_F(http_server_test, answers_beside_many_connections_that_are_half_open) {
  start();
  std::vector<std::unique_ptr<client>> half_open;
  constexpr int num_half_open = 200;
  for (int i = 0; i < num_half_open; ++i) {
    half_open.push_back(std::make_unique<client>(port()));
    half_open.back()->send("GET / HTTP/1.1\r\nHost:");
  }
  EXPECT_EQ(status_to(request("GET /")), "200");
}

TEST_F(http_server_test, refuses_more_connections_than_it_takes) {
  start({.max_connections = 2});
  client first(port());
  client second(port());
  first.send(request("GET /"));
  second.send(request("GET /"));
  EXPECT_EQ(status_of(first.receive()), "200");
  EXPECT_EQ(status_of(second.receive()), "200");
  client third(port());
  const std::string refused = third.receive_all();
  EXPECT_EQ(status_of(refused), "503");
  EXPECT_PRED_FORMAT2(IsSubstring, "Retry-After: ", refused);
  first.send(request("GET /"));
  EXPECT_EQ(status_of(first.receive()), "200");
}

TEST_F(http_server_test, takes_few_requests_with_a_body_at_once) {
  start({.max_bodies = 1});
  const std::string half = request("POST /", "Content-Length: 2\r\nExpect: 100-continue\r\n");
  client first(port());
  first.send(half);
  EXPECT_EQ(first.receive(), "HTTP/1.1 100 Continue\r\n\r\n");
  EXPECT_EQ(status_to(half), "503");
  EXPECT_EQ(status_to(request("GET /")), "200");
  first.send("ab");
  EXPECT_EQ(status_of(first.receive()), "200");
  first.send(request("POST /", "Content-Length: 2\r\n") + "ab");
  EXPECT_EQ(status_of(first.receive()), "200");
}

TEST_F(http_server_test, scans_one_after_the_other_and_probes_beside_them) {
  start({.max_waiting_scans = 2});
  std::atomic<int> num_answered{0};
  const auto scan = [&] {
    return std::async(std::launch::async, [&] {
      const std::string status = status_to(request("GET /scan"));
      num_answered.fetch_add(1);
      num_answered.notify_all();
      return status;
    });
  };
  std::vector<std::future<std::string>> scans;
  scans.push_back(scan());
  handler().num_scans.wait(0);
  for (int i = 0; i < 3; ++i) scans.push_back(scan());  // of which one has no room to wait
  EXPECT_EQ(status_to(request("GET /")), "200");
  EXPECT_EQ(status_to(request("GET /errand")), "200");
  num_answered.wait(0);
  EXPECT_EQ(handler().num_scans.load(), 1);
  handler().is_open.store(true);
  std::map<std::string, int> num_by_status;
  for (auto& one : scans) ++num_by_status[one.get()];
  EXPECT_EQ(num_by_status, (std::map<std::string, int>{{"200", 3}, {"503", 1}}));
}

TEST_F(http_server_test, stops_a_scan_whose_client_has_left) {
  start();
  {
    client leaving(port());
    leaving.send(request("GET /scan"));
    handler().num_scans.wait(0);
  }
  handler().num_stopped.wait(0);
  handler().is_open.store(true);
  EXPECT_EQ(status_to(request("GET /scan")), "200");
}

TEST_F(http_server_test, stops_a_scan_that_takes_too_long) {
  start({.max_work_time = std::chrono::milliseconds(30)});
  EXPECT_EQ(status_to(request("GET /scan")), "503");
}

TEST_F(http_server_test, finishes_the_answers_in_hand_when_it_stops) {
  http_server& server = start();
  client idle(port());
  idle.send(request("GET /"));
  EXPECT_EQ(status_of(idle.receive()), "200");
  client half_open(port());
  half_open.send("GET /");
  client scanning(port());
  scanning.send(request("GET /scan"));
  handler().num_scans.wait(0);
  std::thread stopping([&server] { server.stop(); });
  EXPECT_EQ(idle.receive_all(), "");
  EXPECT_EQ(half_open.receive_all(), "");
  handler().is_open.store(true);
  const std::string last = scanning.receive_all();
  EXPECT_EQ(status_of(last), "200");
  EXPECT_PRED_FORMAT2(IsSubstring, "Connection: close\r\n", last);
  stopping.join();
  EXPECT_FALSE(client(server.port()).is_connected());
}

TEST_F(http_server_test, gives_up_answers_that_take_too_long_to_stop) {
  start({.max_stop_time = std::chrono::milliseconds(50)});
  client scanning(port());
  scanning.send(request("GET /scan"));
  handler().num_scans.wait(0);
  stop();
  EXPECT_EQ(handler().num_stopped.load(), 1);
}

TEST_F(http_server_test, ends_the_answer_of_a_client_that_does_not_read) {
  start({.max_write_time = std::chrono::milliseconds(30)});
  client greedy(port());
  const std::string many(4000, 'a');
  for (int i = 0; i < 5000; ++i) greedy.send(request("GET /" + many));  // until the server takes no more
  EXPECT_EQ(status_to(request("GET /")), "200");
}

TEST_F(http_server_test, logs_a_line_for_each_request) {
  start();
  EXPECT_EQ(status_to(request("GET /a?b=\x1b%1b")), "400");
  EXPECT_EQ(status_to(request("GET /a?b=1", "Connection: close\r\n")), "200");
  stop();
  const auto lines = log();
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_PRED_FORMAT2(IsSubstring, "Z 127.0.0.1 - - 400 ", lines[0]);
  EXPECT_PRED_FORMAT2(IsSubstring, "Z 127.0.0.1 GET /a?b=1 200 ", lines[1]);
}

TEST_F(http_server_test, refuses_addresses_that_are_not_its_own) {
  start();
  echo other;
  EXPECT_THROW(http_server({.host = "example.org"}, other), input_error);
  EXPECT_THROW(http_server({.host = "192.0.2.1"}, other), input_error);
  EXPECT_THROW(http_server({.port = port()}, other), input_error);
  EXPECT_EQ(http_server({.host = "localhost"}, other).is_loopback(), true);
  EXPECT_EQ(http_server({.host = "0.0.0.0"}, other).is_loopback(), false);
}

}  // namespace
}  // namespace zermelo::serve::server_test
