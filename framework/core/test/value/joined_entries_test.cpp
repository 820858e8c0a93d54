// SPDX-License-Identifier: MIT
// Tests entries joined from parts in memory and elsewhere.
#include <zermelo/core/value/joined_entries.hpp>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/value/entry_reader.hpp>
#include <zermelo/core/value/entry_window.hpp>
#include <zermelo/core/value/value_table.hpp>

namespace zermelo::joined_entries_test {
namespace {

/// A table whose entry p is a win in first + p plies.
std::shared_ptr<value_table> wins_from(std::uint32_t first, std::uint64_t size, std::uint32_t longest) {
  auto table = std::make_shared<value_table>(value_table::with_capacity(size, longest));
  for (position p = 0; p < size; ++p) {
    table->set(p, {outcome::win, first + static_cast<std::uint32_t>(p)}, player::first);
  }
  return table;
}

/// Entries outside memory.
class far_entries final : public solution_entries {
 public:
  explicit far_entries(std::shared_ptr<const value_table> entries) : m_entries(std::move(entries)) {}
  [[nodiscard]] std::uint64_t size() const override { return m_entries->size(); }
  [[nodiscard]] std::uint32_t distance_bound() const override { return m_entries->distance_bound(); }
  void read(position first, std::span<position_value> entries) const override { m_entries->read(first, entries); }
  [[nodiscard]] index_range read_together(position p) const override {
    return {p / 4 * 4, std::min(p / 4 * 4 + 4, size())};
  }

 private:
  std::shared_ptr<const value_table> m_entries;
};

/// 25 positions with narrow words at 3 .. 7, entries outside memory at 10 .. 15 and wide words at 16 .. 19.
joined_entries three_parts() {
  joined_entries joined(25);
  joined.add(10, std::make_shared<far_entries>(wins_from(10, 6, 15)));
  joined.add(3, wins_from(3, 5, 8));
  joined.add(16, wins_from(16, 4, 100'000));
  return joined;
}

bool has_entry(position p) { return (p >= 3 && p < 8) || (p >= 10 && p < 20); }

TEST(joined_entries, are_in_memory_if_parts_in_memory_cover_all_positions) {
  EXPECT_FALSE(joined_entries(5).is_in_memory());
  EXPECT_FALSE(three_parts().is_in_memory());
  joined_entries joined(9);
  joined.add(4, wins_from(4, 5, 100'000));
  EXPECT_FALSE(joined.is_in_memory());
  joined.add(0, wins_from(0, 4, 8));
  EXPECT_TRUE(joined.is_in_memory());
  joined.remove(0);
  joined.add(0, std::make_shared<far_entries>(wins_from(0, 4, 8)));
  EXPECT_FALSE(joined.is_in_memory());
}

TEST(joined_entries, return_entries_of_the_parts_by_index_range_and_reader) {
  const joined_entries joined = three_parts();
  EXPECT_EQ(joined.size(), 25U);
  EXPECT_GE(joined.distance_bound(), 100'000U);
  EXPECT_EQ(joined.bytes_in_memory(), 5 * 2 + 4 * 4U);
  std::vector<position_value> all(25);
  joined.read(0, all);
  entry_reader reader(joined);
  for (position p = 0; p < 25; ++p) {
    const position_value expected =
        has_entry(p) ? position_value{outcome::win, static_cast<std::uint32_t>(p)} : position_value{};
    EXPECT_EQ(all[p], expected) << p;
    EXPECT_EQ(reader[p], expected) << p;
    EXPECT_EQ(joined[p], expected) << p;
    EXPECT_EQ(joined.has(p), has_entry(p)) << p;
    if (has_entry(p)) {
      EXPECT_EQ(joined.at(p), expected) << p;
    } else {
      EXPECT_THROW((void)joined.at(p), contract_error) << p;
    }
  }
}

TEST(joined_entries, reject_overlapping_parts) {
  joined_entries joined = three_parts();
  for (const position first : {2U, 7U, 9U, 15U, 24U}) {
    EXPECT_THROW(joined.add(first, wins_from(0, 3, 3)), contract_error) << first;
  }
  joined.add(0, wins_from(0, 3, 3));
  joined.add(20, wins_from(20, 5, 30));
  joined.remove(3);
  EXPECT_FALSE(joined.has(3));
  EXPECT_TRUE(joined.has(2) && joined.has(24));
  joined.add(3, wins_from(3, 7, 30));
  EXPECT_TRUE(joined.has(9));
}

TEST(entry_window, returns_entries_of_its_range) {
  const auto narrow = wins_from(0, 20, 30);
  const far_entries far(narrow);
  for (const solution_entries* const entries :
       {static_cast<const solution_entries*>(narrow.get()), static_cast<const solution_entries*>(&far)}) {
    const entry_window window(*entries, 5, 9);
    EXPECT_EQ(window.size(), 9U);
    EXPECT_EQ(window.is_in_memory(), entries->is_in_memory());
    entry_reader reader(window);
    for (position p = 0; p < 9; ++p) {
      EXPECT_EQ(reader[p], (position_value{outcome::win, static_cast<std::uint32_t>(5 + p)})) << p;
      const index_range together = window.read_together(p);
      EXPECT_LE(together.begin, p);
      EXPECT_GT(together.end, p);
      EXPECT_LE(together.end, 9U);
    }
  }
}

}  // namespace
}  // namespace zermelo::joined_entries_test
