// SPDX-License-Identifier: MIT
// Memory that grows as values are put in, and does not move: for one thread that stores rows whose sizes are unknown
// before they are listed. Every page is touched once, by that thread, and in order.
//
//   memory  the values; and at most an eighth of their size, or 64 KiB, of unused memory
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include <zermelo/core/base/uninitialized_array.hpp>

namespace zermelo {

/// Movable: values stay at their addresses. @throws std::bad_alloc.
class row_memory {
 public:
  /// The number of bytes behind the last value that may be read.
  static constexpr std::size_t readable_behind = 8;

  /// A copy of the values, aligned as T.
  template <class T>
  [[nodiscard]] const T* put(std::span<const T> values) {
    static_assert(std::is_trivially_copyable_v<T> && alignof(T) <= alignment);
    const std::size_t bytes = (values.size_bytes() + alignment - 1) / alignment * alignment;
    if (m_chunks.empty() || m_used + bytes + readable_behind > m_chunks.back().size()) begin_chunk(bytes);
    std::byte* const place = m_chunks.back().data() + m_used;
    if (!values.empty()) std::memcpy(place, values.data(), values.size_bytes());
    m_used += bytes;
    m_total += bytes;
    return reinterpret_cast<const T*>(place);
  }

  /// Bytes put in.
  [[nodiscard]] std::uint64_t size() const noexcept { return m_total; }

 private:
  static constexpr std::size_t alignment = 8;
  static constexpr std::size_t least_chunk = std::size_t{1} << 16;
  static constexpr std::size_t largest_chunk = std::size_t{1} << 25;
  static constexpr std::size_t chunks_of_total = 8;

  void begin_chunk(std::size_t bytes) {
    const auto usual = std::clamp(static_cast<std::size_t>(m_total) / chunks_of_total, least_chunk, largest_chunk);
    m_chunks.emplace_back(std::max(usual, bytes + readable_behind));
    m_used = 0;
  }

  std::vector<uninitialized_array<std::byte>> m_chunks;
  std::size_t m_used = 0;  ///< of the last chunk
  std::uint64_t m_total = 0;
};

}  // namespace zermelo
