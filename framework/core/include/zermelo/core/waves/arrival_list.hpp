// SPDX-License-Identifier: MIT
// Vertices at which a value from outside arrives. There may be as many as the graph has vertices, and they wait for
// their wave through the whole solve. They are found in ascending order but for a few jumps, and kept as gaps.
//
//   memory  one byte per listed vertex where at least one vertex in 128 is listed, 2 bytes down to one in 16,384
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <utility>
#include <vector>

namespace zermelo::detail {

/// One thread fills a list; `add` joins the lists of several threads.
class arrival_list {
 public:
  /// Vertices that one thread takes at a time.
  class chunk {
   public:
    explicit chunk(std::uint64_t before) : m_before(before) {}

    void push_back(std::uint64_t gap) {
      for (; gap > payload; gap >>= payload_bits) m_bytes.push_back(static_cast<std::uint8_t>((gap & payload) | more));
      m_bytes.push_back(static_cast<std::uint8_t>(gap));
    }
    /// Whether the longest gap would no longer fit: no gap may make the memory of the chunk double.
    [[nodiscard]] bool is_full() const noexcept { return m_bytes.size() > most_bytes - longest_gap; }
    template <class Callback>
    void for_each(const Callback& f) const {
      std::uint64_t v = m_before;
      for (std::size_t i = 0; i < m_bytes.size();) {
        std::uint64_t gap = 0;
        unsigned shift = 0;
        for (; (m_bytes[i] & more) != 0; ++i, shift += payload_bits) {
          gap |= std::uint64_t{m_bytes[i] & payload} << shift;
        }
        gap |= std::uint64_t{m_bytes[i++]} << shift;
        v += gap;
        f(v);
      }
    }

   private:
    static constexpr unsigned payload_bits = 7;
    static constexpr std::uint64_t payload = (1 << payload_bits) - 1;
    static constexpr std::uint8_t more = 1 << payload_bits;
    static constexpr std::size_t most_bytes = 1 << 14;
    static constexpr std::size_t longest_gap = 10;  ///< of 64 bits, 7 in each byte

    std::uint64_t m_before;  ///< the vertex before the first
    std::vector<std::uint8_t> m_bytes;
  };

  /// Appends a vertex. It takes fewest bytes if it is a little above the last one.
  void push_back(std::uint64_t v) {
    if (m_chunks.empty() || m_chunks.back().is_full()) m_chunks.emplace_back(m_last);
    m_chunks.back().push_back(v - m_last);  // wraps around
    m_last = v;
    ++m_size;
  }
  void add(arrival_list&& list) {
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
