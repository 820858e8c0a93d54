// SPDX-License-Identifier: MIT
// Tests lists of the vertices of a wave, also beyond 2^32 vertices, and boundary lists in the order of insertion.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <zermelo/core/base/random.hpp>
#include <zermelo/core/waves/boundary_list.hpp>
#include <zermelo/core/waves/vertex_list.hpp>

namespace zermelo::vertex_list_test {
namespace {

using detail::vertex_list;
using detail::vertex_pieces;
using detail::vertex_span;

constexpr std::uint64_t half = std::uint64_t{1} << 32;

/// Vertices on both sides of the boundaries between halves, unordered.
const std::vector<std::uint64_t>& vertices_around_halves() {
  static const std::vector<std::uint64_t> vertices = {half,     0,        half - 1,     3 * half + 7, 1, half + 1,
                                                      half * 5, half - 2, 3 * half - 1, 3 * half,     2, half * 5 - 1};
  return vertices;
}

vertex_pieces pieces_of(const std::vector<std::uint64_t>& vertices) {
  vertex_list list;
  for (const std::uint64_t v : vertices) list.push_back(v);
  vertex_pieces pieces;
  pieces.add(std::move(list));
  return pieces;
}

std::vector<std::uint64_t> sorted(std::vector<std::uint64_t> vertices) {
  std::sort(vertices.begin(), vertices.end());
  return vertices;
}

TEST(vertex_pieces, preserve_order_among_vertices_with_equal_high_bits) {
  std::vector<std::uint64_t> found;
  pieces_of({half + 2, 5, half + 1, 3, 4}).for_each([&](std::uint64_t v) { found.push_back(v); });
  EXPECT_EQ(found, (std::vector<std::uint64_t>{5, 3, 4, half + 2, half + 1}));
}

/// `count` distinct numbers below `end`, about evenly distributed, unordered.
std::vector<std::uint64_t> scattered(std::uint64_t seed, std::uint64_t count, std::uint64_t end) {
  zermelo::random_generator random(seed);
  std::vector<std::uint64_t> numbers;
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::uint64_t first = end / count * i;
    numbers.push_back(first + random.below(end / count));
  }
  for (std::uint64_t i = count; i > 1; --i) std::swap(numbers[i - 1], numbers[random.below(i)]);
  return numbers;
}

TEST(vertex_pieces, sort_vertices_of_any_number_and_density) {
  // Few and many vertices, far apart and adjacent, below and above a half.
  const std::vector<std::pair<std::uint64_t, std::uint64_t>> cases{
      {1, 1},        {10'000, 10'000},     {5'000, 100'000}, {200'000, 1 << 24}, {50'000, 60'000},
      {4'096, half}, {200'000, 1'000'000}, {300'000, half},  {50'000, 3 * half}};
  for (const auto& [count, end] : cases) {
    const std::vector<std::uint64_t> numbers = scattered(count, count, end);
    for (const std::uint64_t num_pieces : {1U, 3U}) {
      vertex_pieces pieces;
      const std::uint64_t of_piece = numbers.size() / num_pieces;
      for (std::uint64_t i = 0; i < num_pieces; ++i) {
        const auto first = numbers.begin() + static_cast<std::ptrdiff_t>(i * of_piece);
        pieces.add(
            pieces_of({first, i + 1 == num_pieces ? numbers.end() : first + static_cast<std::ptrdiff_t>(of_piece)}));
      }
      pieces.sort(num_pieces > 1);
      EXPECT_EQ(pieces.size(), numbers.size());
      std::vector<std::uint64_t> found;
      pieces.for_each([&](std::uint64_t v) { found.push_back(v); });
      EXPECT_TRUE(found == sorted(numbers)) << count << " below " << end << " in " << num_pieces;
    }
  }
}

TEST(vertex_pieces, sort_dense_vertices_among_sparse_ones) {
  std::vector<std::uint64_t> numbers = scattered(5, 6'000, 4'000'000'000);
  for (std::uint64_t i = 0; i < 60'000; ++i) {  // up to the last number of a half, with one full and one partial bucket
    if (i % 3 != 0) numbers.push_back(half - 1 - i * 64);
  }
  for (std::uint64_t i = 0; i < 30'000; ++i) numbers.push_back(4'100'000'000 + i);
  numbers.push_back(half - 1);
  std::vector<std::uint64_t> expected = sorted(numbers);
  expected.erase(std::unique(expected.begin(), expected.end()), expected.end());
  vertex_pieces pieces = pieces_of({expected.rbegin(), expected.rend()});
  pieces.sort(false);
  std::vector<std::uint64_t> found;
  pieces.for_each([&](std::uint64_t v) { found.push_back(v); });
  EXPECT_TRUE(found == expected);
}

TEST(vertex_pieces, ranges_have_at_most_the_given_size_and_contain_every_vertex) {
  for (const unsigned most : {1U, 2U, 3U, 100U}) {
    vertex_pieces pieces = pieces_of(vertices_around_halves());
    pieces.add(pieces_of({half, 9}));
    std::vector<std::uint64_t> found;
    for (const vertex_span& range : pieces.ranges(most)) {
      EXPECT_GE(range.low_halves.size(), 1U);
      EXPECT_LE(range.low_halves.size(), most);
      for (const std::uint32_t low : range.low_halves) found.push_back(range.base + low);
    }
    std::vector<std::uint64_t> expected = vertices_around_halves();
    expected.insert(expected.end(), {half, 9});
    EXPECT_EQ(sorted(found), sorted(expected)) << most;
  }
}

TEST(vertex_pieces, are_empty_initially) {
  EXPECT_TRUE(vertex_pieces().empty());
  EXPECT_TRUE(pieces_of({}).empty());
  EXPECT_FALSE(pieces_of({half}).empty());
}

TEST(vertex_pieces, count_but_discard_vertices_beyond_the_limit) {
  vertex_list full;
  for (std::uint64_t v = 0; v < 10; ++v) full.push_back(v, 4);
  EXPECT_FALSE(full.is_complete());
  EXPECT_EQ(full.size(), 10U);
  vertex_pieces pieces = pieces_of({1, 2, 3});
  pieces.add(std::move(full));
  EXPECT_FALSE(pieces.is_complete());
  EXPECT_EQ(pieces.size(), 13U);
  pieces.add(pieces_of({4, 5}));
  EXPECT_EQ(pieces.size(), 15U);
  vertex_pieces all = pieces_of({6});
  all.add(std::move(pieces));
  EXPECT_FALSE(all.is_complete());
  EXPECT_EQ(all.size(), 16U);
}

using detail::boundary_list;

[[nodiscard]] std::vector<std::uint64_t> listed(const boundary_list& list) {
  std::vector<std::uint64_t> vertices;
  for (const boundary_list::chunk& chunk : list.chunks()) {
    chunk.for_each([&vertices](std::uint64_t v) { vertices.push_back(v); });
  }
  return vertices;
}

TEST(boundary_list, returns_added_vertices) {
  constexpr std::uint64_t greatest = std::numeric_limits<std::uint64_t>::max();
  random_generator random(7);
  std::vector<std::uint64_t> expected{0, 0, 127, 128, 5, 4, greatest, 0, 1};
  std::uint64_t v = 0;
  for (int i = 0; i < 100'000; ++i) {
    v += random.below(i % 1000 == 0 ? std::uint64_t{1} << 40 : 300);
    if (i % 5000 == 0) v = random.below(1000);  // another block
    expected.push_back(v);
  }
  boundary_list list;
  EXPECT_TRUE(list.empty());
  for (const std::uint64_t u : expected) list.push_back(u);
  EXPECT_EQ(list.size(), expected.size());
  EXPECT_GT(list.chunks().size(), 1U);
  EXPECT_EQ(listed(list), expected);
}

TEST(boundary_list, appends_another_list) {
  boundary_list first;
  boundary_list second;
  for (std::uint64_t v = 10; v != 20; ++v) first.push_back(v);
  for (std::uint64_t v = 5; v != 12; ++v) second.push_back(v);
  std::vector<std::uint64_t> expected = listed(first);
  const std::vector<std::uint64_t> more = listed(second);
  expected.insert(expected.end(), more.begin(), more.end());
  first.append(std::move(second));
  EXPECT_EQ(listed(first), expected);
  first.push_back(13);
  expected.push_back(13);
  EXPECT_EQ(listed(first), expected);
  EXPECT_EQ(first.size(), expected.size());
}

}  // namespace
}  // namespace zermelo::vertex_list_test
