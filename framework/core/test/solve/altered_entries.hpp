// SPDX-License-Identifier: MIT
// Wrong entries that verifiers must find.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/verify/verify_report.hpp>

namespace zermelo::test {

/// The entries that differ from `value` in margin, sign, distance or outcome, with the distances that a wrong solver
/// would most likely return; for an illegal position, which has no distance, the entries of other outcomes.
inline std::vector<position_value> alterations_of(position_value value) {
  constexpr std::uint32_t far = 1'000;
  std::vector<position_value> altered;
  const auto add = [&](outcome o, std::uint32_t distance, int extra) {
    if (extra >= 0) altered.emplace_back(o, distance, static_cast<std::uint16_t>(extra));
  };
  const std::uint32_t d = value.distance_plies == no_distance ? 1 : value.distance_plies;
  for (const std::uint32_t distance : {d, d + 1, d + 2, d - 1, std::uint32_t{0}, far, no_distance}) {
    for (const int change : {-1, 0, 1, 7}) {
      add(outcome::win, distance, value.extra_points + change);
      add(outcome::loss, distance, value.extra_points + change);
    }
    add(outcome::tie, distance, 0);
    add(outcome::tie, distance, 1);
  }
  for (const std::uint32_t distance : {d, no_distance}) {
    add(outcome::draw, distance, 0);
    add(outcome::illegal, distance, 0);
  }
  std::erase_if(altered, [value](position_value other) {
    return other == value || (other.outcome == outcome::illegal && value.outcome == outcome::illegal);
  });
  return altered;
}

/// Whether the failures listed in a report include this position.
inline bool names(const verify_report& report, position p) {
  return std::any_of(report.first.begin(), report.first.end(),
                     [p](const verify_failure& failure) { return failure.at == p; });
}

/// Describes an alteration.
inline std::string alteration(position p, position_value right, position_value altered) {
  return "position " + std::to_string(p) + ": " + zermelo::detail::describe(right, true) + " became " +
         zermelo::detail::describe(altered, true);
}

}  // namespace zermelo::test
