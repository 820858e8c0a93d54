// SPDX-License-Identifier: MIT
// Disks that are full, or as good as.
#pragma once

#include <csignal>
#include <cstddef>
#include <filesystem>
#include <string>

#include <sys/mount.h>
#include <sys/resource.h>

#include <fmt/core.h>

namespace zermelo::storage::test {

/// No file may grow beyond so many bytes, as on a disk that is full from there on.
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

/// A file system of its own, of so many bytes; unmounted again.
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

}  // namespace zermelo::storage::test
