// SPDX-License-Identifier: MIT
// A visitor that makes a solve fail at a chosen moment.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include <zermelo/core/progress/visitor.hpp>

namespace zermelo::test {

/// Throws an error, "the disk is full", at the beginning of a phase or in a wave.
class failing_visitor : public solve_visitor {
 public:
  /// @param phase  the phase; empty: none  @param wave  the wave; 0: none
  explicit failing_visitor(std::string phase, std::uint32_t wave = 0) : m_phase(std::move(phase)), m_wave(wave) {}
  void phase(std::string_view name, std::uint64_t) override {
    if (name == m_phase) throw std::runtime_error("the disk is full");
  }
  void wave(const wave_report& report) override {
    if (report.number == m_wave) throw std::runtime_error("the disk is full");
  }

 private:
  std::string m_phase;
  std::uint32_t m_wave;
};

}  // namespace zermelo::test
