// SPDX-License-Identifier: MIT
// Full disks and size limits, and the required state after writing to them.
#pragma once

#include <csignal>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>

#include <sys/mount.h>
#include <sys/resource.h>

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/testkit/error_of.hpp>

#include "temporary_folder.hpp"

namespace zermelo::storage::test {

/// Limits the size of files, like a disk with little space.
class file_size_limit {
 public:
  explicit file_size_limit(rlim_t bytes) {
    m_old_handler = std::signal(SIGXFSZ, SIG_IGN);
    ::getrlimit(RLIMIT_FSIZE, &m_old);
    rlimit limited = m_old;
    limited.rlim_cur = bytes;
    ::setrlimit(RLIMIT_FSIZE, &limited);
  }
  file_size_limit(const file_size_limit&) = delete;
  file_size_limit& operator=(const file_size_limit&) = delete;
  ~file_size_limit() {
    ::setrlimit(RLIMIT_FSIZE, &m_old);
    std::signal(SIGXFSZ, m_old_handler);
  }

 private:
  rlimit m_old{};
  void (*m_old_handler)(int) = nullptr;
};

/// A separate file system of a given size, which the destructor unmounts.
class small_disk {
 public:
  small_disk(const std::filesystem::path& folder, std::size_t bytes) : m_folder(folder) {
    const std::string options = fmt::format("size={}", bytes);
    m_mounted = ::mount("tmpfs", m_folder.c_str(), "tmpfs", 0, options.c_str()) == 0;
  }
  small_disk(const small_disk&) = delete;
  small_disk& operator=(const small_disk&) = delete;
  ~small_disk() {
    if (m_mounted) ::umount(m_folder.c_str());
  }
  [[nodiscard]] bool mounted() const { return m_mounted; }

 private:
  std::filesystem::path m_folder;
  bool m_mounted = false;
};

/// Interrupts a write over an old file at many locations: it fails each time, the old file is unchanged, and no other
/// files remain. Both functions write to the path that they are given.
template <class WriteOld, class WriteLarger>
void expect_cut_off_writes_leave_the_old_file(const WriteOld& write_old, const WriteLarger& write_larger) {
  const temporary_folder folder;
  const auto path = folder.path() / "file";
  const auto whole = folder.path() / "whole";
  write_old(path);
  const std::string old = read_bytes(path);
  write_larger(whole);
  const auto size = std::filesystem::file_size(whole);
  constexpr std::uint64_t step = 997;  // not a multiple of any block size, so that every kind of write is interrupted
  for (std::uint64_t bytes = 0; bytes < size; bytes += step) {
    {
      const file_size_limit limit(bytes);
      EXPECT_THROW(write_larger(path), resource_error) << bytes << " of " << size;
    }
    ASSERT_TRUE(read_bytes(path) == old) << bytes << " of " << size;
    ASSERT_EQ(count_files(folder.path()), 2U);
  }
  write_larger(path);
  EXPECT_TRUE(read_bytes(path) == read_bytes(whole));
}

/// Writes more than a small disk can store, over an old file, which must not change.
template <class WriteOld, class WriteLarger>
void expect_full_disk_leaves_the_old_file(std::size_t bytes, const WriteOld& write_old,
                                          const WriteLarger& write_larger) {
  const temporary_folder folder;
  const small_disk disk(folder.path(), bytes);
  if (!disk.mounted()) GTEST_SKIP() << "cannot mount a file system";
  const auto path = folder.path() / "file";
  write_old(path);
  const std::string old = read_bytes(path);
  EXPECT_EQ(testkit::error_of<resource_error>([&] { write_larger(path); }),
            path.string() + ": cannot write: No space left on device");
  EXPECT_TRUE(read_bytes(path) == old);
  EXPECT_EQ(count_files(folder.path()), 1U);
}

}  // namespace zermelo::storage::test
