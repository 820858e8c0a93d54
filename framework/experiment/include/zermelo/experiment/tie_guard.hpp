// SPDX-License-Identifier: MIT
// Ends a solve before its first wave where the rules cannot be read in a game with ties.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>
#include <utility>

#include <zermelo/core/solve/visitor.hpp>

namespace zermelo::experiment {

/// Passes everything on to another visitor.
class tie_guard final : public solve_visitor {
 public:
  /// @param refuse called if there are ends that are ties; throws
  tie_guard(solve_visitor& next, std::function<void()> refuse) : m_next(next), m_refuse(std::move(refuse)) {}

  void phase(std::string_view name, std::uint64_t total) override { m_next.phase(name, total); }
  void advance(std::uint64_t amount) override { m_next.advance(amount); }
  [[nodiscard]] bool stop_requested() const override { return m_next.stop_requested(); }
  void seeded(std::uint64_t tied_ends) override {
    m_next.seeded(tied_ends);
    if (tied_ends > 0) m_refuse();
  }
  void wave(const wave_report& report) override { m_next.wave(report); }
  void at_rest(const solve_snapshot& snapshot) override { m_next.at_rest(snapshot); }

 private:
  solve_visitor& m_next;
  std::function<void()> m_refuse;
};

}  // namespace zermelo::experiment
