// SPDX-License-Identifier: MIT
// What a client may take of the server.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>

namespace zermelo::serve {

struct http_limits {
  std::size_t max_connections = 256;
  std::size_t max_rejected_connections = 16;               ///< that are told so at once; more are closed without a word
  std::uint32_t max_head_bytes = std::uint32_t{16} << 10;  ///< request line and headers
  std::size_t max_target_bytes = std::size_t{8} << 10;
  std::size_t max_body_bytes = std::size_t{4} << 20;
  std::size_t max_bodies = 8;  ///< requests with a body at once, until their answers are written
  std::size_t max_response_bytes = std::size_t{256} << 20;  ///< of the bodies of all responses that are being written
  std::chrono::milliseconds max_head_time{10'000};          ///< from its first byte on, or from the connection's start
  std::chrono::milliseconds max_body_time{10'000};
  std::chrono::milliseconds max_write_time{10'000};  ///< of one answer
  std::chrono::milliseconds max_idle_time{60'000};   ///< between two requests
  std::chrono::milliseconds max_probe_time{1'000};   ///< should a probe be held up
  std::chrono::milliseconds max_work_time{30'000};   ///< of a scan or a task, without the time it waits
  std::chrono::milliseconds max_close_time{2'000};   ///< in which what a rejected client still sends is read
  std::chrono::milliseconds max_stop_time{5'000};    ///< of all answers, when the server stops
  std::size_t max_waiting_tasks = 64;
  std::size_t max_waiting_scans = 8;
  unsigned num_threads = 2;  ///< that read requests and probe
};

}  // namespace zermelo::serve
