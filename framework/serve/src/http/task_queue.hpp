// SPDX-License-Identifier: MIT
// A queue of jobs, and the thread that runs them one after the other.
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

/// Starts a thread that runs `body`. @throws resource_error if the system cannot start a thread
[[nodiscard]] std::thread start_thread(std::function<void()> body);

/// Requests a stop if the client of a job has disconnected, or if the job takes too long.
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
  std::atomic<bool> m_is_cancelled{false};  ///< relaxed, since no other data depends on it
  std::chrono::steady_clock::time_point m_deadline = std::chrono::steady_clock::time_point::max();
};

class task_queue {
 public:
  struct job {
    std::shared_ptr<job_monitor> monitor;
    std::function<void()> run;
  };

  /// @param max_waiting  maximum number of waiting jobs
  /// @param max_time  time limit of each job
  /// @throws resource_error if the system cannot start a thread
  task_queue(std::size_t max_waiting, std::chrono::milliseconds max_time);
  /// Cancels all jobs, and waits until the running one has ended.
  ~task_queue();
  task_queue(const task_queue&) = delete;
  task_queue& operator=(const task_queue&) = delete;

  /// Adds a job. Returns false if too many jobs are waiting; cancelled jobs are dropped and do not count.
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
  std::shared_ptr<job_monitor> m_running;  ///< null if no job is running
  bool m_is_stopping = false;
  std::thread m_thread;  ///< the last member, since the thread uses the others
};

}  // namespace zermelo::serve
