// SPDX-License-Identifier: MIT
// A log of the waves of a product solve: the nodes that each wave has decided in each row, in this order. A position is
// decided once and needs about a byte (see bit_code.hpp). A table of distances would be slower, since every wave would
// fetch it from memory.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
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

/// The log of one group of rows, as bytes in blocks of a store. One thread at a time may add wave rows.
class wave_rows {
 public:
  /// Bytes of a wave row without its bits.
  static constexpr std::size_t header_bytes = 2 * sizeof(std::uint32_t);
  static constexpr std::uint32_t max_distance = packed_word<std::uint32_t>::max_low;
  static constexpr unsigned row_bits = 12;                   ///< bits in a header word, in addition to the number of
                                                             ///< bytes
  static constexpr std::uint32_t max_rows = 1U << row_bits;  ///< per group
  static constexpr std::size_t max_bytes = std::size_t{1} << (32 - row_bits);  ///< per wave row
  /// The size of the store's blocks. The last block of every group has unused bytes, so blocks are small.
  static constexpr std::size_t block_bytes = std::size_t{1} << 11;

  /// Adds a wave row. Preconditions: it is within the limits above, and has bits.
  void add(block_store& store, const wave_row& nodes) {
    const header words{
        (nodes.distance_plies << kind_bits) | static_cast<std::uint32_t>(nodes.kind),
        (static_cast<std::uint32_t>(nodes.bits.size()) << row_bits) | nodes.row,
    };
    const std::size_t used = m_bytes % block_bytes;
    if (used != 0 && used + header_bytes + nodes.bits.size() <= block_bytes) [[likely]] {
      std::uint8_t* const end = m_blocks.back() + used;
      std::memcpy(end, words.data(), header_bytes);
      std::memcpy(end + header_bytes, nodes.bits.data(), nodes.bits.size());
      m_bytes += header_bytes + nodes.bits.size();
    } else {
      append(store, {reinterpret_cast<const std::uint8_t*>(words.data()), header_bytes});
      append(store, nodes.bits);
    }
    m_max_distance_plies = std::max(m_max_distance_plies, nodes.distance_plies);
  }
  [[nodiscard]] std::size_t bytes() const noexcept { return m_bytes; }
  /// The greatest distance in the log; 0 if it is empty.
  [[nodiscard]] std::uint32_t max_distance_plies() const noexcept { return m_max_distance_plies; }
  /// Copies the log to `bytes()` bytes.
  void copy_to(std::uint8_t* bytes) const { copy(0, {bytes, m_bytes}); }
  /// Empties the log.
  void release(block_store& store) {
    for (std::uint8_t* const block : m_blocks) store.give_back(block);
    m_blocks = {};
    m_bytes = 0;
    m_max_distance_plies = 0;
  }

  /// Calls f(wave_row) for all wave rows, in the order in which they were added.
  template <class Callback>
  void for_each(Callback&& f) const {
    std::vector<std::uint8_t> joined;
    for_each_row(m_bytes, [&](std::size_t first, std::size_t size) { return bytes_at(first, size, joined); }, f);
  }
  /// Calls f(wave_row) for all wave rows of a copy of a log.
  template <class Callback>
  static void for_each_in(std::span<const std::uint8_t> log, Callback&& f) {
    for_each_row(log.size(), [log](std::size_t first, std::size_t size) { return log.subspan(first, size); }, f);
  }

 private:
  static constexpr unsigned kind_bits = 2;  ///< bits in a header word, in addition to the distance
  using header = std::array<std::uint32_t, 2>;

  /// Calls f(wave_row) for the wave rows of a log of `num_bytes` bytes. @param bytes_at  returns a part of the log
  template <class BytesAt, class Callback>
  static void for_each_row(std::size_t num_bytes, const BytesAt& bytes_at, Callback& f) {
    for (std::size_t at = 0; at < num_bytes;) {
      header words{};
      std::memcpy(words.data(), bytes_at(at, header_bytes).data(), header_bytes);
      const std::size_t size = words[1] >> row_bits;
      f(wave_row{words[0] >> kind_bits, static_cast<wave_kind>(words[0] & ((1U << kind_bits) - 1)),
                 static_cast<std::uint16_t>(words[1] & (max_rows - 1)), bytes_at(at + header_bytes, size)});
      at += header_bytes + size;
    }
  }

  void append(block_store& store, std::span<const std::uint8_t> bytes) {
    while (!bytes.empty()) {
      assert(store.block_bytes() == block_bytes);
      const std::size_t used = m_bytes % block_bytes;
      if (used == 0) m_blocks.push_back(store.take());
      const std::size_t part = std::min(bytes.size(), block_bytes - used);
      std::memcpy(m_blocks.back() + used, bytes.data(), part);
      m_bytes += part;
      bytes = bytes.subspan(part);
    }
  }
  /// Copies the part of the log from `first`.
  void copy(std::size_t first, std::span<std::uint8_t> bytes) const {
    while (!bytes.empty()) {
      const std::size_t in_block = first % block_bytes;
      const std::size_t part = std::min(bytes.size(), block_bytes - in_block);
      std::memcpy(bytes.data(), m_blocks[first / block_bytes] + in_block, part);
      first += part;
      bytes = bytes.subspan(part);
    }
  }
  /// A part of the log, which is copied to `joined` if it is in several blocks.
  [[nodiscard]] std::span<const std::uint8_t> bytes_at(std::size_t first, std::size_t size,
                                                       std::vector<std::uint8_t>& joined) const {
    const std::size_t in_block = first % block_bytes;
    if (in_block + size <= block_bytes) return {m_blocks[first / block_bytes] + in_block, size};
    joined.resize(size);
    copy(first, joined);
    return joined;
  }

  std::vector<std::uint8_t*> m_blocks;  ///< all full except the last
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
