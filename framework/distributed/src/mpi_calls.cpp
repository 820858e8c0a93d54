// SPDX-License-Identifier: MIT
// How long a thread pauses that has nothing to do.
#include "mpi_calls.hpp"

#include <algorithm>
#include <chrono>
#include <thread>

namespace zermelo::distributed {

void pauses::next() {
  constexpr std::chrono::microseconds eager{500};  // with less, small waves of two ranks take longer
  constexpr unsigned longest_us = 200;
  if (m_last_sleep_us == 0 && std::chrono::steady_clock::now() - m_begin < eager) {
    std::this_thread::yield();
  } else {
    m_last_sleep_us = std::min(m_last_sleep_us + 1, longest_us);
    std::this_thread::sleep_for(std::chrono::microseconds(m_last_sleep_us));
  }
}

}  // namespace zermelo::distributed
