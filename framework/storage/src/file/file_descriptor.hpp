// SPDX-License-Identifier: MIT
// An open file of the system's, and reading from it at a place.
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
  /// Takes over a descriptor; a negative number is none.
  explicit file_descriptor(int number) noexcept : m_number(number) {}
  file_descriptor(file_descriptor&& other) noexcept : m_number(std::exchange(other.m_number, -1)) {}
  file_descriptor& operator=(file_descriptor&& other) noexcept {
    std::swap(m_number, other.m_number);
    return *this;
  }
  ~file_descriptor() { close(); }

  [[nodiscard]] int get() const noexcept { return m_number; }
  void close() noexcept;
  /// Gives the descriptor away, open.
  [[nodiscard]] int release() noexcept { return std::exchange(m_number, -1); }

 private:
  int m_number;
};

/// The same file under a number that is none of a standard stream's, if one of them was closed: what is written there
/// must not come into the file. Negative if the system refuses.
[[nodiscard]] file_descriptor beyond_standard_streams(file_descriptor file);

/// Reads bytes at an address, however many calls of the system that takes; fewer only where the file ends. Thread-safe.
/// Nothing if the system refuses: errno says why.
[[nodiscard]] std::optional<std::size_t> read_at(int descriptor, std::uint64_t address, std::span<std::byte> bytes);

}  // namespace zermelo::storage
