// SPDX-License-Identifier: MIT
// A connection with a client, which reads a request, writes the response, and starts again. It never blocks a thread.
// All members except `request_stop` and the destructor run on the strand of the connection.
#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/message.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/serializer.hpp>
#include <boost/beast/http/string_body.hpp>

#include "message.hpp"
#include "task_queue.hpp"

namespace zermelo::serve {

class http_server;

/// Whether the server serves a connection, or rejects it because there are too many.
enum class admission : bool { rejected, served };

class connection : public std::enable_shared_from_this<connection> {
 public:
  /// The server must outlive the connection.
  /// @param admitted  whether to serve the connection, or to send an error response and close it
  connection(boost::asio::ip::tcp::socket socket, http_server& server, admission admitted);
  ~connection();
  connection(const connection&) = delete;
  connection& operator=(const connection&) = delete;

  [[nodiscard]] bool is_served() const noexcept { return m_admission == admission::served; }
  void start();
  /// Ends the connection: immediately if it waits for a request, otherwise after the current response. Thread-safe.
  void request_stop();

 private:
  using error_code = boost::system::error_code;
  using request_parser = boost::beast::http::request_parser<boost::beast::http::string_body>;
  using response_message = boost::beast::http::response<boost::beast::http::string_body>;
  using clock = std::chrono::steady_clock;

  enum class stage { idle, head, body, work, write, close };

  void enter(stage next, std::chrono::milliseconds max_time);
  /// Calls `on_time` at `time`, unless another stage begins earlier.
  void wait_until(clock::time_point time);
  void on_time();
  void wait_for_request();
  void read_head();
  void on_head(error_code failure);
  /// Checks the request head before the body is read. @throws http_error
  void check_head();
  void read_body();
  void end_body();
  void end_response();
  void on_body(error_code failure);
  void answer();
  void work_on(prepared_answer prepared);
  /// Cancels the job and closes the connection if the client disconnects during the job.
  void watch_client(std::shared_ptr<job_monitor> monitor);
  void respond(http_response response);
  /// Sends an error response and closes the connection.
  void reject(const http_error& reason);
  void reject_head(error_code failure);
  void write();
  void on_written(error_code failure);
  void close_slowly();
  void discard();
  void close();
  void write_log(std::size_t bytes) const;

  /// A handler that calls a member function when an operation has finished.
  template <class Member>
  [[nodiscard]] auto then(Member member) {
    return
        [self = shared_from_this(), member](error_code failure, std::size_t /*bytes*/) { ((*self).*member)(failure); };
  }

  boost::asio::ip::tcp::socket m_socket;
  http_server& m_server;
  const admission m_admission;
  boost::asio::steady_timer m_timer;
  boost::beast::flat_buffer m_buffer;
  std::optional<request_parser> m_parser;
  std::optional<response_message> m_response;
  std::optional<boost::beast::http::response_serializer<boost::beast::http::string_body>> m_serializer;
  stage m_stage = stage::idle;
  clock::time_point m_deadline;
  clock::time_point m_request_start;
  std::string m_client;              ///< the client's address, for the log
  std::string m_local_address;       ///< the address that the client connected to
  std::string m_allowed_origin;      ///< the origin that the current response must allow; may be empty
  std::size_t m_response_bytes = 0;  ///< the bytes of this connection in server.m_response_bytes
  bool m_is_overdue = false;         ///< whether the time limit of the current stage has passed
  bool m_has_body = false;           ///< whether this connection counts in server.m_num_bodies
  bool m_stops = false;
  bool m_keeps_alive = true;
};

}  // namespace zermelo::serve
