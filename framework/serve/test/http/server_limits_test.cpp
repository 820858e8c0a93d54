// SPDX-License-Identifier: MIT
// Tests clients that exceed limits of size or time, jobs without a client, and stopping the server.
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <future>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include <sys/resource.h>
#include <unistd.h>

#include <gtest/gtest.h>

#include <zermelo/core/base/error.hpp>

#include "echo_server.hpp"

namespace zermelo::serve::server_limits_test {
namespace {

using ::testing::IsSubstring;

TEST_F(http_server_test, closes_requests_that_stay_incomplete) {
  constexpr std::chrono::milliseconds soon{500};
  start({.max_head_time = soon, .max_body_time = soon});
  EXPECT_EQ(status_to("GET / HT"), "408");
  EXPECT_EQ(status_to(request("POST /", "Content-Length: 10\r\n") + "abc"), "408");
  client silent(port());
  EXPECT_EQ(silent.receive_all(), "");
}

TEST_F(http_server_test, closes_requests_that_complete_at_their_timeout) {
  constexpr std::chrono::milliseconds soon{200};
  start({.max_bodies = 100, .max_head_time = soon, .max_body_time = soon});
  std::vector<std::unique_ptr<client>> slow;
  constexpr int num_slow = 60;
  for (int i = 0; i < num_slow; ++i) {
    slow.push_back(std::make_unique<client>(port()));
    slow.back()->send(i % 2 == 0 ? request("POST /", "Content-Length: 4000000\r\n") : "GET /?");
  }
  const auto end = std::chrono::steady_clock::now() + 2 * soon;
  while (std::chrono::steady_clock::now() < end) {
    for (const auto& one : slow) one->send("a");
  }
  for (const auto& one : slow) ASSERT_TRUE(one->is_ended());
}

TEST_F(http_server_test, closes_idle_connections) {
  start({.max_idle_time = std::chrono::milliseconds(30)});
  client asking(port());
  asking.send(request("GET /a"));
  EXPECT_TRUE(asking.receive_all().ends_with("GET /a"));
}

TEST_F(http_server_test, responds_despite_many_half_open_connections) {
  start();
  std::vector<std::unique_ptr<client>> half_open;
  constexpr int num_half_open = 200;
  for (int i = 0; i < num_half_open; ++i) {
    half_open.push_back(std::make_unique<client>(port()));
    half_open.back()->send("GET / HTTP/1.1\r\nHost:");
  }
  EXPECT_EQ(status_to(request("GET /")), "200");
}

TEST_F(http_server_test, rejects_connections_over_limit) {
  start({.max_connections = 2});
  client first(port());
  client second(port());
  first.send(request("GET /"));
  second.send(request("GET /"));
  EXPECT_EQ(status_of(first.receive()), "200");
  EXPECT_EQ(status_of(second.receive()), "200");
  client third(port());
  const std::string rejected = third.receive_all();
  EXPECT_EQ(status_of(rejected), "503");
  EXPECT_PRED_FORMAT2(IsSubstring, "Retry-After: ", rejected);
  first.send(request("GET /"));
  EXPECT_EQ(status_of(first.receive()), "200");
}

TEST_F(http_server_test, accepts_connection_after_rejecting_many) {
  start({.max_connections = 1, .max_rejected_connections = 3, .max_close_time = std::chrono::hours(1)});
  std::optional<client> first(port());
  first->send(request("GET /"));
  EXPECT_EQ(status_of(first->receive()), "200");
  std::vector<std::unique_ptr<client>> rejected;
  for (int i = 0; i < 5; ++i) rejected.push_back(std::make_unique<client>(port()));
  for (int i = 0; i < 3; ++i) EXPECT_EQ(status_of(rejected[static_cast<std::size_t>(i)]->receive()), "503");
  EXPECT_EQ(rejected[3]->receive_all(), "");
  EXPECT_EQ(rejected[4]->receive_all(), "");
  first.reset();
  while (status_to(request("GET /")) != "200") continue;  // until the server notices that the first client has left
}

TEST_F(http_server_test, limits_concurrent_requests_with_body) {
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

TEST_F(http_server_test, runs_scans_one_by_one_while_probes_run) {
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
  for (int i = 0; i < 3; ++i) scans.push_back(scan());  // the queue has no space for one of them
  EXPECT_EQ(status_to(request("GET /")), "200");
  EXPECT_EQ(status_to(request("GET /errand")), "200");
  num_answered.wait(0);
  EXPECT_EQ(handler().num_scans.load(), 1);
  handler().is_open.store(true);
  std::map<std::string, int> num_by_status;
  for (auto& one : scans) ++num_by_status[one.get()];
  EXPECT_EQ(num_by_status, (std::map<std::string, int>{{"200", 3}, {"503", 1}}));
}

TEST_F(http_server_test, stops_scan_when_client_disconnects) {
  start({.max_work_time = std::chrono::hours(1)});
  for (const std::string& next : {std::string(), std::string("G"), request("GET /")}) {
    const int num_scans = handler().num_scans.load();
    const int num_stopped = handler().num_stopped.load();
    {
      client leaving(port());
      leaving.send(request("GET /scan") + next);
      handler().num_scans.wait(num_scans);
    }
    handler().num_stopped.wait(num_stopped);
  }
  handler().is_open.store(true);
  EXPECT_EQ(status_to(request("GET /scan")), "200");
}

TEST_F(http_server_test, stops_scan_at_timeout) {
  start({.max_work_time = std::chrono::milliseconds(30)});
  EXPECT_EQ(status_to(request("GET /scan")), "503");
}

TEST_F(http_server_test, stops_blocked_probe_at_timeout) {
  start({.max_probe_time = std::chrono::milliseconds(30), .num_threads = 1});
  EXPECT_EQ(status_to(request("GET /held_up")), "503");
  EXPECT_EQ(status_to(request("GET /")), "200");
}

TEST_F(http_server_test, finishes_running_answers_on_stop) {
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

TEST_F(http_server_test, abandons_answers_that_do_not_stop_in_time) {
  start({.max_stop_time = std::chrono::milliseconds(50)});
  client scanning(port());
  scanning.send(request("GET /scan"));
  handler().num_scans.wait(0);
  stop();
  EXPECT_EQ(handler().num_stopped.load(), 1);
}

TEST_F(http_server_test, closes_connection_when_client_does_not_read) {
  start({.max_write_time = std::chrono::milliseconds(30)});
  client greedy(port());
  const std::string many(4000, 'a');
  for (int i = 0; i < 5000; ++i) greedy.send(request("GET /" + many));  // until the server accepts no more data
  EXPECT_EQ(status_to(request("GET /")), "200");
  EXPECT_TRUE(greedy.is_ended());
}

TEST_F(http_server_test, limits_memory_of_large_unread_responses) {
  start({.max_response_bytes = echo::large_bytes + 1000});
  std::optional<client> greedy(port());
  greedy->send(request("GET /large"));
  EXPECT_TRUE(greedy->receive_more());
  EXPECT_EQ(status_to(request("GET /large")), "503");
  EXPECT_EQ(status_to(request("GET /")), "200");
  greedy.reset();
  while (status_to(request("GET /large")) != "200") continue;
}

TEST_F(http_server_test, stops_while_a_client_does_not_read) {
  start({.max_write_time = std::chrono::hours(1), .max_stop_time = std::chrono::milliseconds(50)});
  client greedy(port());
  greedy.send(request("GET /large"));
  EXPECT_EQ(status_to(request("GET /")), "200");
  stop();
  EXPECT_TRUE(greedy.is_ended());
}

/// Starts a server with memory for only some of its threads, and exits with 0 if it reports this.
[[noreturn]] void start_without_memory() {
  rlimit limit{};
  ::getrlimit(RLIMIT_AS, &limit);
  std::uint64_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  constexpr std::uint64_t free_bytes = std::uint64_t{100} << 20;
  limit.rlim_cur = pages * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE)) + free_bytes;
  ::setrlimit(RLIMIT_AS, &limit);
  echo handler;
  try {
    const http_server server({.limits = {.num_threads = 1000}}, handler);
  } catch (const resource_error&) {
    std::_Exit(0);
  }
  std::_Exit(1);
}

TEST(http_server_death_test, reports_thread_creation_failure) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(start_without_memory(), ::testing::ExitedWithCode(0), "");
}

}  // namespace
}  // namespace zermelo::serve::server_limits_test
