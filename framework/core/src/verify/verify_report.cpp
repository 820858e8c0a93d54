// SPDX-License-Identifier: MIT
#include <zermelo/core/verify/verify_report.hpp>

#include <fmt/core.h>

namespace zermelo::detail {

std::string describe(position_value value) {
  if (value.distance_plies == no_distance) return std::string(to_string(value.outcome));
  return fmt::format("{} in {}", to_string(value.outcome), value.distance_plies);
}

}  // namespace zermelo::detail
