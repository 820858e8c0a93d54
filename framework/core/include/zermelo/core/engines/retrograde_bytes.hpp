// SPDX-License-Identifier: MIT
// The expected memory of retrograde analysis, without that of stored predecessors.
#pragma once

#include <cstdint>
#include <limits>

#include <zermelo/core/graph/edge_buckets.hpp>
#include <zermelo/core/positions/graph_sample.hpp>
#include <zermelo/core/value/packed_word.hpp>

namespace zermelo::detail {

[[nodiscard]] inline double bytes_of_index(const graph_sample& sample) {
  constexpr auto narrow = std::numeric_limits<std::uint32_t>::max();
  return sample.positions <= narrow ? sizeof(std::uint32_t) : sizeof(std::uint64_t);
}

/// Bytes of an arrival, which waits in a list of gaps, see arrival_list.hpp: one byte where the vertex is at most
/// 127 above the last one, 2 bytes up to 16,383, and more only where arrivals are few. Lists grow by steps.
inline constexpr double bytes_of_arrival = 2;

/// Bytes of the words and of the lists of positions to spread: those of the wave in hand, of the next wave, and of
/// waiting positions. Each list has at most 1/32 of the positions, see `max_listed_vertices`.
[[nodiscard]] inline double bytes_of_propagation(const graph_sample& sample) {
  constexpr double listed_share = 3.0 / 32;
  const double word = sample.largest_out_degree <= packed_word<std::uint16_t>::max_low ? 2 : 4;
  return static_cast<double>(sample.positions) *
         (word + listed_share * sizeof(std::uint32_t) + sample.arrivals_per_position * bytes_of_arrival);
}

/// Bytes of an edge while it waits to be transposed, see edge_buckets.hpp: beside its target, one byte for the step
/// from one source to the next in a bucket, or two where sources are farther apart.
[[nodiscard]] inline double bytes_per_listed_edge(const graph_sample& sample) {
  constexpr double sources_of_a_byte = 64;
  const auto buckets = static_cast<double>(edge_buckets::num_buckets(sample.positions));
  return buckets > sources_of_a_byte * sample.edges_per_position ? 4 : 3;
}

}  // namespace zermelo::detail
