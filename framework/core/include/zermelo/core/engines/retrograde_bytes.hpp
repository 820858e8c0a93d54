// SPDX-License-Identifier: MIT
// The expected memory of retrograde analysis, for the estimates of engines: of words, lists and waiting edges, but not
// of stored predecessors.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

#include <zermelo/core/base/saturating.hpp>
#include <zermelo/core/graph/edge_buckets.hpp>
#include <zermelo/core/positions/graph_sample.hpp>
#include <zermelo/core/value/packed_word.hpp>
#include <zermelo/core/waves/wave_agenda.hpp>

namespace zermelo {

/// The bytes of an entry in estimates before a solve: distances are assumed to fit beside the margins where at least
/// 255 plies do, since longer ones are rare.
[[nodiscard]] constexpr std::uint64_t planned_entry_bytes(std::uint32_t max_margin) noexcept {
  constexpr unsigned distance_bits = 8;
  const bool is_narrow = margin_bits_of(max_margin) + distance_bits <= word_layout<std::uint16_t>::low_bits;
  return is_narrow ? sizeof(std::uint16_t) : sizeof(std::uint32_t);
}

}  // namespace zermelo

namespace zermelo::detail {

/// Bytes of a position's number in a stored graph.
[[nodiscard]] inline double bytes_per_index(const graph_sample& sample) {
  constexpr auto narrow = std::numeric_limits<std::uint32_t>::max();
  return sample.positions <= narrow ? sizeof(std::uint32_t) : sizeof(std::uint64_t);
}

/// Bytes of an arrival in a list of gaps, see arrival_list.hpp: one byte for a gap up to 127, 2 bytes up to 16,383, and
/// more only where arrivals are few. Lists grow by steps.
inline constexpr double bytes_per_arrival = 2;

/// Bytes of the buckets of ends and arrivals, see found_buckets: one for each stage and distance on each thread, and
/// once more while the agenda takes them over. How far the positions outside are from the end is not known before the
/// solve, and seldom more than is assumed here.
[[nodiscard]] inline std::uint64_t bytes_of_agenda(const graph_sample& sample, unsigned threads) {
  constexpr std::uint64_t assumed_distances_outside = 256;
  const std::uint64_t outside = sample.arrivals_per_position > 0 ? assumed_distances_outside : 0;
  const std::uint64_t stages = std::uint64_t{sample.max_margin} + 1;
  const auto found = saturating_number(static_cast<double>(sample.positions) * (1 + sample.arrivals_per_position));
  const std::uint64_t distances = std::max<std::uint64_t>({1, sample.num_end_distances, outside});
  const std::uint64_t waves = std::min(saturating_product(stages, distances), found);
  const std::uint64_t farthest = std::max<std::uint64_t>(sample.largest_end_distance, outside);
  return saturating_sum(
      saturating_product(saturating_product(threads + std::uint64_t{1}, waves), found_buckets::bytes_per_wave),
      saturating_product(saturating_product(threads, stages), found_buckets::index_bytes(farthest)));
}

/// Bytes of the words and of three lists of positions to spread: of the current wave, of the next wave, and of later
/// waves. Each list has at most 1/32 of the positions, see `max_listed_vertices`.
[[nodiscard]] inline double bytes_of_propagation(const graph_sample& sample) {
  constexpr double listed_share = 3.0 / 32;
  const bool fits_narrow_words = sample.largest_out_degree <= packed_word<std::uint16_t>::max_low;
  const std::uint64_t bytes_per_word =
      fits_narrow_words ? planned_entry_bytes(sample.max_margin) : sizeof(std::uint32_t);
  return static_cast<double>(sample.positions) *
         (static_cast<double>(bytes_per_word) + listed_share * sizeof(std::uint32_t) +
          sample.arrivals_per_position * bytes_per_arrival);
}

/// Bytes of an edge in its bucket, see edge_buckets.hpp: two for its target, and one for the step from the last source
/// in the bucket, or two where sources are farther apart.
[[nodiscard]] inline double bytes_per_listed_edge(const graph_sample& sample) {
  constexpr double max_step_of_a_byte = 64;  // with a sign, in 7 bits
  const auto buckets = static_cast<double>(edge_buckets::num_buckets(sample.positions));
  return edge_buckets::min_bytes_per_edge + (buckets > max_step_of_a_byte * sample.edges_per_position ? 1 : 0);
}

}  // namespace zermelo::detail
