// SPDX-License-Identifier: MIT
// Tests that probing one by one, in batches, in runs and from several threads returns the written values.
#include <algorithm>
#include <cstdint>
#include <numeric>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/random.hpp>
#include <zermelo/storage/table/endgame_table.hpp>
#include <zermelo/testkit/stop_after.hpp>

#include "sample_table.hpp"
#include "temporary_folder.hpp"

namespace zermelo::storage::test::probe_test {
namespace {

/// A sample of several chunks on disk.
class stored_table : public file_test {
 protected:
  stored_table() { write_table(m_path, s); }

  void expect_batch(const endgame_table& table, const std::vector<position>& positions) const {
    for (const unsigned threads : {1U, 2U, 5U}) {
      SCOPED_TRACE(fmt::format("{} threads", threads));
      std::vector<position_value> values(positions.size());
      table.probe(positions, values, threads);
      for (std::size_t i = 0; i < positions.size(); ++i) ASSERT_EQ(values[i], s.values[positions[i]]) << positions[i];
    }
  }

  [[nodiscard]] std::vector<position> random_positions(std::size_t count, std::uint64_t seed) const {
    random_generator random(seed);
    std::vector<position> positions(count);
    for (position& p : positions) p = random.below(s.values.size());
    return positions;
  }

  const sample s = make_sample({{"a", 3, {}, {}}, {"b", 211, {}, {}}, {"c", 401, {}, {}}}, 1);
};

TEST_F(stored_table, look_up_of_many_positions_stops_on_request) {
  testkit::stop_after monitor(0);
  const auto table = endgame_table::open(m_path);
  const auto positions = random_positions(1000, 3);
  std::vector<position_value> values(positions.size());
  EXPECT_THROW(table.look_up(positions, values, 2, monitor), interrupted);
  EXPECT_THROW(s.values.look_up(positions, values, 2, monitor), interrupted);
}

TEST_F(stored_table, probes_batches_in_any_order) {
  for (const std::size_t cache_bytes : {std::size_t{0}, endgame_table::default_cache_bytes}) {
    const auto table = endgame_table::open(m_path, cache_bytes);
    auto positions = random_positions(20'000, 2);
    positions.insert(positions.end(), {0, s.values.size() - 1, 7, 7, 7});
    expect_batch(table, positions);
    std::sort(positions.begin(), positions.end());
    expect_batch(table, positions);
    std::reverse(positions.begin(), positions.end());
    expect_batch(table, positions);
    expect_batch(table, {});
    std::vector<position> all(s.values.size());  // with the first and the last of every chunk
    std::iota(all.begin(), all.end(), position{0});
    expect_batch(table, all);
    expect_batch(table, {s.values.size() - 1});
  }
}

TEST_F(stored_table, rejects_batch_with_invalid_position) {
  const auto table = endgame_table::open(m_path);
  std::vector<position_value> values(3);
  EXPECT_THROW(table.probe(std::vector<position>{0, s.values.size(), 1}, values), std::out_of_range);
  EXPECT_THROW(table.probe(std::vector<position>{0, 1, s.values.size()}, values), std::out_of_range);
  EXPECT_THROW(table.read(s.values.size() - 2, values), std::out_of_range);
  EXPECT_THROW(table.read(s.values.size() + 1, {}), std::out_of_range);
}

TEST_F(stored_table, reads_ranges_across_chunks) {
  const auto table = endgame_table::open(m_path, 0);
  random_generator random(3);
  for (int trial = 0; trial < 200; ++trial) {
    std::vector<position_value> entries(random.below(150'000));
    const position first = random.below(s.values.size() - entries.size() + 1);
    table.read(first, entries);
    for (std::size_t i = 0; i < entries.size(); ++i) ASSERT_EQ(entries[i], s.values[first + i]) << first + i;
  }
}

TEST_F(stored_table, for_each_visits_every_position_once_in_order) {
  position next = 0;
  endgame_table::open(m_path).for_each([&](position p, position_value value) {
    ASSERT_EQ(p, next++);
    ASSERT_EQ(value, s.values[p]);
  });
  EXPECT_EQ(next, s.values.size());
}

TEST_F(stored_table, is_probed_by_several_threads_concurrently) {
  const auto table = endgame_table::open(m_path, 0);  // the cache is small, so that chunks are often evicted
  constexpr unsigned num_threads = 4;
  std::vector<int> wrong(num_threads, 0);
  std::vector<std::thread> threads;
  for (unsigned t = 0; t < num_threads; ++t) {
    threads.emplace_back([&, t] {
      for (const position p : random_positions(3000, t)) wrong[t] += table.probe(p) == s.values[p] ? 0 : 1;
    });
  }
  for (std::thread& t : threads) t.join();
  EXPECT_EQ(wrong, std::vector<int>(num_threads, 0));
}

TEST_F(stored_table, is_identical_for_all_thread_counts) {
  for (const unsigned threads : {1U, 2U, 7U}) {
    const auto other = m_folder.path() / "other.h5";
    write_table(other, s, threads);
    EXPECT_TRUE(read_bytes(other) == read_bytes(m_path)) << threads << " threads";
  }
}

}  // namespace
}  // namespace zermelo::storage::test::probe_test
