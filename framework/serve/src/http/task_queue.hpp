// SPDX-License-Identifier: MIT
// A thread that does one job after the other, and the jobs that wait for it.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>

#include <zermelo/core/base/work_monitor.hpp>

namespace zermelo::serve {

/// @throws resource_error if the system rejects a thread
[[nodiscard]] std::thread start_thread(std::function<void()> body);

/// Stops a job that nobody waits for any more, or that takes too long.
class job_monitor final : public work_monitor {
 public:
  /// The time of the job starts.
  void start(std::chrono::milliseconds max_time) { m_deadline = std::chrono::steady_clock::now() + max_time; }
  void cancel() noexcept { m_is_cancelled.store(true, std::memory_order_relaxed); }
  [[nodiscard]] bool is_cancelled() const noexcept { return m_is_cancelled.load(std::memory_order_relaxed); }
  [[nodiscard]] bool stop_requested() const override {
    return is_cancelled() || std::chrono::steady_clock::now() >= m_deadline;
  }

 private:
  std::atomic<bool> m_is_cancelled{false};  ///< relaxed: nothing else depends on it
  std::chrono::steady_clock::time_point m_deadline = std::chrono::steady_clock::time_point::max();
};

class task_queue {
 public:
  struct job {
    std::shared_ptr<job_monitor> monitor;
    std::function<void()> run;
  };

  /// @param max_waiting  jobs, beside the one that runs  @throws resource_error if the system rejects a thread
  task_queue(std::size_t max_waiting, std::chrono::milliseconds max_time);
  /// Cancels all jobs, and waits for the one that runs.
  ~task_queue();
  task_queue(const task_queue&) = delete;
  task_queue& operator=(const task_queue&) = delete;

  /// Adds a job; false if too many wait. A job that was cancelled while it waited is dropped, and does not count.
  [[nodiscard]] bool add(job added);
  /// Cancels the job that runs and those that wait.
  void cancel_all();

 private:
  void run();
  void run_one(const job& next) const;

  std::size_t m_max_waiting;
  std::chrono::milliseconds m_max_time;
  std::mutex m_guard;
  std::condition_variable m_changed;
  std::deque<job> m_waiting;
  std::shared_ptr<job_monitor> m_running;  ///< null: none
  bool m_is_stopping = false;
  std::thread m_thread;  ///< the last member: it uses the others
};

}  // namespace zermelo::serve
