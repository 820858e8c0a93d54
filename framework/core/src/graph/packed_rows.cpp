// SPDX-License-Identifier: MIT
#include <zermelo/core/graph/packed_rows.hpp>

#include <algorithm>
#include <limits>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/base/per_thread.hpp>

namespace zermelo {
namespace {

/// [bucket]: the number of edges before it; followed by the number of all edges.
[[nodiscard]] std::vector<std::uint64_t> edges_in_front(const edges_of_threads& edges, std::uint64_t num_buckets) {
  std::vector<std::uint64_t> sums(num_buckets + 1, 0);
  for (const edge_buckets& of_thread : edges) {
    for (std::uint64_t b = 0; b < num_buckets; ++b) sums[b + 1] += of_thread.num_edges(b);
  }
  std::inclusive_scan(sums.begin(), sums.end(), sums.begin());
  return sums;
}

}  // namespace

packed_rows::packed_rows(const rows_to_store& sizes, edges_of_threads edges, unsigned threads, work_monitor& monitor)
    : m_num_rows(sizes.num_rows),
      m_bytes_per_target(bytes_per_target(sizes.num_vertices)),
      m_mask(std::numeric_limits<std::uint64_t>::max() >> 8 * (sizeof(std::uint64_t) - m_bytes_per_target)),
      m_groups((sizes.num_rows + rows_per_group - 1) / rows_per_group),
      m_starts(m_groups.size() * starts_per_group) {
  monitor.phase("transpose", sizes.num_rows);
  switch (m_bytes_per_target) {
    case 3: fill<3>(edges, threads, monitor); return;
    case sizeof(std::uint32_t): fill<sizeof(std::uint32_t)>(edges, threads, monitor); return;
    default: fill<sizeof(std::uint64_t)>(edges, threads, monitor);
  }
}

template <unsigned Bytes>
void packed_rows::fill(edges_of_threads& edges, unsigned threads, work_monitor& monitor) {
  static_assert(edge_buckets::targets_per_bucket % rows_per_group == 0);
  constexpr std::uint64_t bytes_of_long_starts = starts_per_group * long_start_bytes;
  const std::vector<std::uint64_t> in_front = edges_in_front(edges, edge_buckets::num_buckets(m_num_rows));
  // Space for the edges, and for the starts of the greatest possible number of long groups.
  const auto bytes_for = [](std::uint64_t num_edges) {
    return num_edges * Bytes + num_edges / max_short_group * bytes_of_long_starts;
  };
  m_bytes = uninitialized_array<std::uint8_t>(bytes_for(in_front.back()) + sizeof(std::uint64_t));
  std::uint8_t* const bytes = m_bytes.data();
  per_thread<std::vector<std::uint64_t>> starts;  // [row of the bucket]: initially the row's size
  for_each_block(
      m_num_rows, threads, monitor,
      [&](std::uint64_t begin, std::uint64_t end) {
        const std::uint64_t bucket = begin / edge_buckets::targets_per_bucket;
        const auto pause = [&monitor] { monitor.check_stop(); };
        std::vector<std::uint64_t>& start = starts.local();
        start.assign(end - begin, 0);
        for (const edge_buckets& of_thread : edges) {
          of_thread.for_each_edge(bucket, [&start](std::uint64_t, std::uint16_t to) { ++start[to]; }, pause);
        }
        std::uint64_t at = bytes_for(in_front[bucket]);
        for (std::uint64_t first = begin; first < end; first += rows_per_group) {
          const auto rows = std::span(start).subspan(first - begin, std::min(rows_per_group, end - first));
          const bool is_long = std::accumulate(rows.begin(), rows.end(), std::uint64_t{0}) > max_short_group;
          const std::uint64_t group = at;
          m_groups[first / rows_per_group] = group << 1 | std::uint64_t{is_long};
          if (is_long) at += bytes_of_long_starts;
          std::uint64_t sum = 0;
          for (std::uint64_t i = 0; i < starts_per_group; ++i) {
            if (is_long) {
              std::memcpy(bytes + group + i * long_start_bytes, &sum, long_start_bytes);
            } else {
              m_starts[start_of(first) + i] = static_cast<std::uint16_t>(sum);
            }
            if (i >= rows.size()) continue;
            sum += std::exchange(rows[i], at + sum * Bytes);
          }
          at += sum * Bytes;
        }
        for (edge_buckets& of_thread : edges) {
          of_thread.take_edges(
              bucket,
              [&start, bytes](std::uint64_t from, std::uint16_t to) {
                std::memcpy(bytes + start[to], &from, Bytes);
                start[to] += Bytes;
              },
              pause);
        }
      },
      edge_buckets::targets_per_bucket);
}

packed_rows::row_location packed_rows::row_in_long_group(const std::uint8_t* start, std::uint64_t row) const noexcept {
  std::uint64_t starts[2];
  std::memcpy(starts, start + row * long_start_bytes, sizeof(starts));
  const std::uint8_t* const targets = start + starts_per_group * long_start_bytes;
  return {targets + starts[0] * m_bytes_per_target, targets + starts[1] * m_bytes_per_target};
}

}  // namespace zermelo
