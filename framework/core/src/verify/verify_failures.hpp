// SPDX-License-Identifier: MIT
// The failures that the threads of a verifier find.
#pragma once

#include <cstdint>
#include <mutex>
#include <utility>

#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/verify/verify_report.hpp>

namespace zermelo {

/// Collects the failures that several threads find, for a report.
template <class Report>
class found_failures {
 public:
  /// Adds a failure. Thread-safe.
  void add(typename Report::failure_type failure) {
    const std::lock_guard lock(m_guard);
    m_report.add(std::move(failure));
  }
  /// The report on `checked` positions.
  [[nodiscard]] Report take(std::uint64_t checked) {
    m_report.checked = checked;
    return std::move(m_report);
  }

 private:
  std::mutex m_guard;
  Report m_report;
};

/// Collects wrong entries.
class verify_failures : public found_failures<verify_report> {
 public:
  /// @param is_for_points  whether failures report margins
  explicit verify_failures(bool is_for_points = false) : m_is_for_points(is_for_points) {}

  using found_failures::add;
  /// Adds the entry of p, and the entry that the rules require in a terminal, or that the moves require. Thread-safe.
  void add(position p, position_value stored, position_value demanded, bool is_end);

 private:
  bool m_is_for_points;
};

}  // namespace zermelo
