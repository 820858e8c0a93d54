// SPDX-License-Identifier: MIT
// A connection: reads a request, has it answered, writes the response, and starts again. It does not block a thread
// while it waits. All members except `request_stop` and the destructor run on the connection's strand.
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

/// Whether the server can serve a connection.
enum class admission : bool { rejected, served };

class connection : public std::enable_shared_from_this<connection> {
 public:
  /// The server must outlive the connection.
  /// @param admitted  a rejected connection gets an error response, and is closed
  connection(boost::asio::ip::tcp::socket socket, http_server& server, admission admitted);
  ~connection();
  connection(const connection&) = delete;
  connection& operator=(const connection&) = delete;

  [[nodiscard]] bool is_served() const noexcept { return m_admission == admission::served; }
  void start();
  /// Ends the connection: immediately if it waits for a request, else after the current answer. Thread-safe.
  void request_stop();

 private:
  using error_code = boost::system::error_code;
  using request_parser = boost::beast::http::request_parser<boost::beast::http::string_body>;
  using response_message = boost::beast::http::response<boost::beast::http::string_body>;
  using clock = std::chrono::steady_clock;

  enum class stage { idle, head, body, work, write, close };

  void enter(stage next, std::chrono::milliseconds max_time);
  /// Calls `on_time` at that time, unless another stage begins before.
  void wait_until(clock::time_point time);
  void on_time();
  void wait_for_request();
  void read_head();
  void on_head(error_code failure);
  /// Checks the request head before a body is read. @throws http_error
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
  /// Sends an error response, and closes.
  void reject(const http_error& reason);
  void reject_head(error_code failure);
  void write();
  void on_written(error_code failure);
  void close_slowly();
  void discard();
  void close();
  void write_log(std::size_t bytes) const;

  /// Calls a member function when an operation is done.
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
  std::string m_local_address;       ///< the address that it connected to
  std::string m_allowed_origin;      ///< for this request; may be empty
  std::size_t m_response_bytes = 0;  ///< counted by the server
  bool m_is_overdue = false;         ///< the time limit of a stage has passed
  bool m_has_body = false;           ///< the server counts this request
  bool m_stops = false;
  bool m_keeps_alive = true;
};

}  // namespace zermelo::serve
