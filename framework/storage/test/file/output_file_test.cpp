// SPDX-License-Identifier: MIT
// Tests that a file appears atomically.
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

class written_file : public file_test {};

TEST_F(written_file, appears_after_commit) {
  {
    output_file file(m_path);
    file.write("one\n");
    file.write("");
    file.write(std::string("t\0o\n", 4));
    EXPECT_FALSE(std::filesystem::exists(m_path));
    file.commit();
  }
  EXPECT_EQ(read_bytes(m_path), std::string("one\nt\0o\n", 8));
  EXPECT_EQ(count_files(m_folder.path()), 1U);
}

TEST_F(written_file, keeps_permissions_of_replaced_file) {
  write(m_path, 1);
  using std::filesystem::perms;
  for (const perms retained : {perms::owner_read | perms::owner_write, perms::owner_read | perms::group_read,
                               perms::owner_all | perms::group_all | perms::others_all}) {
    std::filesystem::permissions(m_path, retained);
    write(m_path, 2);
    EXPECT_EQ(std::filesystem::status(m_path).permissions(), retained);
  }
}

TEST_F(written_file, follows_symbolic_links) {
  namespace fs = std::filesystem;
  const fs::path far = m_folder.path() / "far";
  fs::create_directory(far);
  const fs::path link = m_folder.path() / "link";
  fs::create_symlink("near", link);
  fs::create_symlink(far / "out", m_folder.path() / "near");
  for (const std::size_t pieces : {1U, 3U}) {  // without and with content
    write(link, pieces);
    EXPECT_TRUE(fs::is_symlink(link));
    EXPECT_TRUE(fs::is_symlink(m_folder.path() / "near"));
    EXPECT_FALSE(fs::is_symlink(far / "out"));
    EXPECT_EQ(fs::file_size(far / "out"), pieces * 100);
    EXPECT_EQ(count_files(far), 1U);
  }
  {
    const output_file given_up(link);
    EXPECT_EQ(count_files(far), 2U) << "the temporary file is next to the target";
  }
  EXPECT_EQ(fs::file_size(far / "out"), 300U);
  EXPECT_EQ(count_files(far), 1U);

  std::error_code problem;
  remove_linked_file(link, problem);
  EXPECT_FALSE(problem);
  EXPECT_TRUE(fs::is_symlink(link));
  EXPECT_EQ(count_files(far), 0U);
}

TEST_F(written_file, rejects_dangling_and_circular_links) {
  namespace fs = std::filesystem;
  const fs::path link = m_folder.path() / "link";
  fs::create_symlink("other", link);
  fs::create_symlink("link", m_folder.path() / "other");
  EXPECT_THROW((void)linked_file(link), input_error);
  EXPECT_THROW(write(link, 1), input_error);
  std::error_code problem;
  remove_linked_file(link, problem);
  EXPECT_TRUE(problem);
  EXPECT_TRUE(fs::is_symlink(link));

  const fs::path gone = m_folder.path() / "gone";
  fs::create_symlink("no folder/out", gone);
  EXPECT_EQ(linked_file(gone), m_folder.path() / "no folder/out");
  EXPECT_THROW(write(gone, 1), input_error);
}

/// The hidden file during writing.
std::filesystem::path temporary_in(const std::filesystem::path& folder) {
  std::filesystem::path found;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().filename().string().starts_with(".zermelo-")) found = entry.path();
  }
  return found;
}

TEST_F(written_file, replacement_of_private_file_is_private_from_the_start) {
  write(m_path, 1);
  using std::filesystem::perms;
  const perms own = perms::owner_read | perms::owner_write;
  std::filesystem::permissions(m_path, own);
  const output_file file(m_path);
  EXPECT_EQ(std::filesystem::status(temporary_in(m_folder.path())).permissions(), own);
}

TEST_F(written_file, temporary_file_is_locked_while_writing) {
  output_file first(m_folder.path() / "first");
  const auto temporary = temporary_in(m_folder.path());
  first.write("one");
  {
    // A reader may lock the file, like HDF5; a process that removes abandoned files may not.
    const file_descriptor other(::open(temporary.c_str(), O_RDONLY | O_CLOEXEC));
    ASSERT_GE(other.get(), 0);
    EXPECT_EQ(::flock(other.get(), LOCK_SH | LOCK_NB), 0);
    EXPECT_NE(::flock(other.get(), LOCK_EX | LOCK_NB), 0);
  }
  output_file second(m_folder.path() / "second");
  output_file third(m_folder.path() / "first");
  EXPECT_EQ(count_files(m_folder.path()), 3U);
  second.write("two");
  third.write("three");
  first.commit();
  second.commit();
  EXPECT_EQ(read_bytes(m_folder.path() / "first"), "one");
  third.commit();
  EXPECT_EQ(read_bytes(m_folder.path() / "first"), "three");
  EXPECT_EQ(read_bytes(m_folder.path() / "second"), "two");
  EXPECT_EQ(count_files(m_folder.path()), 2U);
}

TEST_F(written_file, temporary_names_are_never_reused) {
  std::set<std::filesystem::path> names;
  for (int i = 0; i < 100; ++i) {
    const output_file file(m_path);
    EXPECT_TRUE(names.insert(temporary_in(m_folder.path())).second);
  }
}

TEST_F(written_file, abandoned_write_leaves_the_old_file) {
  write(m_path, 2);
  const std::string old = read_bytes(m_path);
  {
    output_file file(m_path);
    file.write("half of it");
  }
  EXPECT_EQ(read_bytes(m_path), old);
  EXPECT_EQ(count_files(m_folder.path()), 1U);
}

TEST_F(written_file, write_cut_off_at_any_byte_leaves_the_old_file) {
  expect_cut_off_writes_leave_the_old_file([](const auto& path) { write(path, 1); },
                                           [](const auto& path) { write(path, 200); });
}

TEST_F(written_file, full_disk_leaves_the_old_file) {
  constexpr std::size_t free_bytes = 64 << 10;
  expect_full_disk_leaves_the_old_file(
      free_bytes, [](const auto& path) { write(path, 1); }, [](const auto& path) { write(path, free_bytes / 50); });
}

TEST_F(written_file, rejects_path_of_a_folder_and_path_in_a_missing_folder) {
  EXPECT_THROW(output_file(m_folder.path()), input_error);
  EXPECT_THROW(output_file(m_folder.path() / "missing" / "out"), input_error);
}

}  // namespace
}  // namespace zermelo::storage::test::output_file_test
