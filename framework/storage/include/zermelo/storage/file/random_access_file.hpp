// SPDX-License-Identifier: MIT
// Reads files at offsets. The system limits the open files of a process, and a table set has a file for every slice, so
// a pool of files has only some of them open at a time.
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

/// A pool of files, of which the most recently read ones are open. Thread-safe.
class open_files {
 public:
  /// @param max_open  the maximum number of open files in the pool, at least 1
  explicit open_files(std::size_t max_open = default_max_open());

  /// Returns an eighth of the number of files that this process may open, but from 1 to 64. The rest is for other
  /// files, such as those of another table set.
  [[nodiscard]] static std::size_t default_max_open();

 private:
  friend class random_access_file;
  struct open_file {
    const random_access_file* file;
    int descriptor;
    std::size_t uses;  ///< the number of threads that are reading
  };
  /// Returns the descriptor of the file, and opens the file if necessary. Waits while `max_open` files are in use.
  /// @throws what random_access_file::read throws.
  [[nodiscard]] int begin_use(const random_access_file& file);
  void end_use(const random_access_file& file) noexcept;
  /// Precondition: the file is not in use.
  void close(const random_access_file& file) noexcept;
  [[nodiscard]] std::list<open_file>::iterator find(const random_access_file& file);

  std::size_t m_max_open;
  std::mutex m_guard;
  std::condition_variable m_is_unused;
  std::list<open_file> m_open;  ///< most recently used first
};

/// Whether a symbolic link to a file is followed or rejected. Links to folders are always followed.
enum class symbolic_links : bool { followed, rejected };

/// A regular file that is open for reading. Thread-safe.
class random_access_file {
 public:
  /// @param pool  null: the file stays open during this object's lifetime, even if it is renamed or removed
  /// @throws input_error if `path` is missing, not a regular file, or a rejected link; resource_error.
  random_access_file(std::filesystem::path path, std::shared_ptr<open_files> pool,
                     symbolic_links links = symbolic_links::followed);
  random_access_file(const random_access_file&) = delete;
  random_access_file& operator=(const random_access_file&) = delete;
  ~random_access_file();

  [[nodiscard]] const std::filesystem::path& path() const noexcept { return m_path; }
  /// Returns the size of the file when it was first opened.
  [[nodiscard]] std::uint64_t num_bytes() const noexcept { return m_identity.num_bytes; }

  /// Keeps the file open during this object's lifetime.
  class use {
   public:
    /// @throws what random_access_file::read throws.
    explicit use(const random_access_file& file)
        : m_file(file), m_descriptor(file.m_pool != nullptr ? file.m_pool->begin_use(file) : file.m_descriptor) {}
    use(const use&) = delete;
    use& operator=(const use&) = delete;
    ~use() {
      if (m_file.m_pool != nullptr) m_file.m_pool->end_use(m_file);
    }
    [[nodiscard]] int descriptor() const noexcept { return m_descriptor; }

   private:
    const random_access_file& m_file;
    int m_descriptor;
  };

  /// Reads bytes at an offset and returns their number, which is less than requested only at the end of the file.
  /// Returns nothing and sets errno if the system call fails. @throws input_error if the pool reopens the file and it
  /// is missing, replaced or changed; resource_error.
  [[nodiscard]] std::optional<std::size_t> read(std::uint64_t offset, std::span<std::byte> bytes) const;
  /// Like `read`, but throws input_error or resource_error with the name of the file if the system call fails.
  [[nodiscard]] std::size_t read_or_throw(std::uint64_t offset, std::span<std::byte> bytes) const;

 private:
  friend class open_files;
  /// Identifies a file, so that another file with the same name is detected.
  struct identity {
    std::uint64_t device = 0;
    std::uint64_t inode = 0;
    std::uint64_t num_bytes = 0;
    std::int64_t seconds = 0;  ///< seconds of the last modification time
    std::int64_t nanoseconds = 0;
    friend bool operator==(const identity&, const identity&) = default;
  };
  /// Opens the file. @throws input_error if the path is missing or not a regular file; resource_error.
  [[nodiscard]] int open(identity& opened) const;
  /// Like `open`, but also throws input_error if the file is not the one that was opened first.
  [[nodiscard]] int open_again() const;

  std::filesystem::path m_path;
  std::shared_ptr<open_files> m_pool;
  symbolic_links m_links;
  identity m_identity;
  int m_descriptor = -1;  ///< set for a file without a pool
};

}  // namespace zermelo::storage
