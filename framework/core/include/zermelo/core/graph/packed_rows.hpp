// SPDX-License-Identifier: MIT
// A transposed graph in rows of numbers, each stored in the fewest bytes that the number of vertices allows.
//
//   a target  3 bytes with up to 2^24 vertices, 4 bytes if 32 bits can number them, otherwise 8
//   a group   64 rows: 8 bytes for its location, and 2 bytes for the start of each row in it. A group of more than
//             65,535 targets is long: it begins with the starts of its rows, in 8 bytes each
//   memory    3, 4 or 8 bytes per edge, 2.2 bytes per vertex
//   walking   two cache misses per row, which `prefetch_start` and `prefetch_targets` hide
//
// Immutable and thread-safe once built.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include <zermelo/core/base/uninitialized_array.hpp>
#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/graph/edge_buckets.hpp>
#include <zermelo/core/graph/graph_access.hpp>

namespace zermelo {

static_assert(std::endian::native == std::endian::little, "numbers of 3 to 8 bytes are read as words of 8");

/// The size of a graph or of a part of a graph.
struct rows_to_store {
  std::uint64_t num_rows = 0;
  std::uint64_t num_vertices = 0;  ///< number of vertices of the graph, which may have more rows
};

class packed_rows {
 public:
  [[nodiscard]] static constexpr unsigned bytes_per_target(std::uint64_t num_vertices) noexcept {
    constexpr std::uint64_t max_vertices_of_3_bytes = std::uint64_t{1} << 24;
    if (num_vertices <= max_vertices_of_3_bytes) return 3;
    return has_narrow_vertices(num_vertices) ? sizeof(std::uint32_t) : sizeof(std::uint64_t);
  }
  /// Bytes per row, not counting its targets.
  static constexpr double bytes_per_row = 2.2;

  packed_rows() = default;
  /// Consumes the edges. The row of a vertex contains the sources of the edges to the vertex, in an order that depends
  /// on the threads. Phase "transpose". @throws interrupted, std::bad_alloc.
  packed_rows(const rows_to_store& sizes, edges_of_threads edges, unsigned threads, work_monitor& monitor);

  [[nodiscard]] std::uint64_t num_rows() const noexcept { return m_num_rows; }

  /// Calls f(target) for the targets of a row.
  template <class Callback>
  [[gnu::always_inline]] void for_each_target(std::uint64_t v, Callback&& f) const {
    const std::uint64_t mask = m_mask;
    const std::size_t step = m_bytes_per_target;
    const row_location row = location_of(v);
    for (const std::uint8_t* at = row.begin; at != row.end; at += step) {
      std::uint64_t to = 0;
      std::memcpy(&to, at, sizeof(to));
      f(to & mask);
    }
  }
  /// Prefetch what a walk of the row reads: first its start, then, when the start is in the cache, its targets.
  void prefetch_start(std::uint64_t v) const noexcept { __builtin_prefetch(m_starts.data() + start_of(v)); }
  void prefetch_targets(std::uint64_t v) const noexcept { __builtin_prefetch(location_of(v).begin); }

 private:
  static constexpr std::uint64_t rows_per_group = 64;
  static constexpr std::uint64_t starts_per_group = rows_per_group + 1;
  static constexpr std::uint64_t max_short_group = 65'535;  // targets
  static constexpr std::uint64_t long_start_bytes = sizeof(std::uint64_t);

  struct row_location {
    const std::uint8_t* begin;
    const std::uint8_t* end;
  };
  [[nodiscard]] static constexpr std::uint64_t start_of(std::uint64_t v) noexcept { return v + v / rows_per_group; }
  [[nodiscard]] [[gnu::always_inline]] row_location location_of(std::uint64_t v) const noexcept {
    const std::uint64_t group = m_groups[v / rows_per_group];
    const std::uint8_t* const start = m_bytes.data() + (group >> 1);
    if ((group & 1) != 0) [[unlikely]]
      return row_in_long_group(start, v % rows_per_group);
    const std::uint16_t* const starts = m_starts.data() + start_of(v);
    return {start + std::uint64_t{starts[0]} * m_bytes_per_target,
            start + std::uint64_t{starts[1]} * m_bytes_per_target};
  }
  [[nodiscard]] row_location row_in_long_group(const std::uint8_t* start, std::uint64_t row) const noexcept;

  template <unsigned Bytes>
  void fill(edges_of_threads& edges, unsigned threads, work_monitor& monitor);

  std::uint64_t m_num_rows = 0;
  unsigned m_bytes_per_target = 0;
  std::uint64_t m_mask = 0;                     ///< the bits that a target may have
  uninitialized_array<std::uint64_t> m_groups;  ///< [group]: twice its location in m_bytes, plus 1 if it is long
  uninitialized_array<std::uint16_t> m_starts;  ///< [group][row]: number of targets before the row in the group;
                                                ///< followed by the number in all its rows
  uninitialized_array<std::uint8_t> m_bytes;    ///< a few bytes longer than all groups
};

}  // namespace zermelo
