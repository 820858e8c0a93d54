// SPDX-License-Identifier: MIT
// A scratch space in memory.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include <gtest/gtest.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/scratch_space.hpp>

namespace zermelo::test {

class scratch_in_memory final : public scratch_space {
 public:
  /// @param max_bytes  the size at which the space is full
  explicit scratch_in_memory(std::uint64_t max_bytes = std::numeric_limits<std::uint64_t>::max())
      : m_max_bytes(max_bytes) {}

  void write(std::uint64_t offset, std::span<const std::uint8_t> bytes) override {
    expect_aligned(offset, bytes);
    const std::lock_guard lock(m_guard);
    if (offset + bytes.size() > m_max_bytes) throw resource_error("the scratch space is full");
    m_bytes.resize(std::max(m_bytes.size(), offset + bytes.size()));
    std::copy(bytes.begin(), bytes.end(), m_bytes.begin() + static_cast<std::ptrdiff_t>(offset));
  }
  void read(std::uint64_t offset, std::span<std::uint8_t> bytes) const override {
    expect_aligned(offset, bytes);
    const std::lock_guard lock(m_guard);
    if (offset + bytes.size() > m_bytes.size()) throw resource_error("the range was not written");
    std::copy_n(m_bytes.begin() + static_cast<std::ptrdiff_t>(offset), bytes.size(), bytes.begin());
  }

 private:
  static void expect_aligned(std::uint64_t offset, std::span<const std::uint8_t> bytes) {
    EXPECT_EQ(offset % alignment, 0U);
    EXPECT_EQ(bytes.size() % alignment, 0U);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(bytes.data()) % alignment, 0U);
  }

  std::uint64_t m_max_bytes;
  mutable std::mutex m_guard;
  std::vector<std::uint8_t> m_bytes;
};

/// A scratch space for all data of a solve that are not needed at once, except for some bytes.
inline overflow_space all_in_scratch(std::uint64_t memory_bytes = 0) {
  return {std::make_shared<scratch_in_memory>(), memory_bytes};
}

}  // namespace zermelo::test
