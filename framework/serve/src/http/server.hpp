// SPDX-License-Identifier: MIT
// An HTTP server, which listens for connections and owns their shared resources: threads, limits, handler and log.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <unordered_set>
#include <vector>

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/strand.hpp>

#include "allowed_hosts.hpp"
#include "limits.hpp"
#include "message.hpp"
#include "task_queue.hpp"

namespace zermelo::serve {

class connection;

/// The configuration of a server. The handler must outlive the server.
struct server_setup {
  std::string host = "127.0.0.1";  ///< an address of this machine, or "localhost"
  std::uint16_t port = 0;          ///< 0 picks a free port
  http_limits limits{};
  allowed_hosts hosts{};
  std::function<void(std::string_view)> log{};  ///< called with a line for each request; may be empty
};

class http_server {
 public:
  /// Starts to listen and to accept connections. @throws input_error if the host is not an address of this machine, or
  /// the port is in use; resource_error if the system cannot create a thread or a socket
  http_server(server_setup setup, request_handler& handler);
  /// Calls `stop`.
  ~http_server();
  http_server(const http_server&) = delete;
  http_server& operator=(const http_server&) = delete;

  [[nodiscard]] std::uint16_t port() const noexcept { return m_port; }
  [[nodiscard]] bool is_loopback() const noexcept { return m_is_loopback; }
  /// The URL of the server, such as "http://127.0.0.1:8913/".
  [[nodiscard]] std::string address() const;
  /// Stops accepting connections, finishes pending responses within max_stop_time, and ends the threads.
  void stop();

  // The following functions are for connections.

  [[nodiscard]] const http_limits& limits() const noexcept { return m_setup.limits; }
  [[nodiscard]] const allowed_hosts& hosts() const noexcept { return m_setup.hosts; }
  [[nodiscard]] request_handler& handler() const noexcept { return m_handler; }
  [[nodiscard]] task_queue& queue(work_kind kind) noexcept { return kind == work_kind::scan ? m_scans : m_tasks; }
  [[nodiscard]] bool is_stopping() const noexcept { return m_is_stopping.load(std::memory_order_acquire); }
  /// Counts a request with a body. Returns false if the limit is reached.
  [[nodiscard]] bool begin_body();
  /// Counts the bytes of a response's body. Returns false if the responses being written would exceed the limit.
  [[nodiscard]] bool begin_response(std::size_t bytes);
  void end_response(std::size_t bytes) noexcept { m_response_bytes.fetch_sub(bytes, std::memory_order_relaxed); }
  void end_body() noexcept { m_num_bodies.fetch_sub(1, std::memory_order_relaxed); }
  [[nodiscard]] bool has_log() const noexcept { return static_cast<bool>(m_setup.log); }
  void log(std::string_view line) const { m_setup.log(line); }
  void remove(connection* closed);

 private:
  void listen();
  void accept();
  /// Runs handlers until the server stops.
  void run();
  /// Begins a connection, or closes it if too many connections are being rejected.
  void add(boost::asio::ip::tcp::socket socket);
  [[nodiscard]] bool wait_for_connections(std::chrono::milliseconds time);

  server_setup m_setup;
  request_handler& m_handler;
  std::atomic<bool> m_is_stopping{false};
  std::atomic<std::size_t> m_num_bodies{0};      ///< relaxed, since no other data depends on it
  std::atomic<std::size_t> m_response_bytes{0};  ///< relaxed, since no other data depends on it
  std::mutex m_guard;                            ///< guards the connections
  std::condition_variable m_removed;
  std::unordered_set<connection*> m_connections;  ///< includes rejected connections
  std::size_t m_num_served = 0;                   ///< number of served connections in m_connections
  boost::asio::io_context m_context;              ///< after the members that connections use, since its
                                                  ///< destructor may destroy connections
  boost::asio::ip::tcp::acceptor m_acceptor{boost::asio::make_strand(m_context)};
  boost::asio::steady_timer m_retry{m_acceptor.get_executor()};  ///< for the next try after accept has failed
  std::uint16_t m_port = 0;
  bool m_is_loopback = true;
  task_queue m_tasks;
  task_queue m_scans;
  std::vector<std::thread> m_threads;
};

}  // namespace zermelo::serve
