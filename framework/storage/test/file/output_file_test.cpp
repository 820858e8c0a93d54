// SPDX-License-Identifier: MIT
// A file appears complete or not at all.
#include <zermelo/storage/file/output_file.hpp>

#include <filesystem>
#include <set>
#include <string>

#include <fcntl.h>
#include <sys/file.h>

#include <gtest/gtest.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/storage/file/linked_file.hpp>

#include "../../src/file/file_descriptor.hpp"
#include "full_disk.hpp"
#include "temporary_folder.hpp"

namespace zermelo::storage::test::output_file_test {
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

TEST(output_file, is_written_where_links_lead) {
  namespace fs = std::filesystem;
  const temporary_folder folder;
  const fs::path far = folder.path() / "far";
  fs::create_directory(far);
  const fs::path link = folder.path() / "link";
  fs::create_symlink("near", link);
  fs::create_symlink(far / "out", folder.path() / "near");
  for (const std::size_t pieces : {1U, 3U}) {  // there is nothing, and something
    write(link, pieces);
    EXPECT_TRUE(fs::is_symlink(link));
    EXPECT_TRUE(fs::is_symlink(folder.path() / "near"));
    EXPECT_FALSE(fs::is_symlink(far / "out"));
    EXPECT_EQ(fs::file_size(far / "out"), pieces * 100);
    EXPECT_EQ(count_files(far), 1U);
  }
  {
    const output_file given_up(link);
    EXPECT_EQ(count_files(far), 2U) << "the hidden one is beside the file";
  }
  EXPECT_EQ(fs::file_size(far / "out"), 300U);
  EXPECT_EQ(count_files(far), 1U);

  std::error_code problem;
  remove_linked_file(link, problem);
  EXPECT_FALSE(problem);
  EXPECT_TRUE(fs::is_symlink(link));
  EXPECT_EQ(count_files(far), 0U);
}

TEST(output_file, is_refused_where_links_lead_nowhere) {
  namespace fs = std::filesystem;
  const temporary_folder folder;
  const fs::path link = folder.path() / "link";
  fs::create_symlink("other", link);
  fs::create_symlink("link", folder.path() / "other");
  EXPECT_THROW((void)linked_file(link), input_error);
  EXPECT_THROW(write(link, 1), input_error);
  std::error_code problem;
  remove_linked_file(link, problem);
  EXPECT_TRUE(problem);
  EXPECT_TRUE(fs::is_symlink(link));

  const fs::path gone = folder.path() / "gone";
  fs::create_symlink("no folder/out", gone);
  EXPECT_EQ(linked_file(gone), folder.path() / "no folder/out");
  EXPECT_THROW(write(gone, 1), input_error);
}

/// The hidden file that is being written.
std::filesystem::path temporary_in(const std::filesystem::path& folder) {
  std::filesystem::path found;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().filename().string().starts_with(".zermelo-")) found = entry.path();
  }
  return found;
}

TEST(output_file, that_replaces_a_private_one_is_private_from_the_beginning) {
  const temporary_folder folder;
  const auto path = folder.path() / "out";
  write(path, 1);
  using std::filesystem::perms;
  const perms own = perms::owner_read | perms::owner_write;
  std::filesystem::permissions(path, own);
  const output_file file(path);
  EXPECT_EQ(std::filesystem::status(temporary_in(folder.path())).permissions(), own);
}

TEST(output_file, is_not_taken_for_abandoned_while_it_is_written) {
  const temporary_folder folder;
  output_file first(folder.path() / "first");
  const auto temporary = temporary_in(folder.path());
  first.write("one");
  {
    // A reader may lock it, as HDF5 does; who removes what is abandoned may not.
    const file_descriptor other(::open(temporary.c_str(), O_RDONLY | O_CLOEXEC));
    ASSERT_GE(other.get(), 0);
    EXPECT_EQ(::flock(other.get(), LOCK_SH | LOCK_NB), 0);
    EXPECT_NE(::flock(other.get(), LOCK_EX | LOCK_NB), 0);
  }
  output_file second(folder.path() / "second");
  output_file third(folder.path() / "first");
  EXPECT_EQ(count_files(folder.path()), 3U);
  second.write("two");
  third.write("three");
  first.commit();
  second.commit();
  EXPECT_EQ(read_bytes(folder.path() / "first"), "one");
  third.commit();
  EXPECT_EQ(read_bytes(folder.path() / "first"), "three");
  EXPECT_EQ(read_bytes(folder.path() / "second"), "two");
  EXPECT_EQ(count_files(folder.path()), 2U);
}

TEST(output_file, never_has_the_name_of_one_before) {
  const temporary_folder folder;
  std::set<std::filesystem::path> names;
  for (int i = 0; i < 100; ++i) {
    const output_file file(folder.path() / "out");
    EXPECT_TRUE(names.insert(temporary_in(folder.path())).second);
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
}  // namespace zermelo::storage::test::output_file_test
