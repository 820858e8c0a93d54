// SPDX-License-Identifier: MIT
// A monitor that interrupts a computation, for tests.
#pragma once

#include <zermelo/core/base/work_monitor.hpp>

namespace zermelo::testkit {

/// Requests a stop after the first `num_queries` calls of `stop_requested`. Not thread-safe.
struct stop_after final : work_monitor {
  explicit stop_after(int num_queries) : queries_left(num_queries) {}
  bool stop_requested() const override { return queries_left-- <= 0; }
  mutable int queries_left;
};

}  // namespace zermelo::testkit
