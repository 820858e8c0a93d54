// SPDX-License-Identifier: MIT
// Makes the MPI calls of several threads one at a time.
#pragma once

#include <chrono>
#include <mutex>

#include <mpi.h>

namespace zermelo::distributed {

/// Pauses of a thread that polls: it yields for half a millisecond, then it sleeps, each time a little longer.
class poll_pauses {
 public:
  static constexpr unsigned default_max_sleep_us = 200;

  explicit poll_pauses(unsigned max_sleep_us = default_max_sleep_us) : m_max_sleep_us(max_sleep_us) {}
  void next();
  void restart() { *this = poll_pauses(m_max_sleep_us); }

 private:
  unsigned m_max_sleep_us;
  std::chrono::steady_clock::time_point m_begin = std::chrono::steady_clock::now();
  unsigned m_last_sleep_us = 0;
};

/// Whether a request is complete; frees it if so. Not thread-safe, so it is called inside mpi_calls, for example.
[[nodiscard]] inline bool is_complete(MPI_Request& request) {
  int done = 0;
  MPI_Test(&request, &done, MPI_STATUS_IGNORE);
  return done != 0;
}

/// Makes the MPI calls of a solve one at a time, except for the heartbeats of rank_watch. A call that waits inside MPI
/// keeps a processor busy and excludes other threads, so operations are begun and then polled.
class mpi_calls {
 public:
  template <class Function>
  auto operator()(const Function& f) {
    const std::lock_guard lock(m_guard);
    return f();
  }
  /// Waits for the operation that `begin(MPI_Request*)` begins. Meanwhile other threads can call MPI.
  template <class Function>
  void wait_for(const Function& begin) {
    MPI_Request request = MPI_REQUEST_NULL;
    (*this)([&] { return begin(&request); });
    for (poll_pauses pauses; !(*this)([&] { return is_complete(request); });) pauses.next();
  }

 private:
  std::mutex m_guard;
};

}  // namespace zermelo::distributed
