// SPDX-License-Identifier: MIT
// The wrong entries that verifiers find.
#pragma once

#include <cstdint>
#include <mutex>
#include <string>

#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/verify/verify_report.hpp>

namespace zermelo {

/// Collects the failures that several threads find, for a report.
class verify_failures {
 public:
  /// @param is_for_points  whether margins are told
  explicit verify_failures(bool is_for_points = false) : m_is_for_points(is_for_points) {}

  /// Adds the entry of p, and the reason why it is wrong. Thread-safe.
  void add(position p, position_value stored, std::string reason);
  /// Adds the entry of p, and the entry that the rules demand at an end of play, or that the moves demand. Thread-safe.
  void add(position p, position_value stored, position_value demanded, bool is_end);
  /// The report on `checked` positions.
  [[nodiscard]] verify_report take(std::uint64_t checked);

 private:
  bool m_is_for_points;
  std::mutex m_guard;
  verify_report m_report;
};

}  // namespace zermelo
