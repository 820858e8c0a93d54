// SPDX-License-Identifier: MIT
// What retrograde analysis is expected to need on a game's graph, however that is walked.
#pragma once

#include <cstdint>
#include <limits>

#include <zermelo/core/positions/graph_sample.hpp>
#include <zermelo/core/value/packed_word.hpp>

namespace zermelo::detail {

[[nodiscard]] inline double bytes_of_index(const graph_sample& sample) {
  constexpr auto narrow = std::numeric_limits<std::uint32_t>::max();
  return sample.positions <= narrow ? sizeof(std::uint32_t) : sizeof(std::uint64_t);
}

/// Of a position that moves lead out of, for the lists of what arrives: they wait, a byte or two each, for a win and
/// for a loss, see arrival_list.hpp.
inline constexpr double bytes_of_arrivals = 2;

/// Words, and the lists of positions to spread: of the wave in hand, of the one that it makes, and of what waits, each
/// of 1/32 of the positions at most, see `most_listed`.
[[nodiscard]] inline double bytes_of_propagation(const graph_sample& sample) {
  constexpr double listed_share = 3.0 / 32;
  const double word = sample.largest_out_degree <= packed_word<std::uint16_t>::max_low ? 2 : 4;
  return static_cast<double>(sample.positions) *
         (word + listed_share * sizeof(std::uint32_t) + sample.left_share * bytes_of_arrivals);
}

}  // namespace zermelo::detail
