// SPDX-License-Identifier: MIT
// A visitor that measures the time of each phase and forwards all calls to another visitor.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include <zermelo/core/progress/forwarding_visitor.hpp>

namespace zermelo {

/// Measures time from construction. Must be used by the thread that reports the phases.
class phase_clock final : public forwarding_visitor {
 public:
  /// @param next  the visitor that receives all calls; must outlive the clock
  explicit phase_clock(solve_visitor& next) : forwarding_visitor(next), m_start(clock::now()), m_phase_start(m_start) {}

  void phase(std::string_view name, std::uint64_t total) override {
    end_phase();
    m_name = name;
    forwarding_visitor::phase(name, total);
  }

  /// Ends the current phase. Returns the seconds by phase, where phases with the same name are added up, and the
  /// seconds since construction as "total", which includes time outside phases.
  [[nodiscard]] std::map<std::string, double> stop() {
    end_phase();
    m_name.clear();
    auto seconds = m_seconds;
    seconds["total"] = std::chrono::duration<double>(clock::now() - m_start).count();
    return seconds;
  }

 private:
  using clock = std::chrono::steady_clock;

  void end_phase() {
    const auto now = clock::now();
    if (!m_name.empty()) m_seconds[m_name] += std::chrono::duration<double>(now - m_phase_start).count();
    m_phase_start = now;
  }

  clock::time_point m_start;
  clock::time_point m_phase_start;
  std::string m_name;
  std::map<std::string, double> m_seconds;
};

/// Adds `seconds_by_phase` to `sum`, phase by phase.
inline void add_seconds(std::map<std::string, double>& sum, const std::map<std::string, double>& seconds_by_phase) {
  for (const auto& [phase, seconds] : seconds_by_phase) sum[phase] += seconds;
}

}  // namespace zermelo
