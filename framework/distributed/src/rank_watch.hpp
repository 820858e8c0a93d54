// SPDX-License-Identifier: MIT
// Checks whether the ranks are alive: each rank sends heartbeats to the next one, and ends the job if the previous one
// is silent. Otherwise the other ranks would wait forever for a rank that hangs or whose machine has failed.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

#include <mpi.h>

namespace zermelo::distributed {

class rank_watch {
 public:
  /// Called with the silent rank, on the watching thread. Must not return.
  using alarm = std::function<void(int rank)>;

  /// @param heartbeats  carries no other messages  @param timeout  the maximum silence of a rank
  /// @throws std::system_error if no thread can be started.
  rank_watch(MPI_Comm heartbeats, std::chrono::seconds timeout, alarm f);
  /// Waits until the watch of the previous rank has also ended.
  ~rank_watch();
  rank_watch(const rank_watch&) = delete;
  rank_watch& operator=(const rank_watch&) = delete;

 private:
  class ring_link;
  void watch();
  /// Sleeps for a tick, or less if the watch is to end. Returns whether it is to end.
  [[nodiscard]] bool sleep();

  MPI_Comm m_heartbeats;
  std::chrono::milliseconds m_timeout;
  std::chrono::milliseconds m_tick;
  alarm m_alarm;
  std::mutex m_guard;
  std::condition_variable m_wake;
  bool m_is_ending = false;
  std::thread m_thread;
};

}  // namespace zermelo::distributed
