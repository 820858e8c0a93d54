// SPDX-License-Identifier: MIT
// How long a thread sleeps that has nothing to do.
#include "mpi_calls.hpp"

#include <algorithm>
#include <chrono>
#include <thread>

namespace zermelo::distributed {

void mpi_calls::pause(unsigned looks) {
  constexpr unsigned eager_looks = 1'000;  // with 64, small waves of two ranks took a fifth longer
  constexpr unsigned longest_us = 200;
  if (looks < eager_looks) {
    std::this_thread::yield();
  } else {
    std::this_thread::sleep_for(std::chrono::microseconds(std::min(looks - eager_looks + 1, longest_us)));
  }
}

}  // namespace zermelo::distributed
