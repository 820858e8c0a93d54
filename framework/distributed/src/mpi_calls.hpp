// SPDX-License-Identifier: MIT
// MPI calls of several threads, one at a time.
#pragma once

#include <chrono>
#include <mutex>

#include <mpi.h>

namespace zermelo::distributed {

/// Pauses between looks for something: for half a millisecond the thread only yields, then it sleeps, longer each time.
class pauses {
 public:
  void next();
  void begin_again() { *this = {}; }

 private:
  std::chrono::steady_clock::time_point m_begin = std::chrono::steady_clock::now();
  unsigned m_last_sleep_us = 0;
};

/// Those of a solve take turns, beside those of rank_watch. What would wait inside MPI, where it keeps a processor busy
/// and other threads from asking, is begun, and looked at again and again.
class mpi_calls {
 public:
  template <class Function>
  auto operator()(const Function& f) {
    const std::lock_guard lock(m_guard);
    return f();
  }
  /// Waits for what `begin(MPI_Request*)` begins. Between two looks other threads have their turn.
  template <class Function>
  void wait_for(const Function& begin) {
    MPI_Request request = MPI_REQUEST_NULL;
    (*this)([&] { return begin(&request); });
    for (pauses between_looks; !is_done(request);) between_looks.next();
  }

 private:
  [[nodiscard]] bool is_done(MPI_Request& request) {
    int done = 0;
    (*this)([&] { return MPI_Test(&request, &done, MPI_STATUS_IGNORE); });
    return done != 0;
  }

  std::mutex m_guard;
};

}  // namespace zermelo::distributed
