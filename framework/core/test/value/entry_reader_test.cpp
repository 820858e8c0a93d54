// SPDX-License-Identifier: MIT
// Tests reading single entries of a solution from memory or in runs.
#include <algorithm>
#include <atomic>
#include <cstdint>
#include <span>

#include <gtest/gtest.h>

#include <zermelo/core/base/random.hpp>
#include <zermelo/core/value/entry_reader.hpp>
#include <zermelo/core/value/solution_entries.hpp>
#include <zermelo/core/value/solution_summary.hpp>
#include <zermelo/core/value/value_table.hpp>

namespace zermelo::entry_reader_test {
namespace {

/// Entry p has the distance p. Entries are read in runs, and reads are counted.
class counted_runs final : public solution_entries {
 public:
  static constexpr position run = 70;

  [[nodiscard]] std::uint64_t size() const override { return 10'000; }
  void read(position first, std::span<position_value> entries) const override {
    ++reads;
    for (position_value& entry : entries) entry = {outcome::win, static_cast<std::uint32_t>(first++)};
  }
  [[nodiscard]] std::uint32_t distance_bound() const override { return 10'000; }
  [[nodiscard]] index_range read_together(position p) const override {
    return {p / run * run, std::min(size(), (p / run + 1) * run)};
  }
  mutable std::atomic<std::uint64_t> reads{0};
};

TEST(entry_reader, reads_each_of_several_alternating_runs_only_once) {
  const counted_runs entries;
  entry_reader cached(entries);
  // Each position is read with neighbours in three other runs.
  for (position p = 0; p + 3'000 < entries.size(); ++p) {
    for (const position q : {p, p + 100, p + 1'000, p + 3'000}) ASSERT_EQ(cached[q].distance_plies, q);
  }
  EXPECT_LE(entries.reads, 4 * (entries.size() / counted_runs::run + 1));
}

TEST(entry_reader, reads_packed_words_in_memory_without_copying) {
  for (const std::uint32_t longest : {8'191U, 8'192U}) {
    value_table values = value_table::with_capacity(5, longest);
    values.set(1, {outcome::win, longest}, player::second);
    values.set(2, {outcome::loss, 0}, player::first);
    values.set(3, {outcome::tie, 7}, player::second);
    values.set(4, {outcome::draw, no_distance}, player::first);
    EXPECT_TRUE(values.is_in_memory());
    EXPECT_EQ(values.words().narrow.empty(), longest > 8'191U);
    entry_reader reader(values);
    for (position p = 0; p < values.size(); ++p) EXPECT_EQ(reader[p], values[p]) << p;
    values.set(1, {outcome::tie, 1}, player::first);
    EXPECT_EQ(reader[1], (position_value{outcome::tie, 1})) << "no copy was made";
  }
}

/// The same entries in parts of 10 positions, every second part in memory. Counts the look-ups of parts.
class entries_in_parts final : public solution_entries {
 public:
  static constexpr position part = 10;

  entries_in_parts() : m_words(value_table::with_capacity(200, 200)) {
    for (position p = 0; p < m_words.size(); ++p) {
      m_words.set(p, {outcome::win, static_cast<std::uint32_t>(p)}, player::first);
    }
  }
  [[nodiscard]] std::uint64_t size() const override { return m_words.size(); }
  void read(position first, std::span<position_value> entries) const override {
    EXPECT_EQ(first / part % 2, 1U) << "the part is in memory";
    m_words.read(first, entries);
  }
  [[nodiscard]] std::uint32_t distance_bound() const override { return 200; }
  [[nodiscard]] resident_words resident(position p) const override {
    ++num_calls;
    const position begin = p / part * part;
    const auto words =
        begin / part % 2 == 0 ? m_words.words().narrow.subspan(begin, part) : std::span<const std::uint16_t>();
    return {{begin, begin + part}, {words, {}}};
  }
  mutable std::uint64_t num_calls = 0;

 private:
  value_table m_words;
};

TEST(entry_reader, asks_only_once_whether_a_part_is_in_memory) {
  const entries_in_parts entries;
  entry_reader reader(entries);
  random_generator random(2);
  for (int i = 0; i < 2'000; ++i) {
    const position p = random.below(entries.size());
    if (random.chance(0.5)) reader.prefetch(p);
    ASSERT_EQ(reader[p].distance_plies, p);
  }
  EXPECT_EQ(entries.num_calls, entries.size() / entries_in_parts::part);
}

TEST(entry_reader, reads_in_memory_values_through_entries_that_summarize_them) {
  value_table values = value_table::with_capacity(3, 1);
  for (position p = 0; p < values.size(); ++p) values.set(p, {outcome::win, 1}, player::first);
  const summarizing_entries summed(values, [](position) { return to_move_run{player::first, 3}; });
  EXPECT_FALSE(summed.is_in_memory());
  entry_reader reader(summed);
  for (position p = 0; p < values.size(); ++p) EXPECT_EQ(reader[p], values[p]) << p;
  EXPECT_EQ(summed.summary(), summarize(values, 1));
}

TEST(entry_reader, accepts_table_without_positions) {
  const value_table nothing;
  EXPECT_FALSE(nothing.is_in_memory());
  const entry_reader reader(nothing);
}

}  // namespace
}  // namespace zermelo::entry_reader_test
