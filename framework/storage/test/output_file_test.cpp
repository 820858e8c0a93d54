// SPDX-License-Identifier: MIT
// A file appears complete or not at all.
#include <zermelo/storage/output_file.hpp>

#include <filesystem>
#include <string>

#include <gtest/gtest.h>

#include <zermelo/core/base/error.hpp>

#include "full_disk.hpp"
#include "temporary_folder.hpp"

namespace zermelo::storage::test {
namespace {

void write(const std::filesystem::path& path, std::size_t pieces) {
  output_file file(path);
  for (std::size_t i = 0; i < pieces; ++i) file.write(std::string(100, static_cast<char>('a' + i % 26)));
  file.commit();
}

TEST(output_file, appears_when_it_is_committed) {
  const temporary_folder folder;
  const auto path = folder.path() / "out";
  {
    output_file file(path);
    file.write("one\n");
    file.write("");
    file.write(std::string("t\0o\n", 4));
    EXPECT_FALSE(std::filesystem::exists(path));
    file.commit();
  }
  EXPECT_EQ(read_bytes(path), std::string("one\nt\0o\n", 8));
  EXPECT_EQ(count_files(folder.path()), 1U);
}

TEST(output_file, keeps_the_permissions_of_the_file_that_it_replaces) {
  const temporary_folder folder;
  const auto path = folder.path() / "out";
  write(path, 1);
  using std::filesystem::perms;
  for (const perms kept : {perms::owner_read | perms::owner_write, perms::owner_read | perms::group_read,
                           perms::owner_all | perms::group_all | perms::others_all}) {
    std::filesystem::permissions(path, kept);
    write(path, 2);
    EXPECT_EQ(std::filesystem::status(path).permissions(), kept);
  }
}

TEST(output_file, that_is_given_up_leaves_the_old_one) {
  const temporary_folder folder;
  const auto path = folder.path() / "out";
  write(path, 2);
  const std::string old = read_bytes(path);
  {
    output_file file(path);
    file.write("half of it");
  }
  EXPECT_EQ(read_bytes(path), old);
  EXPECT_EQ(count_files(folder.path()), 1U);
}

TEST(output_file, cut_off_at_any_byte_leaves_the_old_one) {
  expect_cut_off_writes_leave_the_old_file([](const auto& path) { write(path, 1); },
                                           [](const auto& path) { write(path, 200); });
}

TEST(output_file, on_a_full_disk_says_so) {
  const temporary_folder folder;
  constexpr std::size_t room = 64 << 10;
  const small_disk disk(folder.path(), room);
  if (!disk.mounted()) GTEST_SKIP() << "may not mount a file system";
  const auto path = folder.path() / "out";
  try {
    write(path, room / 50);
    FAIL() << "the write has not failed";
  } catch (const resource_error& refused) {
    EXPECT_EQ(refused.what(), path.string() + ": cannot write: No space left on device");
  }
  EXPECT_EQ(count_files(folder.path()), 0U);
}

TEST(output_file, where_no_file_can_be_is_refused) {
  const temporary_folder folder;
  EXPECT_THROW(output_file(folder.path()), input_error);
  EXPECT_THROW(output_file(folder.path() / "missing" / "out"), input_error);
}

}  // namespace
}  // namespace zermelo::storage::test
