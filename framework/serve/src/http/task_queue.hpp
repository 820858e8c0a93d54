// SPDX-License-Identifier: MIT
// A thread that runs one job after the other, and a queue of waiting jobs.
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

/// @throws resource_error if the system cannot start a thread
[[nodiscard]] std::thread start_thread(std::function<void()> body);

/// Stops a job that no client waits for any longer, or that takes too long.
class job_monitor final : public work_monitor {
 public:
  /// Starts the time limit of the job.
  void start(std::chrono::milliseconds max_time) { m_deadline = std::chrono::steady_clock::now() + max_time; }
  void cancel() noexcept { m_is_cancelled.store(true, std::memory_order_relaxed); }
  [[nodiscard]] bool is_cancelled() const noexcept { return m_is_cancelled.load(std::memory_order_relaxed); }
  [[nodiscard]] bool stop_requested() const override {
    return is_cancelled() || std::chrono::steady_clock::now() >= m_deadline;
  }

 private:
  std::atomic<bool> m_is_cancelled{false};  ///< relaxed: no other data depends on it
  std::chrono::steady_clock::time_point m_deadline = std::chrono::steady_clock::time_point::max();
};

class task_queue {
 public:
  struct job {
    std::shared_ptr<job_monitor> monitor;
    std::function<void()> run;
  };

  /// @param max_waiting  jobs in addition to the running one
  /// @throws resource_error if the system cannot start a thread
  task_queue(std::size_t max_waiting, std::chrono::milliseconds max_time);
  /// Cancels all jobs, and waits for the running one.
  ~task_queue();
  task_queue(const task_queue&) = delete;
  task_queue& operator=(const task_queue&) = delete;

  /// Adds a job; false if too many jobs wait. A job that was cancelled while it waited is dropped, and does not count.
  [[nodiscard]] bool add(job added);
  /// Cancels the running job and the waiting ones.
  void cancel_all();

 private:
  void run();
  void run_one(const job& next) const;

  std::size_t m_max_waiting;
  std::chrono::milliseconds m_max_time;
  std::mutex m_guard;
  std::condition_variable m_changed;
  std::deque<job> m_waiting;
  std::shared_ptr<job_monitor> m_running;  ///< null: no job is running
  bool m_is_stopping = false;
  std::thread m_thread;  ///< the last member, since it uses the others
};

}  // namespace zermelo::serve
