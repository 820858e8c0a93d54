// SPDX-License-Identifier: MIT
// Visitors that ignore all calls, or stop a computation at once, in a phase or after a wave.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include <zermelo/core/progress/visitor.hpp>

namespace zermelo::test {

struct stopping_visitor final : solve_visitor {
  [[nodiscard]] bool stop_requested() const override { return true; }
};

// Stateless visitors, which all tests share.

/// Ignores all calls.
inline solve_visitor silent;
/// Stops every computation at once.
inline stopping_visitor stopping;

/// Stops in a phase.
class stop_in_phase final : public solve_visitor {
 public:
  explicit stop_in_phase(std::string phase) : m_phase(std::move(phase)) {}
  void phase(std::string_view name, std::uint64_t /*total*/) override { m_stops = name == m_phase; }
  [[nodiscard]] bool stop_requested() const override { return m_stops; }

 private:
  std::string m_phase;
  std::atomic<bool> m_stops{false};
};

/// Stops after a wave.
class stop_in_wave final : public solve_visitor {
 public:
  explicit stop_in_wave(std::uint32_t wave) : m_wave(wave) {}
  void wave(const wave_report& report) override { m_stops = m_stops || report.number == m_wave; }
  [[nodiscard]] bool stop_requested() const override { return m_stops; }

 private:
  std::uint32_t m_wave;
  bool m_stops = false;
};

}  // namespace zermelo::test
