// SPDX-License-Identifier: MIT
// Tests that tables are read as written.
#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/storage/table/endgame_table.hpp>
#include <zermelo/testkit/error_of.hpp>

#include "expect_equal.hpp"
#include "sample_table.hpp"
#include "temporary_folder.hpp"

namespace zermelo::storage::test::round_trip_test {
namespace {

class table_round_trip : public file_test {
 protected:
  void expect_round_trip(const sample& s) const {
    write_table(m_path, s);
    EXPECT_EQ(count_files(m_folder.path()), 1U);
    work_monitor silent;
    const auto table = endgame_table::open(m_path);
    EXPECT_EQ(table.num_positions(), s.values.size());
    expect_equal(table.metadata(), s.metadata);
    expect_equal(table.load(sample_run_at, silent), s.values);
    for (position p = 0; p < s.values.size(); ++p) ASSERT_EQ(table.probe(p), s.values[p]) << "position " << p;
    EXPECT_THROW((void)table.probe(s.values.size()), std::out_of_range);
  }
};

TEST_F(table_round_trip, preserves_axes_of_all_shapes) {
  const std::vector<std::vector<axis>> shapes{
      pursuit_axes(5, 7),
      {{"position", 5000, {}, {}}},
      {{"position", 200'000, {}, {}}},                             // several chunks
      {{"a", 3, {}, {}}, {"b", 211, {}, {}}, {"c", 401, {}, {}}},  // not divisible into equal chunks
      {{"a", 1, {}, {}}, {"b", 1, {"only"}, {}}, {"c", 1, {}, {{"row", {-7}}}}},
      {{"a", 2, {}, {{"mask", {std::int64_t{1} << 40, INT64_MIN}}}}}};
  for (std::uint64_t seed = 0; seed < shapes.size(); ++seed) {
    SCOPED_TRACE(seed);
    expect_round_trip(make_sample(shapes[seed], seed));
  }
}

TEST_F(table_round_trip, preserves_longest_16_bit_and_shortest_32_bit_distance) {
  for (const std::uint32_t longest : {65'534U, 65'535U}) {
    expect_round_trip(make_sample({{"position", 100, {}, {}}}, 7, longest));
  }
}

TEST_F(table_round_trip, preserves_missing_optional_metadata) {
  sample s = make_sample({{"position", 4, {}, {}}}, 9);
  s.metadata.parameters.clear();
  s.metadata.start.reset();
  s.metadata.start_text.clear();
  s.metadata.infinite_play.reset();
  s.metadata.move_limit.reset();
  s.metadata.seconds.clear();
  s.metadata.git_revision.clear();
  expect_round_trip(s);
}

TEST_F(table_round_trip, preserves_metric_of_a_slice) {
  sample s = make_sample({{"position", 400, {}, {}}}, 11);
  s.metadata.metric = metric::conversion;
  s.metadata.slice = {"one", 7};
  expect_round_trip(s);
  s.metadata.slice = {};
  write_table(m_path, s);
  EXPECT_NE(testkit::error_of<input_error>([&] { (void)endgame_table::open(m_path); }).find("attribute 'metric'"),
            std::string::npos);
}

TEST_F(table_round_trip, preserves_values_without_any_distance) {
  sample s = make_sample({{"position", 300'000, {}, {}}}, 10);  // equal values compress best
  for (position p = 0; p < s.values.size(); ++p) s.values.set(p, {outcome::draw, no_distance}, sample_to_move(p));
  s.metadata.summary = summarize(s.values, 1);
  expect_round_trip(s);
}

TEST_F(table_round_trip, preserves_large_parameter) {
  sample s = make_sample({{"position", 4, {}, {}}}, 11);
  s.metadata.parameters.emplace_back("large", std::string(300'000, '.') + '\n');
  expect_round_trip(s);
}

TEST_F(table_round_trip, later_table_replaces_the_old_one) {
  write_table(m_path, make_sample(pursuit_axes(3, 3), 1));
  expect_round_trip(make_sample(pursuit_axes(2, 5), 2));
}

TEST_F(table_round_trip, reports_progress_over_every_position) {
  struct : work_monitor {
    void phase(std::string_view name, std::uint64_t total) override { phases += fmt::format("{} {};", name, total); }
    void advance(std::uint64_t amount) override { done += amount; }
    std::string phases;
    std::uint64_t done = 0;
  } visitor;
  const sample s = make_sample({{"position", 200'000, {}, {}}}, 1);
  write_endgame_table(m_path, s.metadata, s.values, visitor);
  (void)endgame_table::open(m_path).load(sample_run_at, visitor);
  EXPECT_EQ(visitor.phases, "write 200000;read 200000;");
  EXPECT_EQ(visitor.done, 400'000U);
}

TEST_F(table_round_trip, rejects_invalid_axes_before_writing) {
  const std::vector<std::pair<std::vector<axis>, std::string>> rejected{
      {{}, "axes"},
      {{{"position", 5, {}, {}}}, "more positions"},
      {{{"position", 3, {}, {}}}, "got 3"},
      {{{"a", 0, {}, {}}}, "size 0"},
      {{{"outcome", 4, {}, {}}}, "'outcome'"},
      {{{"a", 2, {}, {}}, {"a", 2, {}, {}}}, "'a'"},
      {{{"a", 2, {}, {{"b", {0, 1}}}}, {"a_b", 2, {}, {}}}, "'a_b'"},
      {{{"two words", 4, {}, {}}}, "'two words'"},
      {{{"a/b", 4, {}, {}}}, "'a/b'"},
      {{{"a", 4, {"x", "y"}, {}}}, "4 labels, got 2"},
      {{{"a", 4, {"x", "y", "z", "two words"}, {}}}, "'two words'"},
      {{{"a", 4, {}, {{"row", {1, 2, 3}}}}}, "4 coordinates, got 3"}};
  for (const auto& [axes, phrase] : rejected) {
    sample s = make_sample({{"position", 4, {}, {}}}, 1);
    s.metadata.axes = axes;
    const std::string message = testkit::error_of<contract_error>([&] { write_table(m_path, s); });
    EXPECT_NE(message.find(phrase), std::string::npos) << phrase << ": " << message;
    EXPECT_EQ(count_files(m_folder.path()), 0U);
  }
}

}  // namespace
}  // namespace zermelo::storage::test::round_trip_test
