// SPDX-License-Identifier: MIT
// Defines a visitor that stops a solve before its first wave if the game has ties.
#pragma once

#include <cstdint>
#include <functional>
#include <utility>

#include <zermelo/core/progress/forwarding_visitor.hpp>

namespace zermelo {

class tie_guard final : public forwarding_visitor {
 public:
  /// @param next    receives all calls; must outlive the guard
  /// @param reject  called if terminal positions of the game are ties; throws
  tie_guard(solve_visitor& next, std::function<void()> reject)
      : forwarding_visitor(next), m_reject(std::move(reject)) {}

  void seeded(std::uint64_t tied_ends) override {
    forwarding_visitor::seeded(tied_ends);
    if (tied_ends > 0) m_reject();
  }

 private:
  std::function<void()> m_reject;
};

}  // namespace zermelo
