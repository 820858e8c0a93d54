// SPDX-License-Identifier: MIT
#include <zermelo/experiment/sampled_time.hpp>

#include <ctime>

namespace zermelo::experiment {

double thread_seconds() {
  timespec now{};
  if (clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now) != 0) return 0;
  constexpr double seconds_per_nanosecond = 1e-9;
  return static_cast<double>(now.tv_sec) + seconds_per_nanosecond * static_cast<double>(now.tv_nsec);
}

}  // namespace zermelo::experiment
