// SPDX-License-Identifier: MIT
#include <zermelo/core/verify/verify_report.hpp>

#include <algorithm>

#include <fmt/core.h>

#include <zermelo/core/base/random.hpp>

namespace zermelo {

index_range looked_at(std::uint64_t num_positions, const verify_scope& scope) noexcept {
  const std::uint64_t begin = std::min(scope.stretch.begin, num_positions);
  return {begin, std::max(begin, std::min(scope.stretch.end, num_positions))};
}

position position_of_sample(std::uint64_t num_positions, const verify_scope& scope, std::uint64_t i) noexcept {
  const std::uint64_t stretch = num_positions / scope.sample;
  const std::uint64_t longer = num_positions % scope.sample;  // so many stretches have one more
  const std::uint64_t begin = i * stretch + std::min(i, longer);
  return begin + splitmix64_mix(i) % (stretch + (i < longer ? 1 : 0));
}

namespace detail {

std::string describe(position_value value) {
  if (value.distance_plies == no_distance) return std::string(to_string(value.outcome));
  return fmt::format("{} in {}", to_string(value.outcome), value.distance_plies);
}

std::string demand_text(position_value demanded, bool is_end) {
  if (demanded.outcome == outcome::illegal) return "its moves lead to entries marked illegal";
  return fmt::format("{} demand {}", is_end ? "the rules" : "its moves", describe(demanded));
}

}  // namespace detail

}  // namespace zermelo
