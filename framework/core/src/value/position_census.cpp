// SPDX-License-Identifier: MIT
#include <zermelo/core/value/position_census.hpp>

namespace zermelo {

outcome_histogram position_census::all() const {
  outcome_histogram sum;
  for (const group_tally& group : groups) sum += group.all;
  return sum;
}

std::array<std::uint64_t, 2> position_census::winners() const {
  std::array<std::uint64_t, 2> won{};
  for (const group_tally& group : groups) {
    won[index_of(group.to_move)] += group.all.counts.win;
    won[index_of(opponent(group.to_move))] += group.all.counts.loss;
  }
  return won;
}

}  // namespace zermelo
