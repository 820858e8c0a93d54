// SPDX-License-Identifier: MIT
// Ends a solve before its first wave where the rules cannot be read in a game with ties.
#pragma once

#include <cstdint>
#include <functional>
#include <utility>

#include <zermelo/core/progress/forwarding_visitor.hpp>

namespace zermelo::experiment {

class tie_guard final : public forwarding_visitor {
 public:
  /// @param refuse called if there are ends that are ties; throws
  tie_guard(solve_visitor& next, std::function<void()> refuse)
      : forwarding_visitor(next), m_refuse(std::move(refuse)) {}

  void seeded(std::uint64_t tied_ends) override {
    forwarding_visitor::seeded(tied_ends);
    if (tied_ends > 0) m_refuse();
  }

 private:
  std::function<void()> m_refuse;
};

}  // namespace zermelo::experiment
