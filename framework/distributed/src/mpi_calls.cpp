// SPDX-License-Identifier: MIT
#include "mpi_calls.hpp"

#include <algorithm>
#include <chrono>
#include <thread>

namespace zermelo::distributed {

void poll_pauses::next() {
  constexpr std::chrono::microseconds yielding_time{500};  // with less, small waves of two ranks take longer
  if (m_last_sleep_us == 0 && std::chrono::steady_clock::now() - m_begin < yielding_time) {
    std::this_thread::yield();
  } else {
    m_last_sleep_us = std::min(m_last_sleep_us + m_last_sleep_us / 16 + 1, m_max_sleep_us);
    std::this_thread::sleep_for(std::chrono::microseconds(m_last_sleep_us));
  }
}

}  // namespace zermelo::distributed
