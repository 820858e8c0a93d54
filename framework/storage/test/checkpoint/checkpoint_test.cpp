// SPDX-License-Identifier: MIT
// Tests that a checkpoint is read as written, or rejected with one line that names it.
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <fmt/core.h>
#include <gtest/gtest.h>
#include <hdf5.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/progress/saved_solve.hpp>
#include <zermelo/storage/checkpoint/checkpoint.hpp>

#include "checkpoint/checkpoint_sample.hpp"
#include "damage.hpp"
#include "full_disk.hpp"
#include "temporary_folder.hpp"

namespace zermelo::storage::test::checkpoint_test {
namespace {

class checkpoint_file : public file_test {
 protected:
  template <class Word>
  void expect_round_trip(const sample_solve<Word>& solve) const {
    write(m_path, solve);
    EXPECT_EQ(count_files(m_folder.path()), 1U);
    expect_equal(read_checkpoint(m_path), solve);
  }
};

TEST_F(checkpoint_file, path_is_table_path_with_suffix) {
  EXPECT_EQ(checkpoint_path("folder/t.h5"), "folder/t.h5.checkpoint");
  EXPECT_EQ(checkpoint_path("t"), "t.checkpoint");
}

TEST_F(checkpoint_file, reading_returns_any_number_of_written_packed_words) {
  for (const std::uint64_t positions : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{1000}, slice_words - 1,
                                        slice_words, slice_words + 1, 2 * slice_words + 7}) {
    SCOPED_TRACE(positions);
    expect_round_trip(make_solve<std::uint16_t>(positions, 1));
    expect_round_trip(make_solve<std::uint32_t>(positions, 2));
  }
}

TEST_F(checkpoint_file, reading_returns_any_written_stage_and_margin) {
  for (const std::uint32_t max_margin : {1U, 2U, 20U, 32'767U}) {
    for (const solve_stage stage : {solve_stage{0}, solve_stage{1}, max_margin - 1, max_margin}) {
      auto solve = make_solve<std::uint16_t>(10, 3);
      solve.progress.max_margin = max_margin;
      solve.progress.stage = stage;
      expect_round_trip(solve);
    }
  }
}

TEST_F(checkpoint_file, has_a_separate_version_with_margins) {
  auto solve = make_solve<std::uint16_t>(10, 3);
  const auto version = [&] {
    write(m_path, solve);
    return hdf5::read_number<std::int64_t>(open_hdf5(m_path), "format_version");
  };
  EXPECT_EQ(version(), 3);
  solve.progress.max_margin = 2;
  EXPECT_EQ(version(), 4);
}

TEST_F(checkpoint_file, reading_returns_the_largest_written_numbers) {
  auto solve = make_solve<std::uint32_t>(10, 4);
  solve.progress = {plain_stage::ties, std::uint64_t{1} << 29, INT64_MAX, 10, UINT32_MAX};
  solve.words.assign(10, UINT32_MAX);
  expect_round_trip(solve);
}

TEST_F(checkpoint_file, reading_returns_missing_or_large_written_parameters) {
  auto solve = make_solve<std::uint16_t>(10, 5);
  solve.metadata.parameters.clear();
  expect_round_trip(solve);
  solve.metadata.parameters.emplace_back("large", std::string(300'000, '.') + '\n');
  expect_round_trip(solve);
}

TEST_F(checkpoint_file, is_replaced_by_a_later_one) {
  write(m_path, make_solve<std::uint16_t>(1000, 1));
  expect_round_trip(make_solve<std::uint32_t>(50, 2));
}

TEST_F(checkpoint_file, stores_packed_words_with_documented_digest) {
  auto solve = make_solve<std::uint16_t>(slice_words + 3, 6);
  for (const std::uint32_t max_margin : {1U, 40U}) {
    solve.progress.max_margin = max_margin;
    if (max_margin > 1) solve.progress.stage = 17;
    write(m_path, solve);
    EXPECT_TRUE(stored_numbers<std::uint16_t>(m_path, "words", solve.words.size()) == solve.words);
    EXPECT_EQ(hdf5::read_text(open_hdf5(m_path), "digest"), fmt::format("{:016x}", digest_of(solve)));
  }
}

TEST_F(checkpoint_file, rejects_impossible_contents_on_writing) {
  using solve = sample_solve<std::uint16_t>;
  const std::vector<std::function<void(solve&)>> changes{
      [](solve& s) { s.progress.legal_positions = 11; },
      [](solve& s) { s.progress.next_distance_plies = (std::uint64_t{1} << 29) + 1; },
      [](solve& s) { s.metadata.parameters = {{"two words", ""}}; }, [](solve& s) { s.progress.max_margin = 32'768; },
      [](solve& s) { s.progress.max_margin = 4, s.progress.stage = 5; }};
  for (const auto& change : changes) {
    solve changed = make_solve<std::uint16_t>(10, 1);
    change(changed);
    EXPECT_THROW(write(m_path, changed), contract_error);
    EXPECT_EQ(count_files(m_folder.path()), 0U);
  }
}

TEST(failed_checkpoint_write, leaves_old_file_when_cut_off_at_any_byte) {
  const auto old = make_solve<std::uint16_t>(100, 1);
  const auto larger = make_solve<std::uint32_t>(10'000, 2);
  expect_cut_off_writes_leave_the_old_file([&](const auto& path) { write(path, old); },
                                           [&](const auto& path) { write(path, larger); });
}

TEST(failed_checkpoint_write, leaves_old_file_on_full_disk) {
  constexpr std::size_t free_bytes = 4 << 20;
  expect_full_disk_leaves_the_old_file(
      free_bytes, [](const auto& path) { write(path, make_solve<std::uint16_t>(100, 1)); },
      [](const auto& path) { write(path, make_solve<std::uint16_t>(3 * slice_words, 2)); });
}

}  // namespace
}  // namespace zermelo::storage::test::checkpoint_test
