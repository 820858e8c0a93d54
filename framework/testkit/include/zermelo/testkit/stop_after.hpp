// SPDX-License-Identifier: MIT
// A monitor that interrupts, for tests of what can be interrupted.
#pragma once

#include <zermelo/core/base/work_monitor.hpp>

namespace zermelo::testkit {

/// Asks to stop when it has been asked so often. For one thread.
struct stop_after final : work_monitor {
  explicit stop_after(int times) : left(times) {}
  bool stop_requested() const override { return left-- <= 0; }
  mutable int left;
};

}  // namespace zermelo::testkit
