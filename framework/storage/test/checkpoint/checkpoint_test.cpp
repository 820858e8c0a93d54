// SPDX-License-Identifier: MIT
// A checkpoint is read as it was written, or refused with one line that names it.
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

template <class Word>
void expect_round_trip(const solve_at_rest<Word>& solve) {
  const temporary_folder folder;
  const auto path = folder.path() / "c";
  write(path, solve);
  EXPECT_EQ(count_files(folder.path()), 1U);
  expect_equal(read_checkpoint(path), solve);
}

TEST(checkpoint, lies_beside_the_table) {
  EXPECT_EQ(checkpoint_path("folder/t.h5"), "folder/t.h5.checkpoint");
  EXPECT_EQ(checkpoint_path("t"), "t.checkpoint");
}

TEST(checkpoint, of_any_number_of_words_is_read_as_written) {
  for (const std::uint64_t positions : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{1000}, slice_words - 1,
                                        slice_words, slice_words + 1, 2 * slice_words + 7}) {
    SCOPED_TRACE(positions);
    expect_round_trip(make_solve<std::uint16_t>(positions, 1));
    expect_round_trip(make_solve<std::uint32_t>(positions, 2));
  }
}

TEST(checkpoint, of_either_stage_is_read_as_written) {
  for (const solve_stage stage : {plain_stage::wins_and_losses, plain_stage::ties}) {
    auto solve = make_solve<std::uint16_t>(10, 3);
    solve.milestone.stage = stage;
    expect_round_trip(solve);
  }
}

TEST(checkpoint, of_any_margin_is_read_as_written) {
  for (const std::uint32_t max_margin : {2U, 20U, 32'767U}) {
    for (const solve_stage stage : {solve_stage{0}, solve_stage{1}, max_margin - 1, max_margin}) {
      auto solve = make_solve<std::uint16_t>(10, 3);
      solve.milestone.max_margin = max_margin;
      solve.milestone.stage = stage;
      expect_round_trip(solve);
    }
  }
}

TEST(checkpoint, has_a_version_of_its_own_with_margins) {
  const temporary_folder folder;
  const auto path = folder.path() / "c";
  const auto expect_version = [&](std::int64_t expected, const solve_at_rest<std::uint16_t>& solve) {
    write(path, solve);
    std::int64_t version = 0;
    edit_hdf5(path, [&](hid_t file) {
      const hid_t a = H5Aopen(file, "format_version", H5P_DEFAULT);
      EXPECT_GE(H5Aread(a, H5T_NATIVE_INT64, &version), 0);
      H5Aclose(a);
    });
    EXPECT_EQ(version, expected);
  };
  auto solve = make_solve<std::uint16_t>(10, 3);
  expect_version(3, solve);
  solve.milestone.max_margin = 2;
  expect_version(4, solve);
}

TEST(checkpoint, with_the_largest_numbers_is_read_as_written) {
  auto solve = make_solve<std::uint32_t>(10, 4);
  solve.milestone = {plain_stage::ties, std::uint64_t{1} << 29, INT64_MAX, 10, UINT32_MAX};
  solve.words.assign(10, UINT32_MAX);
  expect_round_trip(solve);
}

TEST(checkpoint, of_a_game_without_parameters_or_with_large_ones_is_read_as_written) {
  auto solve = make_solve<std::uint16_t>(10, 5);
  solve.metadata.parameters.clear();
  expect_round_trip(solve);
  solve.metadata.parameters.emplace_back("large", std::string(300'000, '.') + '\n');
  expect_round_trip(solve);
}

TEST(checkpoint, is_replaced_by_a_later_one) {
  const temporary_folder folder;
  const auto path = folder.path() / "c";
  const auto later = make_solve<std::uint32_t>(50, 2);
  write(path, make_solve<std::uint16_t>(1000, 1));
  write(path, later);
  expect_equal(read_checkpoint(path), later);
  EXPECT_EQ(count_files(folder.path()), 1U);
}

void expect_documented_digest(const solve_at_rest<std::uint16_t>& solve) {
  const temporary_folder folder;
  const auto path = folder.path() / "c";
  write(path, solve);
  const std::string expected = fmt::format("{:016x}", digest_of(solve));

  const hid_t file = H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
  std::vector<std::uint16_t> words(solve.words.size());
  const hid_t dataset = H5Dopen2(file, "words", H5P_DEFAULT);
  EXPECT_GE(H5Dread(dataset, H5T_NATIVE_UINT16, H5S_ALL, H5S_ALL, H5P_DEFAULT, words.data()), 0);
  H5Dclose(dataset);
  std::string stored(expected.size(), '\0');
  const hid_t attribute = H5Aopen(file, "digest", H5P_DEFAULT);
  const hid_t type = H5Aget_type(attribute);
  EXPECT_EQ(H5Tget_size(type), stored.size());
  EXPECT_GE(H5Aread(attribute, type, stored.data()), 0);
  H5Tclose(type);
  H5Aclose(attribute);
  H5Fclose(file);
  EXPECT_TRUE(words == solve.words);
  EXPECT_EQ(stored, expected);
}

TEST(checkpoint, has_its_words_and_their_digest_as_documented) {
  auto solve = make_solve<std::uint16_t>(slice_words + 3, 6);
  expect_documented_digest(solve);
  solve.milestone.max_margin = 40;
  solve.milestone.stage = 17;
  expect_documented_digest(solve);
}

TEST(checkpoint_that_cannot_be, is_not_written) {
  const temporary_folder folder;
  const auto path = folder.path() / "c";
  const auto expect_contract_error = [&](const std::function<void(solve_at_rest<std::uint16_t>&)>& change) {
    auto solve = make_solve<std::uint16_t>(10, 1);
    change(solve);
    EXPECT_THROW(write(path, solve), contract_error);
    EXPECT_EQ(count_files(folder.path()), 0U);
  };
  expect_contract_error([](auto& solve) { solve.milestone.legal_positions = 11; });
  expect_contract_error([](auto& solve) { solve.milestone.next_distance_plies = (std::uint64_t{1} << 29) + 1; });
  expect_contract_error([](auto& solve) { solve.metadata.parameters = {{"two words", ""}}; });
  expect_contract_error([](auto& solve) { solve.milestone.max_margin = 32'768; });
  expect_contract_error([](auto& solve) { solve.milestone.max_margin = 4, solve.milestone.stage = 5; });
}

TEST(failed_checkpoint, at_any_byte_leaves_the_old_one) {
  const auto old = make_solve<std::uint16_t>(100, 1);
  const auto larger = make_solve<std::uint32_t>(10'000, 2);
  expect_cut_off_writes_leave_the_old_file([&](const auto& path) { write(path, old); },
                                           [&](const auto& path) { write(path, larger); });
}

TEST(failed_checkpoint, on_a_full_disk_leaves_the_old_one) {
  const temporary_folder folder;
  constexpr std::size_t room = 4 << 20;
  const small_disk disk(folder.path(), room);
  if (!disk.mounted()) GTEST_SKIP() << "may not mount a file system";
  const auto path = folder.path() / "c";
  write(path, make_solve<std::uint16_t>(100, 1));
  const std::string old = read_bytes(path);
  try {
    write(path, make_solve<std::uint16_t>(3 * slice_words, 2));
    ADD_FAILURE() << "the write has not failed";
  } catch (const resource_error& refused) {
    EXPECT_EQ(refused.what(), path.string() + ": cannot write: No space left on device");
  }
  EXPECT_TRUE(read_bytes(path) == old);
  EXPECT_EQ(count_files(folder.path()), 1U);
}

TEST(failed_checkpoint, where_no_file_can_be_names_the_path) {
  const temporary_folder folder;
  const auto solve = make_solve<std::uint16_t>(10, 1);
  EXPECT_THROW(write(folder.path() / "missing" / "c", solve), input_error);
  EXPECT_THROW(write(folder.path(), solve), input_error);
}

}  // namespace
}  // namespace zermelo::storage::test::checkpoint_test
