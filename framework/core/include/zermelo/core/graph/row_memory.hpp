// SPDX-License-Identifier: MIT
// Memory to which one thread appends values, which do not move: for rows whose sizes are unknown before they are
// listed. Every page is touched once, by that thread, and in order.
//
//   memory  the values; and an eighth of their size, 64 KiB at least and 32 MiB at most, that may be unused
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
  /// So many bytes behind every value may be read.
  static constexpr std::size_t readable_behind = 8;

  /// Appends a copy of the values, and returns its address.
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

  /// The bytes of all values, in multiples of 8 for each call of `put`.
  [[nodiscard]] std::uint64_t size() const noexcept { return m_total; }

 private:
  static constexpr std::size_t alignment = 8;
  static constexpr std::size_t min_chunk_bytes = std::size_t{1} << 16;
  static constexpr std::size_t max_chunk_bytes = std::size_t{1} << 25;
  static constexpr std::size_t chunks_of_total = 8;  ///< a chunk has the size of all values by this number

  void begin_chunk(std::size_t bytes) {
    const std::size_t chunk_bytes =
        std::clamp(static_cast<std::size_t>(m_total) / chunks_of_total, min_chunk_bytes, max_chunk_bytes);
    m_chunks.emplace_back(std::max(chunk_bytes, bytes + readable_behind));
    m_used = 0;
  }

  std::vector<uninitialized_array<std::byte>> m_chunks;
  std::size_t m_used = 0;  ///< bytes of the last chunk
  std::uint64_t m_total = 0;
};

}  // namespace zermelo
