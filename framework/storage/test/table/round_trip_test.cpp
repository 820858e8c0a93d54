// SPDX-License-Identifier: MIT
// What is written is what is read.
#include <cstdint>
#include <string>
#include <vector>

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/storage/table/endgame_table.hpp>

#include "expect_equal.hpp"
#include "sample_table.hpp"
#include "temporary_folder.hpp"

namespace zermelo::storage::test::round_trip_test {
namespace {

void expect_round_trip(const sample& s) {
  const temporary_folder folder;
  const auto path = folder.path() / "t.h5";
  work_monitor silent;
  write_endgame_table(path, s.metadata, s.values, silent);
  EXPECT_EQ(count_files(folder.path()), 1U);
  const auto table = endgame_table::open(path);
  EXPECT_EQ(table.num_positions(), s.values.size());
  expect_equal(table.metadata(), s.metadata);
  expect_equal(table.load(sample_run_at, silent), s.values);
  for (position p = 0; p < s.values.size(); ++p) ASSERT_EQ(table.probe(p), s.values[p]) << "position " << p;
  EXPECT_THROW((void)table.probe(s.values.size()), std::out_of_range);
}

TEST(round_trip, a_pursuit_with_labels_and_coordinates) { expect_round_trip(make_sample(pursuit_axes(5, 7), 1)); }

TEST(round_trip, one_axis_of_positions) { expect_round_trip(make_sample({{"position", 5000, {}, {}}}, 2)); }

TEST(round_trip, an_axis_of_several_chunks) { expect_round_trip(make_sample({{"position", 200'000, {}, {}}}, 3)); }

TEST(round_trip, chunks_that_do_not_divide_the_axes) {
  expect_round_trip(make_sample({{"a", 3, {}, {}}, {"b", 211, {}, {}}, {"c", 401, {}, {}}}, 4));
}

TEST(round_trip, axes_of_size_one) {
  expect_round_trip(make_sample({{"a", 1, {}, {}}, {"b", 1, {"only"}, {}}, {"c", 1, {}, {{"row", {-7}}}}}, 5));
}

TEST(round_trip, coordinates_over_32_bits) {
  expect_round_trip(make_sample({{"a", 2, {}, {{"mask", {std::int64_t{1} << 40, INT64_MIN}}}}}, 6));
}

TEST(round_trip, the_longest_distance_of_16_bits) {
  expect_round_trip(make_sample({{"position", 100, {}, {}}}, 7, 65'534));
}

TEST(round_trip, the_shortest_distance_of_32_bits) {
  expect_round_trip(make_sample({{"position", 100, {}, {}}}, 8, 65'535));
}

TEST(round_trip, nothing_that_need_not_be) {
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

TEST(round_trip, no_distance_at_all) {
  sample s = make_sample({{"position", 300'000, {}, {}}}, 10);  // equal values shrink as far as any can
  for (position p = 0; p < s.values.size(); ++p) s.values.set(p, {outcome::draw, no_distance}, sample_owner(p));
  s.metadata.summary = summarize(s.values, 1);
  expect_round_trip(s);
}

TEST(round_trip, a_parameter_of_many_bytes) {
  sample s = make_sample({{"position", 4, {}, {}}}, 11);
  s.metadata.parameters.emplace_back("large", std::string(300'000, '.') + '\n');
  expect_round_trip(s);
}

TEST(round_trip, a_table_is_replaced_by_a_later_one) {
  const temporary_folder folder;
  const auto path = folder.path() / "t.h5";
  work_monitor silent;
  const sample first = make_sample(pursuit_axes(3, 3), 1);
  const sample second = make_sample(pursuit_axes(2, 5), 2);
  write_endgame_table(path, first.metadata, first.values, silent);
  write_endgame_table(path, second.metadata, second.values, silent);
  expect_equal(endgame_table::open(path).load(sample_run_at, silent), second.values);
  EXPECT_EQ(count_files(folder.path()), 1U);
}

TEST(round_trip, equal_tables_are_equal_files) {
  const temporary_folder folder;
  work_monitor silent;
  const sample s = make_sample(pursuit_axes(4, 4), 1);
  write_endgame_table(folder.path() / "a.h5", s.metadata, s.values, silent);
  write_endgame_table(folder.path() / "b.h5", s.metadata, s.values, silent);
  EXPECT_TRUE(read_bytes(folder.path() / "a.h5") == read_bytes(folder.path() / "b.h5"));
}

TEST(round_trip, progress_covers_every_position) {
  struct : work_monitor {
    void phase(std::string_view name, std::uint64_t total) override { phases += fmt::format("{} {};", name, total); }
    void advance(std::uint64_t amount) override { done += amount; }
    std::string phases;
    std::uint64_t done = 0;
  } visitor;
  const temporary_folder folder;
  const sample s = make_sample({{"position", 200'000, {}, {}}}, 1);
  write_endgame_table(folder.path() / "t.h5", s.metadata, s.values, visitor);
  (void)endgame_table::open(folder.path() / "t.h5").load(sample_run_at, visitor);
  EXPECT_EQ(visitor.phases, "write 200000;read 200000;");
  EXPECT_EQ(visitor.done, 400'000U);
}

void expect_refused(std::vector<axis> axes, const std::string& word) {
  const temporary_folder folder;
  sample s = make_sample({{"position", 4, {}, {}}}, 1);
  s.metadata.axes = std::move(axes);
  work_monitor silent;
  try {
    write_endgame_table(folder.path() / "t.h5", s.metadata, s.values, silent);
    FAIL() << "written, but expected: " << word;
  } catch (const contract_error& refused) {
    EXPECT_NE(std::string(refused.what()).find(word), std::string::npos) << refused.what();
  }
  EXPECT_EQ(count_files(folder.path()), 0U);
}

TEST(axes_that_cannot_be_stored, are_refused_before_anything_is_written) {
  expect_refused({}, "axes");
  expect_refused({{"position", 5, {}, {}}}, "more places");
  expect_refused({{"position", 3, {}, {}}}, "3 positions");
  expect_refused({{"a", 0, {}, {}}}, "no places");
  expect_refused({{"outcome", 4, {}, {}}}, "'outcome'");
  expect_refused({{"a", 2, {}, {}}, {"a", 2, {}, {}}}, "'a'");
  expect_refused({{"a", 2, {}, {{"b", {0, 1}}}}, {"a_b", 2, {}, {}}}, "'a_b'");
  expect_refused({{"two words", 4, {}, {}}}, "'two words'");
  expect_refused({{"a/b", 4, {}, {}}}, "'a/b'");
  expect_refused({{"a", 4, {"x", "y"}, {}}}, "2 labels");
  expect_refused({{"a", 4, {"x", "y", "z", "two words"}, {}}}, "'two words'");
  expect_refused({{"a", 4, {}, {{"row", {1, 2, 3}}}}}, "3 coordinates");
}

}  // namespace
}  // namespace zermelo::storage::test::round_trip_test
