// SPDX-License-Identifier: MIT
// Tests that the rows of a transposed graph store the edges that threads have listed, for any number and width.
#include <zermelo/core/graph/packed_rows.hpp>

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <zermelo/core/base/random.hpp>
#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/graph/edge_buckets.hpp>

namespace zermelo::test::packed_rows_test {
namespace {

constexpr std::uint64_t vertices_of_3_bytes = std::uint64_t{1} << 24;
constexpr std::uint64_t vertices_of_4_bytes = (std::uint64_t{1} << 32) - 1;

using edge_list = std::vector<std::pair<std::uint64_t, std::uint64_t>>;  ///< source, target

/// Returns up to `most` edges into each of `size` vertices, no edges into about one vertex in `empty_one_in`, and 100
/// edges into the last five vertices.
[[nodiscard]] edge_list random_edges(std::uint64_t seed, std::uint64_t size, std::uint64_t most,
                                     std::uint64_t num_vertices, std::uint64_t empty_one_in) {
  random_generator random(seed);
  edge_list edges;
  for (std::uint64_t to = 0; to < size; ++to) {
    if (random.below(empty_one_in) == 0) continue;
    for (std::uint64_t i = random.below(most + 1); i > 0; --i) edges.emplace_back(random.below(num_vertices), to);
  }
  for (std::uint64_t i = 0; i < 100; ++i)
    edges.emplace_back(num_vertices - 1, size - 1 - i % std::min<std::uint64_t>(size, 5));
  return edges;
}

/// Expects that the rows have exactly the edges that three threads have listed alternately and in ranges.
void expect_stored(const rows_to_store& sizes, edge_list edges) {
  std::sort(edges.begin(), edges.end());
  for (const unsigned threads : {1U, 2U, 5U}) {
    edges_of_threads lists;
    for (std::size_t i = 0; i < 3; ++i) lists.emplace_back(sizes.num_rows);
    for (std::size_t i = edges.size(); i-- > 0;) {  // in an unspecified order
      lists[(i < 3'000 ? i : i / 1'000) % lists.size()].add(edges[i].first, edges[i].second);
    }
    work_monitor silent;
    const packed_rows rows(sizes, std::move(lists), threads, silent);
    ASSERT_EQ(rows.num_rows(), sizes.num_rows);
    edge_list found;
    for (std::uint64_t v = 0; v < sizes.num_rows; ++v) {
      rows.for_each_target(v, [&](std::uint64_t from) { found.emplace_back(from, v); });
    }
    std::sort(found.begin(), found.end());
    ASSERT_TRUE(found == edges) << sizes.num_rows << " rows, " << threads << " threads";
  }
}

TEST(packed_rows, store_edges_of_all_threads_in_every_width) {
  EXPECT_EQ(packed_rows::bytes_per_target(vertices_of_3_bytes), 3U);
  EXPECT_EQ(packed_rows::bytes_per_target(vertices_of_3_bytes + 1), 4U);
  EXPECT_EQ(packed_rows::bytes_per_target(vertices_of_4_bytes), 4U);
  EXPECT_EQ(packed_rows::bytes_per_target(vertices_of_4_bytes + 1), 8U);
  expect_stored({0, 0}, {});
  // Sizes around those of groups and buckets.
  for (const std::uint64_t size : {1U, 64U, 65U, 65'536U, 200'001U}) {
    for (const std::uint64_t num_vertices : {size, vertices_of_3_bytes + 1, vertices_of_4_bytes + 1}) {
      expect_stored({size, num_vertices}, random_edges(size, size, 6, num_vertices, 3));
      if (HasFatalFailure()) FAIL() << num_vertices << " vertices";
    }
  }
}

TEST(packed_rows, store_groups_of_rows_with_more_than_65535_targets) {
  constexpr std::uint64_t size = 130'000;
  for (const std::uint64_t hub_edges : {65'534U, 65'535U, 65'536U, 300'000U}) {
    for (const std::uint64_t hub : {std::uint64_t{64}, std::uint64_t{100}, size - 1}) {
      edge_list edges;
      for (std::uint64_t i = 0; i < hub_edges; ++i) edges.emplace_back(i % size, hub);
      for (const std::uint64_t to : {hub - 1, hub - 64, std::uint64_t{0}, size - 1}) edges.emplace_back(7, to);
      expect_stored({size, size}, edges);
      expect_stored({size, vertices_of_4_bytes + 1}, edges);
    }
  }
}

}  // namespace
}  // namespace zermelo::test::packed_rows_test
