// SPDX-License-Identifier: MIT
// Whether the ranks are alive: each lets the next one hear from it, and ends the job if the one before it has fallen
// silent. A rank that hangs, or whose machine no longer answers, would be waited for without end.
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
  /// Calls f(rank), which does not return, on a thread of its own.
  using alarm = std::function<void(int rank)>;

  /// @param beats  is used for nothing else  @param patience  how long a rank may be silent  @throws std::system_error
  /// if there is no thread.
  rank_watch(MPI_Comm beats, std::chrono::seconds patience, alarm f);
  /// Ends when that of the rank before it does, too.
  ~rank_watch();
  rank_watch(const rank_watch&) = delete;
  rank_watch& operator=(const rank_watch&) = delete;

 private:
  class pulse;
  void watch();
  /// Sleeps for a while, or less if it is to end. Returns whether it is to end.
  [[nodiscard]] bool sleep();

  MPI_Comm m_beats;
  std::chrono::milliseconds m_patience;
  std::chrono::milliseconds m_tick;
  alarm m_alarm;
  std::mutex m_guard;
  std::condition_variable m_wake;
  bool m_is_ending = false;
  std::thread m_thread;
};

}  // namespace zermelo::distributed
