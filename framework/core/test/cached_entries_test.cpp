// SPDX-License-Identifier: MIT
// Single entries out of a solution that is read in runs.
#include <algorithm>
#include <atomic>
#include <cstdint>
#include <span>

#include <gtest/gtest.h>

#include <zermelo/core/base/random.hpp>
#include <zermelo/core/value/cached_entries.hpp>
#include <zermelo/core/value/solution_entries.hpp>

namespace zermelo {
namespace {

/// Entry p has the distance p. Some are read together; counts how often that is done.
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

TEST(cached_entries, are_those_of_the_solution) {
  const counted_runs entries;
  const cached_entries cached(entries);
  random_generator random(1);
  for (int i = 0; i < 5'000; ++i) {
    const position p = random.below(entries.size());
    ASSERT_EQ(cached[p].distance_plies, p);
  }
}

TEST(cached_entries, read_a_run_once_while_it_is_in_use) {
  const counted_runs entries;
  const cached_entries cached(entries);
  // Each position with neighbours in three other runs.
  for (position p = 0; p + 3'000 < entries.size(); ++p) {
    for (const position q : {p, p + 100, p + 1'000, p + 3'000}) ASSERT_EQ(cached[q].distance_plies, q);
  }
  EXPECT_LE(entries.reads, 4 * (entries.size() / counted_runs::run + 1));
}

}  // namespace
}  // namespace zermelo
