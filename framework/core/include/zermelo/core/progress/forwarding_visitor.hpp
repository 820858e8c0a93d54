// SPDX-License-Identifier: MIT
// A visitor that forwards every call to another visitor.
#pragma once

#include <cstdint>
#include <string_view>

#include <zermelo/core/progress/saved_solve.hpp>
#include <zermelo/core/progress/visitor.hpp>

namespace zermelo {

/// Override members to observe or suppress their calls; an override forwards a call by calling the overridden member.
class forwarding_visitor : public solve_visitor {
 public:
  /// @param next  the visitor that gets the calls; must outlive this visitor
  explicit forwarding_visitor(solve_visitor& next) : m_next(next) {}

  void phase(std::string_view name, std::uint64_t total) override { m_next.phase(name, total); }
  void advance(std::uint64_t amount) override { m_next.advance(amount); }
  [[nodiscard]] bool stop_requested() const override { return m_next.stop_requested(); }
  void seeded(std::uint64_t tied_ends) override { m_next.seeded(tied_ends); }
  void wave(const wave_report& report) override { m_next.wave(report); }
  [[nodiscard]] bool wants_snapshot() override { return m_next.wants_snapshot(); }
  void on_snapshot(const solve_snapshot& snapshot) override { m_next.on_snapshot(snapshot); }

 private:
  solve_visitor& m_next;
};

}  // namespace zermelo
