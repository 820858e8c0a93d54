// SPDX-License-Identifier: MIT
// Limits on the resources that clients may use.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>

namespace zermelo::serve {

struct http_limits {
  std::size_t max_connections = 256;
  std::size_t max_rejected_connections = 16;               ///< excess connections that get a 503; others are
                                                           ///< closed without a response
  std::uint32_t max_head_bytes = std::uint32_t{16} << 10;  ///< size of request line and headers
  std::size_t max_target_bytes = std::size_t{8} << 10;
  std::size_t max_body_bytes = std::size_t{4} << 20;
  std::size_t max_bodies = 8;  ///< simultaneous requests with a body, until their responses are written
  std::size_t max_response_bytes = std::size_t{256} << 20;  ///< total size of the bodies of all responses that are
                                                            ///< being written
  std::chrono::milliseconds max_head_time{10'000};          ///< from the first byte, or from the start of the
                                                            ///< connection
  std::chrono::milliseconds max_body_time{10'000};
  std::chrono::milliseconds max_write_time{10'000};  ///< for one response
  std::chrono::milliseconds max_idle_time{60'000};   ///< between two requests
  std::chrono::milliseconds max_probe_time{1'000};   ///< for a probe that became a task
  std::chrono::milliseconds max_work_time{30'000};   ///< for a scan or task, without its time in the queue
  std::chrono::milliseconds max_close_time{2'000};   ///< for reading the remaining data of a rejected client
  std::chrono::milliseconds max_stop_time{5'000};    ///< for pending responses when the server stops
  std::size_t max_waiting_tasks = 64;
  std::size_t max_waiting_scans = 8;
  unsigned num_threads = 2;  ///< threads that read requests and probe
};

}  // namespace zermelo::serve
