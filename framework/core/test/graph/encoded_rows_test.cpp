// SPDX-License-Identifier: MIT
// Rows that are stored encoded: the same rows as were listed, however many threads store them and however wide they
// are, and graphs to Boost.Graph.
#include <algorithm>
#include <cstdint>
#include <limits>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/random.hpp>
#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/graph/edge_buckets.hpp>
#include <zermelo/core/graph/encode_rows.hpp>
#include <zermelo/core/graph/gap_rows.hpp>
#include <zermelo/core/graph/packed_rows.hpp>
#include <zermelo/core/graph/repeated_rows.hpp>
#include <zermelo/core/graph/row_memory.hpp>
#include <zermelo/core/graph/row_references.hpp>
#include <zermelo/core/graph/row_sample.hpp>

#include "visitors.hpp"

namespace zermelo::test::encoded_rows_test {
namespace {

using plain_rows = std::vector<std::vector<std::uint64_t>>;

[[nodiscard]] row_lister lister_of(const plain_rows& rows) {
  return [&rows](std::uint64_t begin, std::uint64_t end, listed_rows& out) {
    for (std::uint64_t v = begin; v != end; ++v) {
      for (const std::uint64_t to : rows[v]) out.targets().push(to);
      out.end_row();
    }
  };
}

template <class Builder>
[[nodiscard]] typename Builder::rows encoded(const plain_rows& rows, bool is_narrow, unsigned threads) {
  return encode_rows<Builder>({rows.size(), is_narrow}, lister_of(rows), threads, silent);
}

[[nodiscard]] std::uint64_t count_targets(const plain_rows& rows) {
  std::uint64_t count = 0;
  for (const auto& row : rows) count += row.size();
  return count;
}

/// Each row sorted.
[[nodiscard]] plain_rows sorted(plain_rows rows) {
  for (auto& row : rows) std::sort(row.begin(), row.end());
  return rows;
}

template <class Rows>
[[nodiscard]] plain_rows decoded(const Rows& rows) {
  plain_rows all(rows.num_rows());
  for (std::uint64_t v = 0; v < all.size(); ++v) {
    rows.for_each_target(v, [&](std::uint64_t to) { all[v].push_back(to); });
  }
  return sorted(std::move(all));
}

template <class Builder>
void expect_kept(const plain_rows& rows, bool is_narrow) {
  const plain_rows expected = sorted(rows);
  for (const unsigned threads : {1U, 2U, 4U, 20U}) {
    const auto stored = encoded<Builder>(rows, is_narrow, threads);
    ASSERT_EQ(stored.num_rows(), rows.size());
    ASSERT_EQ(stored.num_targets(), count_targets(rows));
    ASSERT_TRUE(decoded(stored) == expected) << threads << " threads";
  }
}

void expect_kept_by_all(const plain_rows& rows) {
  for (const bool is_narrow : {true, false}) {
    SCOPED_TRACE(is_narrow ? "narrow" : "wide");
    expect_kept<repeated_rows_builder>(rows, is_narrow);
    expect_kept<gap_rows_builder>(rows, is_narrow);
  }
}

/// Rows of up to `most` targets anywhere below `bound`.
[[nodiscard]] plain_rows random_rows(std::uint64_t seed, std::size_t size, std::uint64_t most, std::uint64_t bound,
                                     std::uint64_t empty_one_in) {
  random_generator random(seed);
  plain_rows rows(size);
  for (auto& row : rows) {
    if (random.below(empty_one_in) == 0) continue;
    row.resize(random.below(most + 1));
    for (std::uint64_t& to : row) to = random.below(bound);
  }
  return rows;
}

TEST(encoded_rows, random_rows_are_kept) {
  constexpr std::uint64_t all = std::numeric_limits<std::uint32_t>::max();
  expect_kept_by_all({});
  expect_kept_by_all({{}});
  expect_kept_by_all({{0, 0, 0}});
  expect_kept_by_all(random_rows(1, 63, 20, 63, 3));
  expect_kept_by_all(random_rows(2, 30'000, 12, 30'000, 1'000));
  expect_kept_by_all(random_rows(3, 30'000, 12, all, 2));  // half of them empty
  expect_kept_by_all(plain_rows(10'000));
}

TEST(encoded_rows, targets_of_every_size_are_kept) {
  constexpr std::uint64_t half = std::uint64_t{1} << 31;
  constexpr std::uint64_t last = std::numeric_limits<std::uint32_t>::max();
  expect_kept_by_all(
      {{last}, {0, last}, {half, half + 1}, {half - 1, 255, 256}, {65'535, 65'536, 1U << 24U, last - 1}});
  // What only wide ones hold.
  constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  const plain_rows wide{{most - 1}, {0, most - 1}, {std::uint64_t{1} << 63, std::uint64_t{1} << 32}, {last, last + 1}};
  expect_kept<repeated_rows_builder>(wide, false);
  expect_kept<gap_rows_builder>(wide, false);
}

TEST(encoded_rows, long_rows_among_short_ones_are_kept) {
  plain_rows rows = random_rows(4, 6'000, 3, 6'000, 10);
  random_generator random(5);
  // More than a byte counts; more bytes in a group than two count; the latter in every group of a block.
  for (const std::size_t v : {std::size_t{0}, std::size_t{100}, std::size_t{4'095}, std::size_t{4'096}}) {
    rows[v].resize(254 + v % 3);
    for (std::uint64_t& to : rows[v]) to = random.below(6'000);
  }
  for (std::size_t v = 200; v < 4'000; v += 50) {
    rows[v].resize(40'000);
    for (std::uint64_t& to : rows[v]) to = random.below(std::numeric_limits<std::uint32_t>::max());
  }
  expect_kept_by_all(rows);
}

/// Rows of the same differences, in turn, apart from the first and the last.
[[nodiscard]] plain_rows regular_rows(std::size_t size, std::size_t num_patterns) {
  plain_rows rows(size);
  for (std::size_t v = 100; v + 100 < size; ++v) {
    for (std::size_t i = 0; i <= 8; ++i)
      rows[v].push_back(v - 50 + 11 * i + v % num_patterns % 7 + i * (v % num_patterns));
    for (std::uint64_t& to : rows[v]) to %= size;
  }
  return rows;
}

TEST(repeated_rows, rows_of_few_patterns_take_two_bytes_and_threads_share_a_dictionary) {
  constexpr std::size_t size = 200'000;
  const plain_rows rows = regular_rows(size, 5);
  std::set<std::uint64_t> num_patterns;
  for (const unsigned threads : {1U, 2U, 8U}) {
    const repeated_rows stored = encoded<repeated_rows_builder>(rows, true, threads);
    EXPECT_TRUE(decoded(stored) == sorted(rows));
    num_patterns.insert(stored.num_patterns());
    EXPECT_LT(stored.bytes(), size * 22 / 10);
    EXPECT_GT(stored.bytes(), size * 19 / 10);
  }
  EXPECT_EQ(num_patterns.size(), 1U);
  EXPECT_LE(*num_patterns.begin(), 500U);  // wrapped ones among them
}

TEST(repeated_rows, more_patterns_than_a_dictionary_holds_are_kept) {
  // No two rows are alike, so that 65,535 fill a dictionary: three are not enough.
  constexpr std::size_t size = 200'000;
  plain_rows rows(size);
  random_generator random(7);
  for (std::size_t v = 0; v < size; ++v) rows[v] = {random.below(size), v / 2};
  expect_kept<repeated_rows_builder>(rows, true);
  const repeated_rows stored = encoded<repeated_rows_builder>(rows, true, 1);
  EXPECT_GT(stored.num_patterns(), std::size_t{2} * row_references::none);
}

TEST(gap_rows, near_targets_take_a_byte_and_empty_rows_next_to_nothing) {
  constexpr std::size_t size = 100'000;
  plain_rows rows(size);
  for (std::size_t v = 64; v + 100 < size; ++v) {
    for (std::uint64_t i = 0; i < 16; ++i) rows[v].push_back(v - 60 + 8 * i);
  }
  const gap_rows stored = encoded<gap_rows_builder>(rows, true, 2);
  constexpr double per_row = 2 + 1 + 16 + 4;  // where it begins, its size, gaps, their lengths
  EXPECT_LT(static_cast<double>(stored.bytes()), 1.02 * per_row * size);

  const gap_rows nothing = encoded<gap_rows_builder>(plain_rows(size), true, 2);
  EXPECT_LT(nothing.bytes() * 8, 2 * size);
}

TEST(encoded_rows, a_row_that_fills_a_dictionary_leaves_room_for_the_next) {
  constexpr std::uint64_t in_long_row = 8'400'000;  // over 64 MiB, 8 bytes each
  const std::uint64_t num_rows = 6'000;
  const row_lister list = [&](std::uint64_t begin, std::uint64_t end, listed_rows& out) {
    for (std::uint64_t v = begin; v != end; ++v) {
      const std::uint64_t size = v == 100 ? in_long_row : 1 + v % 3;
      for (std::uint64_t i = 0; i < size; ++i) out.targets().push((v * v + i) % num_rows);
      out.end_row();
    }
  };
  const auto stored = encode_rows<repeated_rows_builder>({num_rows, false}, list, 1, silent);
  std::uint64_t targets = 0;
  std::uint64_t wrong = 0;
  for (std::uint64_t v = 0; v < num_rows; ++v) {
    std::uint64_t i = 0;
    stored.for_each_target(v, [&](std::uint64_t to) { wrong += to != (v * v + i++) % num_rows ? 1 : 0; });
    targets += i;
  }
  EXPECT_EQ(wrong, 0U);
  EXPECT_EQ(targets, stored.num_targets());
  EXPECT_GT(targets, in_long_row);
}

TEST(encoded_rows, more_patterns_than_expected_are_given_up) {
  const plain_rows rows = random_rows(9, 30'000, 4, 30'000, 5);
  for (const unsigned threads : {1U, 3U}) {
    const rows_to_store few{rows.size(), true, 100'000};
    EXPECT_THROW((void)encode_rows<repeated_rows_builder>(few, lister_of(rows), threads, silent), too_many_patterns);
    const rows_to_store enough{rows.size(), true, 10'000'000};
    EXPECT_EQ(encode_rows<repeated_rows_builder>(enough, lister_of(rows), threads, silent).num_targets(),
              count_targets(rows));
  }
}

TEST(encoded_rows, what_a_lister_throws_is_passed_on) {
  const plain_rows rows = random_rows(8, 50'000, 4, 50'000, 5);
  for (const unsigned threads : {1U, 2U}) {
    const row_lister failing = [&](std::uint64_t begin, std::uint64_t end, listed_rows& out) {
      if (begin >= 20'480) throw input_error("a row that cannot be listed");
      lister_of(rows)(begin, end, out);
    };
    EXPECT_THROW((void)encode_rows<gap_rows_builder>({rows.size(), true}, failing, threads, silent), input_error);
    EXPECT_THROW((void)encode_rows<repeated_rows_builder>({rows.size(), true}, failing, threads, silent), input_error);
  }
}

using edge_list = std::vector<std::pair<std::uint64_t, std::uint64_t>>;  ///< source, target

[[nodiscard]] edge_list edges_of(const plain_rows& rows) {
  edge_list edges;
  for (std::uint64_t from = rows.size(); from-- > 0;) {  // in no order that anything could lean on
    for (const std::uint64_t to : rows[from]) edges.emplace_back(from, to);
  }
  return edges;
}

/// Expects that rows of the transpose, made of edges that some threads have listed by turns, have these and no others.
template <class Builder>
void expect_transposed(const rows_to_store& sizes, edge_list edges, std::size_t num_lists, unsigned threads) {
  edges_of_threads lists;
  for (std::size_t i = 0; i < num_lists; ++i) lists.emplace_back(sizes.num_rows);
  for (std::size_t i = 0; i < edges.size(); ++i) {
    // Alone, and in stretches.
    lists[(i < 3'000 ? i : i / 1'000) % num_lists].add(edges[i].first, edges[i].second);
  }
  const auto rows = encode_transposed<Builder>(sizes, std::move(lists), threads, silent);
  ASSERT_EQ(rows.num_rows(), sizes.num_rows);
  if constexpr (requires { rows.num_targets(); }) {
    ASSERT_EQ(rows.num_targets(), edges.size());
  }
  edge_list found;
  for (std::uint64_t v = 0; v < sizes.num_rows; ++v) {
    rows.for_each_target(v, [&](std::uint64_t from) { found.emplace_back(from, v); });
  }
  std::sort(found.begin(), found.end());
  std::sort(edges.begin(), edges.end());
  ASSERT_TRUE(found == edges) << sizes.num_rows << " rows, " << threads << " threads";
}

template <class Builder>
class transposes : public testing::Test {};
using encodings = testing::Types<repeated_rows_builder, gap_rows_builder, packed_rows_builder>;
TYPED_TEST_SUITE(transposes, encodings);

TYPED_TEST(transposes, edges_that_were_listed_forwards_are_rows_backwards) {
  plain_rows to_one_vertex(100'000);
  for (auto& row : to_one_vertex) row.assign(3, 99'999);
  for (const plain_rows& rows : {plain_rows{}, plain_rows{{0}}, random_rows(21, 1, 5, 1, 2),
                                 random_rows(22, 65'536, 5, 65'536, 9), random_rows(23, 200'000, 6, 200'000, 3),
                                 random_rows(24, 150'000, 9, 70'000, 3), regular_rows(140'000, 3), to_one_vertex}) {
    for (const bool is_narrow : {true, false}) {
      for (const unsigned threads : {1U, 2U, 5U}) {
        expect_transposed<TypeParam>({rows.size(), is_narrow}, edges_of(rows), threads, threads);
      }
    }
  }
}

TEST(row_references, every_mixture_of_empty_rows_is_found_again) {
  random_generator random(9);
  for (const std::size_t size : {std::size_t{1}, std::size_t{64}, std::size_t{1'000}, std::size_t{4'096}}) {
    for (const std::uint64_t empty_in_100 : {0U, 1U, 6U, 7U, 50U, 97U, 100U}) {
      std::vector<std::uint16_t> references(size);
      for (std::uint16_t& each : references) {
        each = random.below(100) < empty_in_100 ? row_references::none
                                                : static_cast<std::uint16_t>(random.below(row_references::none));
      }
      std::vector<std::uint16_t> block;
      row_references::encode(references, block);
      for (unsigned row = 0; row < size; ++row) {
        ASSERT_EQ(row_references::find(block.data(), row), references[row]) << row << ", " << empty_in_100;
      }
    }
  }
}

TEST(packed_rows, have_the_edges_of_all_threads_in_every_width) {
  random_generator random(15);
  constexpr std::uint64_t max_rows_of_3_bytes = std::uint64_t{1} << 24;
  EXPECT_EQ(packed_rows::bytes_per_target({max_rows_of_3_bytes, true}), 3U);
  EXPECT_EQ(packed_rows::bytes_per_target({max_rows_of_3_bytes + 1, true}), 4U);
  EXPECT_EQ(packed_rows::bytes_per_target({65, false}), 8U);
  // Sizes around those of groups and buckets, and one of 4 bytes.
  for (const std::uint64_t size : {std::uint64_t{1}, std::uint64_t{64}, std::uint64_t{65}, std::uint64_t{65'536},
                                   std::uint64_t{200'001}, max_rows_of_3_bytes + 1}) {
    edge_list edges;
    for (int i = 0; i < 20'000; ++i) edges.emplace_back(random.below(size), random.below(size));
    for (int i = 0; i < 100; ++i) {
      edges.emplace_back(size - 1, size - 1 - random.below(std::min<std::uint64_t>(size, 5)));
    }
    for (const unsigned threads : {1U, 2U}) {
      expect_transposed<packed_rows_builder>({size, true}, edges, 3, threads);
      if (size < max_rows_of_3_bytes) expect_transposed<packed_rows_builder>({size, false}, edges, 3, threads);
    }
  }
}

TEST(packed_rows, a_group_may_have_more_targets_than_its_starts_count) {
  constexpr std::uint64_t size = 130'000;
  for (const std::uint64_t hub_edges : {65'534U, 65'535U, 65'536U, 300'000U}) {
    for (const std::uint64_t hub : {std::uint64_t{64}, std::uint64_t{100}, size - 1}) {
      edge_list edges;
      for (std::uint64_t i = 0; i < hub_edges; ++i) edges.emplace_back(i % size, hub);
      for (const std::uint64_t to : {hub - 1, hub - 64, std::uint64_t{0}, size - 1}) edges.emplace_back(7, to);
      for (const bool is_narrow : {true, false}) expect_transposed<packed_rows_builder>({size, is_narrow}, edges, 3, 2);
    }
  }
}

TEST(row_memory, keeps_what_is_put_in_where_it_is) {
  row_memory memory;
  random_generator random(10);
  std::vector<std::pair<std::span<const std::uint32_t>, std::vector<std::uint32_t>>> kept;
  std::uint64_t bytes = 0;
  for (std::size_t i = 0; i < 300; ++i) {
    std::vector<std::uint32_t> values(random.below(i % 100 == 0 ? 200'000 : 300));
    for (std::uint32_t& value : values) value = static_cast<std::uint32_t>(random());
    kept.emplace_back(std::span(memory.put(std::span<const std::uint32_t>(values)), values.size()), values);
    bytes += values.size() * sizeof(std::uint32_t);
  }
  for (const auto& [place, values] : kept)
    ASSERT_TRUE(std::equal(place.begin(), place.end(), values.begin(), values.end()));
  EXPECT_GE(memory.size(), bytes);
  EXPECT_LT(memory.size(), bytes + 8 * kept.size());
}

/// What a sample of every `step`th row chooses.
[[nodiscard]] encoding_choice chosen_for(plain_rows rows, std::size_t step,
                                         edge_source edges_from = edge_source::predecessors) {
  row_sample sample(rows.size());
  for (std::size_t v = 0; v < rows.size(); v += step) sample.add(v, rows[v]);
  return sample.choose(edges_from);
}

TEST(row_sample, chooses_what_takes_least_and_knows_how_much) {
  constexpr std::size_t size = 200'000;
  constexpr std::size_t step = 101;
  const auto per_row = [](const auto& rows) {
    return static_cast<double>(rows.bytes()) / static_cast<double>(rows.num_rows());
  };
  const plain_rows regular = regular_rows(size, 60);
  const encoding_choice patterns = chosen_for(regular, step);
  EXPECT_EQ(patterns.rows, row_encoding::patterns);
  const double measured = per_row(encoded<repeated_rows_builder>(regular, true, 1));
  EXPECT_NEAR(patterns.bytes_per_row, measured, 0.1 * measured);

  plain_rows near = random_rows(11, size, 20, 200, 4);
  for (std::size_t v = 0; v < size; ++v) {
    for (std::uint64_t& to : near[v]) to = (to * to + v) % size;
  }
  const encoding_choice gaps = chosen_for(near, step);
  EXPECT_EQ(gaps.rows, row_encoding::gaps);
  const double of_gaps = per_row(encoded<gap_rows_builder>(near, true, 1));
  EXPECT_NEAR(gaps.bytes_per_row, of_gaps, 0.1 * of_gaps);
  // Of transposed moves, which wait in buckets first, gaps save too little.
  EXPECT_EQ(chosen_for(near, step, edge_source::successors).rows, row_encoding::numbers);
  EXPECT_EQ(chosen_for(regular, step, edge_source::successors).rows, row_encoding::patterns);

  // Five targets anywhere: a gap takes nearly as much as a number.
  constexpr std::uint64_t many = 4'000'000'000;
  random_generator random(12);
  row_sample scattered(many);
  for (std::uint64_t i = 0; i < 1'000; ++i) {
    std::vector<std::uint64_t> row(5);
    for (std::uint64_t& to : row) to = random.below(many);
    scattered.add(i * (many / 1'000), row);
  }
  EXPECT_EQ(scattered.choose(edge_source::predecessors).rows, row_encoding::numbers);
  EXPECT_EQ(chosen_for(plain_rows(size), step).rows, row_encoding::numbers);
  EXPECT_EQ(chosen_for({}, step).rows, row_encoding::numbers);
}

}  // namespace
}  // namespace zermelo::test::encoded_rows_test
