// SPDX-License-Identifier: MIT
// Files that are read at places now and then. Of several with common `open_files` only some are open at once: a process
// may have few open files, and a table set has a file for every slice.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <span>

namespace zermelo::storage {

class random_access_file;

/// Which of several files are open: those that were read last. Thread-safe.
class open_files {
 public:
  /// @param most  how many may be open at once, 1 at least
  explicit open_files(std::size_t most = share_of_limit());

  /// An eighth of what this process may have open, 64 at most: others are open beside them, such as another set's.
  [[nodiscard]] static std::size_t share_of_limit();

 private:
  friend class random_access_file;
  struct open_file {
    const random_access_file* file;
    int descriptor;
    std::size_t uses;  ///< readings that are under way
  };
  /// Opens the file unless it is open. Waits while all that may be open are in use. @throws as
  /// random_access_file::read.
  [[nodiscard]] int begin_use(const random_access_file& file);
  void end_use(const random_access_file& file) noexcept;
  /// Precondition: the file is not in use.
  void close(const random_access_file& file) noexcept;
  [[nodiscard]] std::list<open_file>::iterator find(const random_access_file& file);

  std::size_t m_most;
  std::mutex m_guard;
  std::condition_variable m_is_unused;
  std::list<open_file> m_open;  ///< the one used last first
};

/// A regular file that is there to be read. Thread-safe.
class random_access_file {
 public:
  /// @param among  null: it stays open as long as it lives, whatever becomes of its name
  /// @throws input_error if there is no such file, or it is no regular one; resource_error.
  random_access_file(std::filesystem::path path, std::shared_ptr<open_files> among);
  random_access_file(const random_access_file&) = delete;
  random_access_file& operator=(const random_access_file&) = delete;
  ~random_access_file();

  [[nodiscard]] const std::filesystem::path& path() const noexcept { return m_path; }
  /// As it was when it was opened first.
  [[nodiscard]] std::uint64_t num_bytes() const noexcept { return m_identity.num_bytes; }

  /// Keeps the file open while it lives.
  class use {
   public:
    /// @throws as random_access_file::read.
    explicit use(const random_access_file& file) : m_file(file), m_descriptor(file.begin_use()) {}
    use(const use&) = delete;
    use& operator=(const use&) = delete;
    ~use() { m_file.end_use(); }
    [[nodiscard]] int descriptor() const noexcept { return m_descriptor; }

   private:
    const random_access_file& m_file;
    int m_descriptor;
  };

  /// Reads bytes at an address; fewer only where the file ends. Nothing if the system refuses: errno says why.
  /// @throws input_error if it has to be opened again, and there is another file under its name or none;
  /// resource_error.
  [[nodiscard]] std::optional<std::size_t> read(std::uint64_t address, std::span<std::byte> bytes) const;

 private:
  friend class open_files;
  /// By which a file is known again: another one under its name is not read for it.
  struct identity {
    std::uint64_t device = 0;
    std::uint64_t number = 0;
    std::uint64_t num_bytes = 0;
    std::int64_t seconds = 0;  ///< of its last modification
    std::int64_t nanoseconds = 0;
    friend bool operator==(const identity&, const identity&) = default;
  };
  /// @throws input_error if there is no such file, or it is no regular one; resource_error.
  [[nodiscard]] int open(identity& found) const;
  /// @throws input_error also if it is another one than before.
  [[nodiscard]] int open_again() const;
  [[nodiscard]] int begin_use() const { return m_among != nullptr ? m_among->begin_use(*this) : m_descriptor; }
  void end_use() const noexcept {
    if (m_among != nullptr) m_among->end_use(*this);
  }

  std::filesystem::path m_path;
  std::shared_ptr<open_files> m_among;
  identity m_identity;
  int m_descriptor = -1;  ///< of a file that stays open
};

}  // namespace zermelo::storage
