// SPDX-License-Identifier: MIT
// Tests that a failed write leaves the old file unchanged, and no other files.
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
#include <zermelo/testkit/error_of.hpp>

#include "full_disk.hpp"
#include "sample_table.hpp"
#include "temporary_folder.hpp"

namespace zermelo::storage::test::write_failure_test {
namespace {

class failed_write : public file_test {};

TEST_F(failed_write, cut_off_at_any_byte_leaves_the_old_file) {
  const sample old = make_sample(pursuit_axes(2, 2), 1);
  const sample larger = make_sample(pursuit_axes(13, 13), 2);
  expect_cut_off_writes_leave_the_old_file([&](const auto& path) { write_table(path, old); },
                                           [&](const auto& path) { write_table(path, larger); });
}

TEST_F(failed_write, full_disk_leaves_the_old_file) {
  constexpr std::size_t free_bytes = 128 << 10;
  expect_full_disk_leaves_the_old_file(
      free_bytes, [](const auto& path) { write_table(path, make_sample(pursuit_axes(2, 2), 1)); },
      [](const auto& path) { write_table(path, make_sample({{"position", 500'000, {}, {}}}, 2)); });
}

TEST_F(failed_write, leftovers_of_killed_writers_are_removed_by_the_next) {
  const auto leave = [&](const char* name) { std::ofstream(m_folder.path() / name) << "half a table"; };
  leave(".zermelo-1-0.tmp");
  std::ofstream(m_folder.path() / ".zermelo-1-1.tmp").close();  // killed before any write
  leave(".zermelo-2-0.tmp");
  leave("notes.tmp");
  std::filesystem::create_directory(m_folder.path() / ".zermelo-folder.tmp");
  std::filesystem::create_symlink("notes.tmp", m_folder.path() / ".zermelo-link.tmp");
  const int at_work = ::open((m_folder.path() / ".zermelo-2-0.tmp").c_str(), O_RDONLY | O_CLOEXEC);
  ASSERT_EQ(::flock(at_work, LOCK_EX), 0);
  write_table(m_folder.path() / "t.h5", make_sample(pursuit_axes(2, 2), 1));
  ::close(at_work);
  std::set<std::string> left;
  for (const auto& entry : std::filesystem::directory_iterator(m_folder.path())) left.insert(entry.path().filename());
  EXPECT_EQ(left, (std::set<std::string>{".zermelo-2-0.tmp", ".zermelo-folder.tmp", ".zermelo-link.tmp", "notes.tmp",
                                         "t.h5"}));
}

TEST(failed_write_DeathTest, prints_nothing_at_exit) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  const temporary_folder folder;
  const sample s = make_sample(pursuit_axes(13, 13), 2);
  const auto fail_and_exit = [&] {
    constexpr rlim_t bytes = 20'000;
    const file_size_limit limit(bytes);
    try {
      write_table(folder.path() / "t.h5", s);
    } catch (const resource_error&) {
      std::exit(3);
    }
    std::exit(0);
  };
  EXPECT_EXIT(fail_and_exit(), testing::ExitedWithCode(3), "^$");
}

TEST_F(failed_write, stop_request_leaves_the_old_file) {
  struct : work_monitor {
    [[nodiscard]] bool stop_requested() const override { return num_calls++ == 2; }
    mutable int num_calls = 0;
  } visitor;
  write_table(m_path, make_sample(pursuit_axes(2, 2), 1));
  const std::string old = read_bytes(m_path);
  const sample s = make_sample({{"position", 300'000, {}, {}}}, 2);
  EXPECT_THROW(write_endgame_table(m_path, s.metadata, s.values, visitor), interrupted);
  EXPECT_TRUE(read_bytes(m_path) == old);
  EXPECT_EQ(count_files(m_folder.path()), 1U);
}

TEST_F(failed_write, error_names_the_invalid_path) {
  const auto expect_rejected = [](const std::filesystem::path& path, const std::string& message) {
    EXPECT_PRED_FORMAT2(testkit::matches_pattern, path.string() + message,
                        testkit::error_of([&] { write_table(path, make_sample(pursuit_axes(2, 2), 1)); }));
  };
  expect_rejected(m_folder.path() / "missing" / "t.h5", ": cannot open ...: No such file or directory");
  expect_rejected(m_folder.path(), ": ... folder");
  ASSERT_EQ(::mkfifo(m_path.c_str(), 0600), 0);
  expect_rejected(m_path, ": ... regular file");
  expect_rejected("", "'': ...");
}

TEST_F(failed_write, error_names_the_folder_without_permission) {
  if (::geteuid() == 0) GTEST_SKIP() << "the superuser can write everywhere";
  std::filesystem::permissions(m_folder.path(),
                               std::filesystem::perms::owner_read | std::filesystem::perms::owner_exec);
  EXPECT_PRED_FORMAT2(testkit::matches_pattern, m_path.string() + ": cannot create ...: Permission denied",
                      testkit::error_of([&] { write_table(m_path, make_sample(pursuit_axes(2, 2), 1)); }));
}

}  // namespace
}  // namespace zermelo::storage::test::write_failure_test
