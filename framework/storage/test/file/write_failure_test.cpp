// SPDX-License-Identifier: MIT
// A write that fails leaves the old file as it was, and nothing else.
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <gtest/gtest.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/storage/table/endgame_table.hpp>

#include "full_disk.hpp"
#include "sample_table.hpp"
#include "temporary_folder.hpp"

namespace zermelo::storage::test::write_failure_test {
namespace {

void write(const std::filesystem::path& path, const sample& s) {
  work_monitor silent;
  write_endgame_table(path, s.metadata, s.values, silent);
}

template <class Error>
std::string message_of_failed_write(const std::filesystem::path& path, const sample& s) {
  try {
    write(path, s);
  } catch (const Error& refused) {
    return refused.what();
  }
  ADD_FAILURE() << "the write has not failed";
  return "";
}

TEST(failed_write, at_any_byte_leaves_the_old_file) {
  const sample old = make_sample(pursuit_axes(2, 2), 1);
  const sample larger = make_sample(pursuit_axes(13, 13), 2);
  expect_cut_off_writes_leave_the_old_file([&](const auto& path) { write(path, old); },
                                           [&](const auto& path) { write(path, larger); });
}

TEST(failed_write, on_a_full_disk_leaves_the_old_file) {
  const temporary_folder folder;
  constexpr std::size_t room = 128 << 10;
  const small_disk disk(folder.path(), room);
  if (!disk.mounted()) GTEST_SKIP() << "may not mount a file system";
  const auto path = folder.path() / "t.h5";
  write(path, make_sample(pursuit_axes(2, 2), 1));
  const std::string old = read_bytes(path);
  const auto message = message_of_failed_write<resource_error>(path, make_sample({{"position", 500'000, {}, {}}}, 2));
  EXPECT_EQ(message, path.string() + ": cannot write: No space left on device");
  EXPECT_TRUE(read_bytes(path) == old);
  EXPECT_EQ(count_files(folder.path()), 1U);
}

TEST(failed_write, leftovers_of_killed_writers_are_removed_by_the_next) {
  const temporary_folder folder;
  const auto leave = [&](const char* name) { std::ofstream(folder.path() / name) << "half a table"; };
  leave(".zermelo-1-0.tmp");
  std::ofstream(folder.path() / ".zermelo-1-1.tmp").close();  // killed before it wrote anything
  leave(".zermelo-2-0.tmp");
  leave("notes.tmp");
  std::filesystem::create_directory(folder.path() / ".zermelo-folder.tmp");
  std::filesystem::create_symlink("notes.tmp", folder.path() / ".zermelo-link.tmp");
  const int at_work = ::open((folder.path() / ".zermelo-2-0.tmp").c_str(), O_RDONLY | O_CLOEXEC);
  ASSERT_EQ(::flock(at_work, LOCK_EX), 0);
  write(folder.path() / "t.h5", make_sample(pursuit_axes(2, 2), 1));
  ::close(at_work);
  std::set<std::string> left;
  for (const auto& entry : std::filesystem::directory_iterator(folder.path())) left.insert(entry.path().filename());
  EXPECT_EQ(left, (std::set<std::string>{".zermelo-2-0.tmp", ".zermelo-folder.tmp", ".zermelo-link.tmp", "notes.tmp",
                                         "t.h5"}));
}

TEST(failed_write_DeathTest, says_nothing_at_exit) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  const temporary_folder folder;
  const sample s = make_sample(pursuit_axes(13, 13), 2);
  const auto fail_and_exit = [&] {
    constexpr rlim_t bytes = 20'000;
    const file_size_limit limit(bytes);
    try {
      write(folder.path() / "t.h5", s);
    } catch (const resource_error&) {
      std::exit(3);
    }
    std::exit(0);
  };
  EXPECT_EXIT(fail_and_exit(), testing::ExitedWithCode(3), "^$");
}

TEST(failed_write, on_request_leaves_the_old_file) {
  struct : work_monitor {
    [[nodiscard]] bool stop_requested() const override { return asked++ == 2; }
    mutable int asked = 0;
  } visitor;
  const temporary_folder folder;
  const auto path = folder.path() / "t.h5";
  write(path, make_sample(pursuit_axes(2, 2), 1));
  const std::string old = read_bytes(path);
  const sample s = make_sample({{"position", 300'000, {}, {}}}, 2);
  EXPECT_THROW(write_endgame_table(path, s.metadata, s.values, visitor), interrupted);
  EXPECT_TRUE(read_bytes(path) == old);
  EXPECT_EQ(count_files(folder.path()), 1U);
}

TEST(failed_write, where_no_file_can_be_names_the_path) {
  const temporary_folder folder;
  const sample s = make_sample(pursuit_axes(2, 2), 1);
  const auto no_folder = folder.path() / "missing" / "t.h5";
  EXPECT_EQ(message_of_failed_write<input_error>(no_folder, s),
            no_folder.string() + ": cannot open the folder: No such file or directory");
  EXPECT_EQ(message_of_failed_write<input_error>(folder.path(), s),
            folder.path().string() + ": is a folder, not a file to write");
  const auto pipe = folder.path() / "pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_EQ(message_of_failed_write<input_error>(pipe, s), pipe.string() + ": is not a regular file");
  EXPECT_EQ(message_of_failed_write<input_error>("", s), "'' does not name a file");
}

TEST(failed_write, in_a_folder_without_permission_names_the_path) {
  if (::geteuid() == 0) GTEST_SKIP() << "the superuser may write everywhere";
  const temporary_folder folder;
  std::filesystem::permissions(folder.path(), std::filesystem::perms::owner_read | std::filesystem::perms::owner_exec);
  const auto path = folder.path() / "t.h5";
  EXPECT_EQ(message_of_failed_write<input_error>(path, make_sample(pursuit_axes(2, 2), 1)),
            path.string() + ": cannot write here: Permission denied");
}

}  // namespace
}  // namespace zermelo::storage::test::write_failure_test
