// SPDX-License-Identifier: MIT
// A visitor that adds the current part of the work to the names of phases, as in "verify 4-3+3-4 (2 of 33)".
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include <fmt/core.h>

#include <zermelo/core/progress/forwarding_visitor.hpp>

namespace zermelo {

class named_phases final : public forwarding_visitor {
 public:
  /// @param next    the visitor to which calls are forwarded; must outlive this object
  /// @param number  the number of the part, from 1 to `num_parts`
  named_phases(solve_visitor& next, std::string_view part, std::size_t number, std::size_t num_parts)
      : forwarding_visitor(next), m_part(fmt::format("{} ({} of {})", part, number, num_parts)) {}

  void phase(std::string_view name, std::uint64_t total) override {
    forwarding_visitor::phase(fmt::format("{} {}", name, m_part), total);
  }

 private:
  std::string m_part;
};

}  // namespace zermelo
