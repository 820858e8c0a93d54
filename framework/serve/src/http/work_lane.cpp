// SPDX-License-Identifier: MIT
#include "work_lane.hpp"

#include <exception>
#include <system_error>
#include <utility>

#include <fmt/core.h>

#include <zermelo/core/base/error.hpp>

namespace zermelo::serve {

std::thread start_thread(std::function<void()> body) {
  try {
    return std::thread(std::move(body));
  } catch (const std::system_error& failure) {
    throw resource_error(fmt::format("cannot start a thread: {}", failure.code().message()));
  }
}

work_lane::work_lane(std::size_t max_waiting, std::chrono::milliseconds max_time)
    : m_max_waiting(max_waiting), m_max_time(max_time), m_thread(start_thread([this] { run(); })) {}

work_lane::~work_lane() {
  cancel_all();
  {
    const std::lock_guard lock(m_guard);
    m_is_stopping = true;
  }
  m_changed.notify_one();
  m_thread.join();
}

bool work_lane::add(job added) {
  {
    const std::lock_guard lock(m_guard);
    std::erase_if(m_waiting, [](const job& waiting) { return waiting.monitor->is_cancelled(); });
    const std::size_t next_to_run = m_running == nullptr ? 1 : 0;
    if (m_waiting.size() >= m_max_waiting + next_to_run) return false;
    m_waiting.push_back(std::move(added));
  }
  m_changed.notify_one();
  return true;
}

void work_lane::cancel_all() {
  const std::lock_guard lock(m_guard);
  if (m_running != nullptr) m_running->cancel();
  for (const job& waiting : m_waiting) waiting.monitor->cancel();
}

void work_lane::run() {
  std::unique_lock lock(m_guard);
  while (true) {
    m_running = nullptr;
    m_changed.wait(lock, [this] { return m_is_stopping || !m_waiting.empty(); });
    if (m_is_stopping) return;
    const job next = std::move(m_waiting.front());
    m_waiting.pop_front();
    if (next.monitor->is_cancelled()) continue;
    m_running = next.monitor;
    lock.unlock();
    next.monitor->start(m_max_time);
    try {
      next.run();
    } catch (const std::exception&) {  // such as bad_alloc: the connection is gone with its job
    }
    lock.lock();
  }
}

}  // namespace zermelo::serve
