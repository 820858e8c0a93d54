// SPDX-License-Identifier: MIT
// Tells of which part of a long work a phase is, such as "verify 4-3+3-4 (2 of 33)".
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include <fmt/core.h>

#include <zermelo/core/progress/forwarding_visitor.hpp>

namespace zermelo::experiment {

class named_phases final : public forwarding_visitor {
 public:
  /// The part with this name and number, from 1, of so many.
  named_phases(solve_visitor& next, std::string_view part, std::size_t number, std::size_t parts)
      : forwarding_visitor(next), m_part(fmt::format("{} ({} of {})", part, number, parts)) {}

  void phase(std::string_view name, std::uint64_t total) override {
    forwarding_visitor::phase(fmt::format("{} {}", name, m_part), total);
  }

 private:
  std::string m_part;
};

}  // namespace zermelo::experiment
