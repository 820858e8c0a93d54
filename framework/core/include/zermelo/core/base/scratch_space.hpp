// SPDX-License-Identifier: MIT
// Space outside memory for data that a solve does not need at once, such as an unnamed file on a disk.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

namespace zermelo {

/// Its contents are lost when it is destroyed. Threads may read and write different ranges at the same time. Offsets,
/// sizes and addresses are multiples of `alignment`.
class scratch_space {
 public:
  static constexpr std::size_t alignment = 4096;  ///< bytes
  /// Rounds up to a multiple of `alignment`.
  [[nodiscard]] static constexpr std::uint64_t aligned(std::uint64_t bytes) noexcept {
    return (bytes + alignment - 1) / alignment * alignment;
  }

  virtual ~scratch_space() = default;
  scratch_space(const scratch_space&) = delete;
  scratch_space& operator=(const scratch_space&) = delete;

  /// @throws resource_error if the space is full or broken.
  virtual void write(std::uint64_t offset, std::span<const std::uint8_t> bytes) = 0;
  /// Precondition: the range was written. @throws resource_error if the space is broken.
  virtual void read(std::uint64_t offset, std::span<std::uint8_t> bytes) const = 0;

 protected:
  scratch_space() = default;
};

/// A scratch space for data that need more than some memory.
struct overflow_space {
  std::shared_ptr<scratch_space> space{};  ///< null: all data stay in memory
  std::uint64_t memory_bytes = 0;          ///< the memory for the data
};

/// Uninitialized memory that a scratch space can read and write.
class scratch_buffer {
 public:
  scratch_buffer() = default;
  /// @param size  in bytes, rounded up to a multiple of the alignment
  explicit scratch_buffer(std::size_t size)
      : m_num_pages(scratch_space::aligned(size) / scratch_space::alignment),
        m_pages(std::make_unique_for_overwrite<page[]>(m_num_pages)) {}

  [[nodiscard]] std::uint8_t* data() const noexcept { return reinterpret_cast<std::uint8_t*>(m_pages.get()); }
  [[nodiscard]] std::size_t size() const noexcept { return m_num_pages * sizeof(page); }
  [[nodiscard]] std::span<std::uint8_t> span() const noexcept { return {data(), size()}; }

 private:
  struct alignas(scratch_space::alignment) page {
    std::array<std::uint8_t, scratch_space::alignment> bytes;
  };
  std::size_t m_num_pages = 0;
  std::unique_ptr<page[]> m_pages;
};

}  // namespace zermelo
