// SPDX-License-Identifier: MIT
#include "task_queue.hpp"

#include <algorithm>
#include <exception>
#include <iterator>
#include <optional>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/core.h>

#include <zermelo/core/base/error.hpp>

namespace zermelo::serve {

std::thread start_thread(std::function<void()> body) {
  try {
    return std::thread(std::move(body));
  } catch (const std::system_error& failure) {
    throw resource_error(fmt::format("cannot start a thread: {}; end other programs", failure.code().message()));
  }
}

task_queue::task_queue(std::size_t max_waiting, std::chrono::milliseconds max_time)
    : m_max_waiting(max_waiting), m_max_time(max_time), m_thread(start_thread([this] { run(); })) {}

task_queue::~task_queue() {
  cancel_all();
  {
    const std::lock_guard lock(m_guard);
    m_is_stopping = true;
  }
  m_changed.notify_one();
  m_thread.join();
}

bool task_queue::add(job added) {
  std::vector<job> cancelled;  // destroyed outside the lock, since a job may own the last reference to a table
  {
    const std::lock_guard lock(m_guard);
    const auto is_left = [](const job& waiting) { return !waiting.monitor->is_cancelled(); };
    const auto first_cancelled = std::stable_partition(m_waiting.begin(), m_waiting.end(), is_left);
    std::move(first_cancelled, m_waiting.end(), std::back_inserter(cancelled));
    m_waiting.erase(first_cancelled, m_waiting.end());
    const std::size_t next_to_run = m_running == nullptr ? 1 : 0;
    if (m_waiting.size() >= m_max_waiting + next_to_run) return false;
    m_waiting.push_back(std::move(added));
  }
  m_changed.notify_one();
  return true;
}

void task_queue::cancel_all() {
  const std::lock_guard lock(m_guard);
  if (m_running != nullptr) m_running->cancel();
  for (const job& waiting : m_waiting) waiting.monitor->cancel();
}

void task_queue::run() {
  std::unique_lock lock(m_guard);
  while (true) {
    m_running = nullptr;
    m_changed.wait(lock, [this] { return m_is_stopping || !m_waiting.empty(); });
    if (m_is_stopping) return;
    std::optional<job> next = std::move(m_waiting.front());
    m_waiting.pop_front();
    m_running = next->monitor;
    lock.unlock();
    if (!next->monitor->is_cancelled()) run_one(*next);
    next.reset();  // outside the lock, as in `add`
    lock.lock();
  }
}

void task_queue::run_one(const job& next) const {
  next.monitor->start(m_max_time);
  try {
    next.run();
  } catch (const std::exception&) {  // such as bad_alloc; the connection is destroyed with its job
  }
}

}  // namespace zermelo::serve
