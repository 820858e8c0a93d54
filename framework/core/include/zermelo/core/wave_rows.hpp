// SPDX-License-Identifier: MIT
// The distances of a product game while it is solved: what each wave decided, row by row, in the order in which it
// was found. Between one and two bytes a position, since a position is decided once and takes about a byte (see
// bit_code in bit_kernels.hpp); a table of distances that is written at every wave would be fetched from memory
// many times over.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include <zermelo/core/bit_kernels.hpp>
#include <zermelo/core/uninitialized_array.hpp>

namespace zermelo::detail {

/// The bits of one row that one wave decided.
struct wave_row {
  std::uint32_t distance_plies = 0;
  std::uint8_t kind = 0;  ///< won by first, won by second, tied
  std::uint16_t row = 0;  ///< within its group
  std::span<const std::uint8_t> bits;
};

/// Memory in equal blocks, given back all at once. Thread-safe.
class block_store {
 public:
  explicit block_store(std::size_t block_bytes) : m_block_bytes(block_bytes) {}

  [[nodiscard]] std::size_t block_bytes() const noexcept { return m_block_bytes; }
  [[nodiscard]] std::uint8_t* take() {
    const std::lock_guard lock(m_guard);
    if (m_slabs.empty() || m_used + m_block_bytes > m_slabs.back().size()) {
      m_slabs.emplace_back(std::max(m_block_bytes, slab_bytes));
      m_used = 0;
    }
    std::uint8_t* const block = m_slabs.back().data() + m_used;
    m_used += m_block_bytes;
    return block;
  }

 private:
  static constexpr std::size_t slab_bytes = std::size_t{1} << 23;

  std::size_t m_block_bytes;
  std::mutex m_guard;
  std::vector<uninitialized_array<std::uint8_t>> m_slabs;
  std::size_t m_used = 0;
};

/// The wave rows of one group of rows. One thread at a time may add to it.
class wave_rows {
 public:
  /// What is added to a group takes this many bytes more than its bits.
  static constexpr std::size_t header_bytes = 2 * sizeof(std::uint32_t);
  static constexpr std::uint32_t max_distance = (1U << 30) - 1;
  static constexpr std::uint32_t max_rows = 1U << 12;
  static constexpr std::size_t max_bytes = std::size_t{1} << 20;

  /// Preconditions: the limits above, and the store's blocks have room for it.
  void add(block_store& store, const wave_row& what) {
    const std::size_t bytes = header_bytes + what.bits.size();
    if (m_blocks.empty() || m_blocks.back().used + bytes > store.block_bytes()) m_blocks.push_back({store.take(), 0});
    block& last = m_blocks.back();
    const std::array<std::uint32_t, 2> header{
        (what.distance_plies << 2) | what.kind,
        (static_cast<std::uint32_t>(what.bits.size()) << 12) | what.row,
    };
    std::memcpy(last.bytes + last.used, header.data(), header_bytes);
    std::memcpy(last.bytes + last.used + header_bytes, what.bits.data(), what.bits.size());
    last.used += bytes;
  }

  /// Calls f(wave_row) in the order in which they were added.
  template <class Callback>
  void for_each(Callback&& f) const {
    for (const block& b : m_blocks) {
      for (std::size_t at = 0; at < b.used;) {
        std::array<std::uint32_t, 2> header{};
        std::memcpy(header.data(), b.bytes + at, header_bytes);
        const std::size_t size = header[1] >> 12;
        f(wave_row{header[0] >> 2,
                   static_cast<std::uint8_t>(header[0] & 3),
                   static_cast<std::uint16_t>(header[1] & (max_rows - 1)),
                   {b.bytes + at + header_bytes, size}});
        at += header_bytes + size;
      }
    }
  }

 private:
  struct block {
    std::uint8_t* bytes;
    std::size_t used;
  };
  std::vector<block> m_blocks;
};

}  // namespace zermelo::detail
