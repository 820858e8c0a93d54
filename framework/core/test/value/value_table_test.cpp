// SPDX-License-Identifier: MIT
// Tests solutions in memory: words, entries, signature and summary.
#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <zermelo/core/base/random.hpp>
#include <zermelo/core/base/uninitialized_array.hpp>
#include <zermelo/core/value/outcome_histogram.hpp>
#include <zermelo/core/value/packed_word.hpp>
#include <zermelo/core/value/solution_summary.hpp>
#include <zermelo/core/value/value_table.hpp>

namespace zermelo::value_table_test {
namespace {

constexpr position_value drawn{outcome::draw, no_distance};
constexpr position_value unused{outcome::illegal, no_distance};

template <class Word>
class packed_words : public testing::Test {};
using word_types = testing::Types<std::uint16_t, std::uint32_t>;
TYPED_TEST_SUITE(packed_words, word_types);

TYPED_TEST(packed_words, store_outcome_player_and_distance) {
  using packed = packed_word<TypeParam>;
  for (const player to_move : {player::first, player::second}) {
    for (const outcome o : {outcome::win, outcome::loss, outcome::tie}) {
      for (const std::uint64_t distance : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{packed::max_low}}) {
        const TypeParam word = packed::decided(o, to_move, distance);
        EXPECT_TRUE(packed::is_decided(word));
        EXPECT_EQ(packed::to_move(word), to_move);
        EXPECT_EQ(packed::value(word), (position_value{o, static_cast<std::uint32_t>(distance)}));
      }
    }
    for (const std::uint64_t count : {std::uint64_t{1}, std::uint64_t{packed::max_low}}) {
      const TypeParam word = packed::undecided(to_move, count);
      EXPECT_FALSE(packed::is_decided(word));
      EXPECT_EQ(packed::low(word), count);
      EXPECT_EQ(packed::to_move(word), to_move);
      EXPECT_EQ(packed::value(word), drawn);
    }
    EXPECT_EQ(packed::value(packed::draw(to_move)), drawn);
    EXPECT_EQ(packed::to_move(packed::draw(to_move)), to_move);
  }
  EXPECT_EQ(packed::value(packed::illegal), unused);
}

TEST(packed_word, holds_numbers_of_13_bits_in_narrow_and_29_bits_in_wide_words) {
  EXPECT_EQ(packed_word<std::uint16_t>::max_low, 8191U);
  EXPECT_EQ(packed_word<std::uint32_t>::max_low, (1U << 29) - 1);
}

struct entry {
  position_value value;
  player to_move;
};

value_table table_of(const std::vector<entry>& entries, std::uint32_t max_distance_plies) {
  value_table table = value_table::with_capacity(entries.size(), max_distance_plies);
  for (position p = 0; p < entries.size(); ++p) table.set(p, entries[p].value, entries[p].to_move);
  return table;
}

const std::vector<entry> some_entries{{{outcome::win, 3}, player::first},
                                      {{outcome::loss, 0}, player::second},
                                      {unused, player::first},
                                      {drawn, player::second},
                                      {{outcome::tie, 7}, player::first},
                                      {{outcome::win, 3}, player::second},
                                      {drawn, player::first}};

TEST(value_table, returns_stored_entries_in_both_word_widths) {
  constexpr std::uint32_t narrow_limit = 8191;
  for (const std::uint32_t longest : {narrow_limit, narrow_limit + 1}) {
    const value_table table = table_of(some_entries, longest);
    EXPECT_EQ(table.size(), some_entries.size());
    EXPECT_EQ(table.bytes_per_position(), longest == narrow_limit ? 2U : 4U);
    for (position p = 0; p < table.size(); ++p) {
      EXPECT_EQ(table[p], some_entries[p].value);
      EXPECT_EQ(get(table, p), table[p]);
      if (table[p] == unused) continue;
      EXPECT_EQ(table.to_move(p), some_entries[p].to_move);
    }
  }
}

TEST(value_table, starts_with_illegal_entries_and_rejects_too_large_distances) {
  value_table table = value_table::with_capacity(3, 10);
  for (position p = 0; p < 3; ++p) EXPECT_EQ(table[p], unused);
  EXPECT_THROW(table.set(0, {outcome::win, 8192}, player::first), std::out_of_range);
  EXPECT_THROW(table.set(0, {outcome::tie, no_distance}, player::first), std::out_of_range);
  EXPECT_THROW((void)value_table::with_capacity(1, 1U << 29), std::out_of_range);
  value_table wide = value_table::with_capacity(1, (1U << 29) - 1);
  wide.set(0, {outcome::loss, (1U << 29) - 1}, player::second);
  EXPECT_EQ(wide[0], (position_value{outcome::loss, (1U << 29) - 1}));
}

TEST(solve_signature, equals_the_sum_of_hashes_of_positions_and_values) {
  std::uint64_t expected = 0;
  for (position p = 0; p < some_entries.size(); ++p) {
    const position_value value = some_entries[p].value;
    if (value == unused) continue;
    const std::uint64_t code = static_cast<std::uint64_t>(value.outcome) + 8 * std::uint64_t{value.distance_plies};
    expected += splitmix64_mix(splitmix64_mix(p) + code);
  }
  EXPECT_EQ(summarize(table_of(some_entries, 7), 1).signature, expected);
  EXPECT_EQ(summarize(table_of(some_entries, 8192), 2).signature, expected) << "for both word widths";
}

TEST(solve_signature, matches_recorded_value_for_one_entry) {
  // mix(mix(0) + 1 + 8 * 0) = mix(1)
  EXPECT_EQ(summarize(table_of({{{outcome::win, 0}, player::first}}, 0), 1).signature, 0x5692161d100b05e5U);
  EXPECT_EQ(summarize(table_of({{unused, player::first}}, 0), 1).signature, 0U);
}

TEST(solution_summary, is_independent_of_number_of_threads_and_detects_every_changed_entry) {
  constexpr std::size_t size = 200'000;  // several blocks for each thread
  random_generator random(9);
  std::vector<entry> entries(size);
  for (entry& e : entries) {
    const auto o = static_cast<outcome>(random.below(num_outcomes));
    const bool has_distance = o == outcome::win || o == outcome::loss || o == outcome::tie;
    e.value = {o, has_distance ? static_cast<std::uint32_t>(random.below(1'000)) : no_distance};
    e.to_move = random.below(2) == 0 ? player::first : player::second;
  }
  value_table table = table_of(entries, 1'001);
  const solution_summary serial = summarize(table, 1);
  solution_summary by_entries;
  by_entries.positions = size;
  for (position p = 0; p < size; ++p) {
    if (entries[p].value != unused) by_entries.add(p, entries[p].value, entries[p].to_move);
  }
  EXPECT_EQ(serial, by_entries);
  EXPECT_EQ(summarize(table_of(entries, 8192), 1), serial) << "for wide words";
  for (const unsigned threads : {2U, 4U}) EXPECT_EQ(summarize(table, threads), serial);
  for (int change = 0; change < 100; ++change) {
    const position p = random.below(size);
    const position_value before = table[p];
    const player to_move = entries[p].to_move;
    table.set(p, before == drawn ? unused : drawn, to_move);
    EXPECT_NE(summarize(table, 2).signature, serial.signature);
    table.set(p, before, to_move);
    if (before.distance_plies == no_distance) continue;
    table.set(p, {before.outcome, before.distance_plies + 1}, to_move);
    EXPECT_NE(summarize(table, 2).signature, serial.signature);
    table.set(p, before, to_move);
  }
  EXPECT_EQ(summarize(table, 1), serial);
  // Two swapped entries change the signature.
  std::swap(entries[17], *std::find_if(entries.begin(), entries.end(),
                                       [&](const entry& e) { return e.value != entries[17].value; }));
  EXPECT_NE(summarize(table_of(entries, 1'001), 1).signature, serial.signature);
}

TEST(solution_summary, counts_by_outcome_winner_and_distance) {
  for (const unsigned threads : {1U, 2U}) {
    const value_table table = table_of(some_entries, 7);
    const solution_summary summary = summarize(table, threads);
    EXPECT_EQ(summary.positions, 7U);
    EXPECT_EQ(summary.legal_positions(), 6U);
    EXPECT_EQ(summary.counts, (outcome_counts{2, 1, 1, 2}));
    // The first player wins with the win of the first and the loss of the second; the second wins with its own win.
    EXPECT_EQ(summary.winners, (std::array<std::uint64_t, 2>{2, 1}));
    ASSERT_EQ(summary.by_distance.size(), 8U);
    EXPECT_EQ(summary.by_distance[0], (outcome_counts{0, 1, 0, 0}));
    EXPECT_EQ(summary.by_distance[3], (outcome_counts{2, 0, 0, 0}));
    EXPECT_EQ(summary.by_distance[7], (outcome_counts{0, 0, 1, 0}));
    EXPECT_EQ(summary.max_distance_plies(), 3U);
    EXPECT_EQ(summary.max_tie_plies(), 7U);
    EXPECT_EQ(summary.signature, summarize(table, 1).signature);
  }
}

TEST(solution_summary, has_no_longest_distance_without_decided_positions) {
  const solution_summary summary = summarize(table_of({{drawn, player::first}, {unused, player::first}}, 0), 1);
  EXPECT_EQ(summary.max_distance_plies(), std::nullopt);
  EXPECT_EQ(summary.max_tie_plies(), std::nullopt);
  EXPECT_EQ(summary.counts.draw, 1U);
  const solution_summary nothing = summarize(value_table(), 2);
  EXPECT_EQ(nothing, solution_summary{});
}

TEST(uninitialized_array, preserves_elements_when_moved_for_any_size_up_to_huge_pages) {
  constexpr std::size_t huge = (std::size_t{9} << 20) / sizeof(std::uint32_t) + 3;  // arrays of at least 8 MiB use huge
                                                                                    // pages
  uninitialized_array<std::uint32_t> array;
  EXPECT_EQ(array.size(), 0U);
  for (const std::size_t size : {std::size_t{0}, std::size_t{5}, huge, std::size_t{7}, huge}) {
    uninitialized_array<std::uint32_t> fresh(size);
    for (std::size_t i = 0; i < size; ++i) fresh[i] = static_cast<std::uint32_t>(i * i);
    const std::uint32_t* const data = fresh.data();
    array = std::move(fresh);
    EXPECT_EQ(fresh.size(), 0U);  // NOLINT(bugprone-use-after-move): a moved array is empty
    ASSERT_EQ(array.size(), size);
    EXPECT_EQ(array.data(), data);
    const uninitialized_array<std::uint32_t> other(std::move(array));
    EXPECT_EQ(array.size(), 0U);  // NOLINT(bugprone-use-after-move)
    for (std::size_t i = 0; i < size; ++i) ASSERT_EQ(other.span()[i], static_cast<std::uint32_t>(i * i));
  }
  EXPECT_THROW(uninitialized_array<std::uint32_t>(static_cast<std::size_t>(-1) / 2), std::bad_alloc);
}

TEST(outcome_histogram, counts_outcomes_by_margin) {
  outcome_histogram counted;
  EXPECT_EQ(counted.max_margin(), 0U);
  EXPECT_EQ(counted.counts_by_margin(), (std::vector<outcome_counts>(2)));
  counted.add({outcome::win, 3});
  counted.add({outcome::loss, 0}, 2);
  EXPECT_TRUE(counted.by_margin.empty()) << "no points, no margins";
  EXPECT_EQ(counted.max_margin(), 1U);
  counted.add({outcome::win, 5, 3}, 4);
  counted.add({outcome::loss, 1, 1});
  counted.add({outcome::tie, 7});
  counted.add({outcome::draw, no_distance}, 2);
  outcome_histogram more;
  more.add({outcome::loss, 2, 4});
  more += counted;
  counted += outcome_histogram();
  EXPECT_EQ(counted.max_margin(), 4U);
  EXPECT_EQ(more.max_margin(), 5U);
  const std::vector<outcome_counts> expected{{0, 0, 1, 2}, {1, 2, 0, 0}, {0, 1, 0, 0}, {0, 0, 0, 0}, {4, 0, 0, 0}};
  EXPECT_EQ(counted.counts_by_margin(), expected);
  std::vector<outcome_counts> of_both = expected;
  of_both.push_back({0, 1, 0, 0});
  EXPECT_EQ(more.counts_by_margin(), of_both);
}

}  // namespace
}  // namespace zermelo::value_table_test
