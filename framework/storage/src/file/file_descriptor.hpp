// SPDX-License-Identifier: MIT
// A self-closing file descriptor, and reading from a file at an offset.
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

/// Reads bytes at an offset in the file, in as many system calls as necessary; returns fewer bytes only at the end of
/// the file. Thread-safe. Nothing if a system call fails: errno is the reason.
[[nodiscard]] std::optional<std::size_t> read_at(int descriptor, std::uint64_t offset, std::span<std::byte> bytes);

}  // namespace zermelo::storage
