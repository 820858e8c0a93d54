// SPDX-License-Identifier: MIT
// The expected memory of retrograde analysis, for the estimates of engines: words, lists and waiting edges, without
// stored predecessors.
#pragma once

#include <algorithm>
#include <cstdint>

#include <zermelo/core/graph/edge_buckets.hpp>
#include <zermelo/core/positions/graph_sample.hpp>
#include <zermelo/core/value/packed_word.hpp>

namespace zermelo {

/// The bytes of an entry in a value_table for distances and margins up to these bounds.
[[nodiscard]] constexpr std::uint64_t entry_bytes(std::uint32_t distance_bound, std::uint32_t margin_bound) noexcept {
  using layout = word_layout<std::uint16_t>;
  const unsigned margin_bits = margin_bits_of(margin_bound);
  const bool is_narrow = layout::has_space(margin_bits) && distance_bound <= layout(margin_bits).max_distance();
  return is_narrow ? sizeof(std::uint16_t) : sizeof(std::uint32_t);
}

/// The bytes of an entry in estimates before a solve. Assumes distances up to 254 plies; greater ones are rare in games
/// with margins.
[[nodiscard]] constexpr std::uint64_t planned_entry_bytes(std::uint32_t max_margin) noexcept {
  constexpr std::uint32_t planned_plies = 254;
  return entry_bytes(planned_plies, max_margin);
}

}  // namespace zermelo

namespace zermelo::detail {

/// Bytes per position while waves propagate: its word, its share of three lists of positions to propagate (of the
/// current wave, of the next wave, and of later waves), and the boundary values. Each list has at most 1/32 of the
/// positions, see `max_listed_vertices`. All winning moves to the outside are one boundary value, and so are all losing
/// ones.
[[nodiscard]] inline double bytes_of_propagation(const graph_sample& sample) {
  constexpr double listed_share = 3.0 / 32;
  constexpr double max_boundary_values_per_position = 2;
  constexpr double bytes_per_boundary_value = 2;  // a gap of a list that grows in steps, see boundary_list.hpp
  const bool fits_narrow_words = sample.largest_out_degree <= packed_word<std::uint16_t>::max_low;
  const std::uint64_t bytes_per_word =
      fits_narrow_words ? planned_entry_bytes(sample.max_margin) : sizeof(std::uint32_t);
  return static_cast<double>(bytes_per_word) + listed_share * sizeof(std::uint32_t) +
         std::min(max_boundary_values_per_position, sample.leaving_moves_per_position) * bytes_per_boundary_value;
}

/// Bytes per edge in its bucket, see edge_buckets.hpp: two for its target, and one for the step from the last source in
/// the bucket, or two if sources are farther apart.
[[nodiscard]] inline double bytes_per_listed_edge(const graph_sample& sample) {
  constexpr double max_step_of_a_byte = 64;  // with a sign, in 7 bits
  const auto buckets = static_cast<double>(edge_buckets::num_buckets(sample.positions));
  return edge_buckets::min_bytes_per_edge + (buckets > max_step_of_a_byte * sample.edges_per_position ? 1 : 0);
}

}  // namespace zermelo::detail
