// SPDX-License-Identifier: MIT
// A visitor that takes the time of each phase on the way to another visitor.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include <zermelo/core/progress/forwarding_visitor.hpp>

namespace zermelo::experiment {

class phase_clock final : public forwarding_visitor {
 public:
  explicit phase_clock(solve_visitor& next) : forwarding_visitor(next), m_start(clock::now()), m_phase_start(m_start) {}

  void phase(std::string_view name, std::uint64_t total) override {
    end_phase();
    m_name = name;
    forwarding_visitor::phase(name, total);
  }

  /// Ends the last phase. Returns seconds by phase (phases of one name added up) and their "total".
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

}  // namespace zermelo::experiment
