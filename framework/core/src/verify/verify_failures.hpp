// SPDX-License-Identifier: MIT
// What verifiers find wrong, as it comes from several threads.
#pragma once

#include <cstdint>
#include <mutex>
#include <string>

#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/verify/verify_report.hpp>

namespace zermelo {

/// Collects the failures that several threads find.
class verify_failures {
 public:
  /// Thread-safe.
  void add(position p, position_value stored, std::string reason);
  [[nodiscard]] verify_report take(std::uint64_t checked);

 private:
  std::mutex m_guard;
  verify_report m_report;
};

}  // namespace zermelo
