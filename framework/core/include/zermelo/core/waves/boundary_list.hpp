// SPDX-License-Identifier: MIT
// Lists of vertices with boundary values (outside_moves.hpp). All vertices of a graph may be in lists until their wave
// is propagated. The vertices of a list are found in ascending order except for a few jumps, and stored as gaps.
//
//   memory  one byte per 7 bits of the gap: 1 byte for a vertex that is at most 127 above the previous vertex, 2 bytes
//           for at most 16,383, and so on; 10 bytes for a jump downwards
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <utility>
#include <vector>

namespace zermelo::detail {

/// One thread fills a list; `append` joins the lists of several threads.
class boundary_list {
 public:
  /// A run of vertices that one thread reads at a time.
  class chunk {
   public:
    /// @param start  the vertex from which the first gap is counted
    explicit chunk(std::uint64_t start) : m_start(start) {}

    void push_gap(std::uint64_t gap) {
      for (; gap > payload_mask; gap >>= payload_bits)
        m_bytes.push_back(static_cast<std::uint8_t>((gap & payload_mask) | continuation_bit));
      m_bytes.push_back(static_cast<std::uint8_t>(gap));
    }
    /// Whether another gap could exceed max_chunk_bytes, which would double the memory of the vector.
    [[nodiscard]] bool is_full() const noexcept { return m_bytes.size() > max_chunk_bytes - max_gap_bytes; }
    /// Calls f(vertex) for each vertex.
    template <class Callback>
    void for_each(const Callback& f) const {
      std::uint64_t v = m_start;
      for (std::size_t i = 0; i < m_bytes.size();) {
        std::uint64_t gap = 0;
        unsigned shift = 0;
        for (; (m_bytes[i] & continuation_bit) != 0; ++i, shift += payload_bits) {
          gap |= std::uint64_t{m_bytes[i] & payload_mask} << shift;
        }
        gap |= std::uint64_t{m_bytes[i++]} << shift;
        v += gap;
        f(v);
      }
    }

   private:
    static constexpr unsigned payload_bits = 7;
    static constexpr std::uint64_t payload_mask = (1 << payload_bits) - 1;
    static constexpr std::uint8_t continuation_bit = 1 << payload_bits;
    static constexpr std::size_t max_chunk_bytes = 1 << 14;  ///< a power of two, since vectors grow by doubling
    static constexpr std::size_t max_gap_bytes = 10;         ///< a gap of 64 bits, 7 bits per byte

    std::uint64_t m_start;
    std::vector<std::uint8_t> m_bytes;
  };

  /// Appends a vertex. It needs the fewest bytes if it is slightly above the previous vertex.
  void push_back(std::uint64_t v) {
    if (m_chunks.empty() || m_chunks.back().is_full()) m_chunks.emplace_back(m_last);
    m_chunks.back().push_gap(v - m_last);  // wraps around
    m_last = v;
    ++m_size;
  }
  /// Appends the vertices of `list`, and empties it.
  void append(boundary_list&& list) {
    if (list.empty()) return;
    m_size += list.m_size;
    std::move(list.m_chunks.begin(), list.m_chunks.end(), std::back_inserter(m_chunks));
    m_last = list.m_last;
    list = {};
  }

  [[nodiscard]] bool empty() const noexcept { return m_size == 0; }
  [[nodiscard]] std::uint64_t size() const noexcept { return m_size; }
  [[nodiscard]] const std::vector<chunk>& chunks() const noexcept { return m_chunks; }

 private:
  std::vector<chunk> m_chunks;
  std::uint64_t m_last = 0;
  std::uint64_t m_size = 0;
};

}  // namespace zermelo::detail
