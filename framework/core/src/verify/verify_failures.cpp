// SPDX-License-Identifier: MIT
#include "verify_failures.hpp"

#include <fmt/core.h>

namespace zermelo {

void verify_failures::add(position p, position_value stored, position_value demanded, bool is_end) {
  add(verify_failure{p, stored,
                     demanded.outcome == outcome::illegal
                         ? "its moves lead to entries marked illegal"
                         : fmt::format("{} require {}", is_end ? "the rules" : "its moves",
                                       detail::describe(demanded, m_is_for_points))});
}

}  // namespace zermelo
