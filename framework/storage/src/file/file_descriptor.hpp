// SPDX-License-Identifier: MIT
// A file descriptor that closes itself, and reading from a file at an offset.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>

namespace zermelo::storage {

/// An open file descriptor that closes itself.
class file_descriptor {
 public:
  /// Takes ownership of a descriptor; a negative number means no descriptor.
  explicit file_descriptor(int number) noexcept : m_number(number) {}
  file_descriptor(file_descriptor&& other) noexcept : m_number(std::exchange(other.m_number, -1)) {}
  file_descriptor& operator=(file_descriptor&& other) noexcept {
    std::swap(m_number, other.m_number);
    return *this;
  }
  ~file_descriptor() { close(); }

  [[nodiscard]] int get() const noexcept { return m_number; }
  void close() noexcept;
  /// Returns the open descriptor, which the caller must close.
  [[nodiscard]] int release() noexcept { return std::exchange(m_number, -1); }

 private:
  int m_number;
};

/// Reads bytes at an offset, in as many system calls as necessary, and returns their number, which is less than
/// requested only at the end of the file. Returns nothing and sets errno if a system call fails. Thread-safe.
[[nodiscard]] std::optional<std::size_t> read_at(int descriptor, std::uint64_t offset, std::span<std::byte> bytes);

}  // namespace zermelo::storage
