// SPDX-License-Identifier: MIT
// What retrograde analysis is expected to need on a game's graph, however that is walked.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

#include <zermelo/core/positions/graph_sample.hpp>
#include <zermelo/core/value/packed_word.hpp>

namespace zermelo::detail {

[[nodiscard]] inline double bytes_of_index(const graph_sample& sample) {
  constexpr auto narrow = std::numeric_limits<std::uint32_t>::max();
  return sample.positions <= narrow ? sizeof(std::uint32_t) : sizeof(std::uint64_t);
}

/// Words, and the lists of positions to spread. Those of two waves took 0.1 to 0.5 bytes a position on pursuit games
/// of 2 M to 82 M positions; terminals are all listed from the beginning, in vectors that grow by doubling.
[[nodiscard]] inline double bytes_of_propagation(const graph_sample& sample) {
  constexpr double share_of_waves = 0.07;
  const double listed_share = std::max(share_of_waves, 2 * sample.ends_per_position);
  const double word = sample.largest_out_degree <= packed_word<std::uint16_t>::max_low ? 2 : 4;
  return static_cast<double>(sample.positions) * (word + listed_share * sizeof(std::uint32_t));
}

}  // namespace zermelo::detail
