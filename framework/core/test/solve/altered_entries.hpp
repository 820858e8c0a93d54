// SPDX-License-Identifier: MIT
// Wrong entries, which verifiers have to find.
#pragma once

#include <cstdint>
#include <vector>

#include <zermelo/core/value/outcome.hpp>

namespace zermelo::test {

/// The entries that differ from `value` in margin, sign, distance or outcome.
inline std::vector<position_value> alterations_of(position_value value) {
  std::vector<position_value> altered;
  const auto add = [&](outcome o, std::uint32_t distance, int extra) {
    if (extra >= 0) altered.emplace_back(o, distance, static_cast<std::uint16_t>(extra));
  };
  const std::uint32_t d = value.distance_plies == no_distance ? 1 : value.distance_plies;
  for (const outcome o : {outcome::win, outcome::loss}) {
    for (const int change : {-1, 0, 1, 7}) {
      for (const std::uint32_t distance : {d, d + 1, d - 1, std::uint32_t{0}})
        add(o, distance, value.extra_points + change);
    }
  }
  for (const std::uint32_t distance : {d, d + 1, d - 1}) {
    add(outcome::tie, distance, 0);
    add(outcome::tie, distance, 1);
  }
  add(outcome::draw, no_distance, 0);
  add(outcome::illegal, no_distance, 0);
  std::erase(altered, value);
  return altered;
}

}  // namespace zermelo::test
