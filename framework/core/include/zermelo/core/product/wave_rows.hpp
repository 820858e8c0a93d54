// SPDX-License-Identifier: MIT
// A log of the waves of a product solve: the nodes that each wave has decided in each row, in this order. A position is
// decided once and needs about a byte (see bit_code.hpp). A table of distances would be slower, since every wave would
// fetch it from memory.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include <zermelo/core/game/product_game.hpp>
#include <zermelo/core/product/bit_code.hpp>
#include <zermelo/core/product/block_store.hpp>
#include <zermelo/core/value/packed_word.hpp>
#include <zermelo/core/value/wave_kind.hpp>

namespace zermelo::detail {

/// The nodes of one row that one wave decided.
struct wave_row {
  std::uint32_t distance_plies = 0;
  wave_kind kind = wave_kind::won_by_first;
  std::uint16_t row = 0;               ///< index in its group
  std::span<const std::uint8_t> bits;  ///< see bit_code.hpp
};

/// The log of one group of rows. One thread at a time may add wave rows.
class wave_rows {
 public:
  /// Bytes of a wave row without its bits.
  static constexpr std::size_t header_bytes = 2 * sizeof(std::uint32_t);
  static constexpr std::uint32_t max_distance = packed_word<std::uint32_t>::max_low;
  static constexpr unsigned row_bits = 12;                   ///< bits in a header word, in addition to the number of
                                                             ///< bytes
  static constexpr std::uint32_t max_rows = 1U << row_bits;  ///< per group
  static constexpr std::size_t max_bytes = std::size_t{1} << (32 - row_bits);  ///< per wave row

  /// Adds a wave row. Preconditions: it is within the limits above, and fits a block of the store.
  void add(block_store& store, const wave_row& nodes) {
    const std::size_t bytes = header_bytes + nodes.bits.size();
    if (m_blocks.empty() || m_blocks.back().used + bytes > store.block_bytes()) m_blocks.push_back({store.take(), 0});
    block& last = m_blocks.back();
    const std::array<std::uint32_t, 2> header{
        (nodes.distance_plies << kind_bits) | static_cast<std::uint32_t>(nodes.kind),
        (static_cast<std::uint32_t>(nodes.bits.size()) << row_bits) | nodes.row,
    };
    std::memcpy(last.bytes + last.used, header.data(), header_bytes);
    std::memcpy(last.bytes + last.used + header_bytes, nodes.bits.data(), nodes.bits.size());
    last.used += bytes;
    m_bytes += bytes;
    m_max_distance_plies = std::max(m_max_distance_plies, nodes.distance_plies);
  }
  [[nodiscard]] std::size_t bytes() const noexcept { return m_bytes; }
  /// The greatest distance in the log; 0 if it is empty.
  [[nodiscard]] std::uint32_t max_distance_plies() const noexcept { return m_max_distance_plies; }
  /// Empties the log.
  void release(block_store& store) {
    for (const block& b : m_blocks) store.give_back(b.bytes);
    m_blocks = {};
    m_bytes = 0;
    m_max_distance_plies = 0;
  }

  /// Calls f(wave_row) for all wave rows, in the order in which they were added.
  template <class Callback>
  void for_each(Callback&& f) const {
    for (const block& b : m_blocks) {
      for (std::size_t at = 0; at < b.used;) {
        std::array<std::uint32_t, 2> header{};
        std::memcpy(header.data(), b.bytes + at, header_bytes);
        const std::size_t size = header[1] >> row_bits;
        f(wave_row{header[0] >> kind_bits,
                   static_cast<wave_kind>(header[0] & ((1U << kind_bits) - 1)),
                   static_cast<std::uint16_t>(header[1] & (max_rows - 1)),
                   {b.bytes + at + header_bytes, size}});
        at += header_bytes + size;
      }
    }
  }

 private:
  static constexpr unsigned kind_bits = 2;  ///< bits in a header word, in addition to the distance

  struct block {
    std::uint8_t* bytes;
    std::size_t used;
  };
  std::vector<block> m_blocks;
  std::size_t m_bytes = 0;
  std::uint32_t m_max_distance_plies = 0;
};

/// Decodes the nodes of a wave row.
struct wave_row_reader {
  std::span<const node_number> node_of_bit;
  std::size_t chunk_words = 1;   ///< words per chunk of the code
  std::uint64_t row_length = 1;  ///< nodes

  /// Calls f(number of the position within the group) for each node.
  template <class Callback>
  void for_each_node(const wave_row& nodes, Callback&& f) const {
    const std::uint64_t first = nodes.row * row_length;
    for_each_encoded_bit(nodes.bits, chunk_words, [&](std::size_t bit) { f(first + node_of_bit[bit]); });
  }
};

}  // namespace zermelo::detail
