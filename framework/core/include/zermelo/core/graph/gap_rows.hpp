// SPDX-License-Identifier: MIT
// A directed graph whose rows are sorted and stored as the gaps between targets, the first as its distance from the
// row's vertex, in as few bytes as each needs. Games number positions so that moves change few digits: the gaps are
// small against the number of positions.
//
//   a row     the number of targets, a byte (255: the number follows, 4 bytes); then for every four targets a byte with
//             four length codes of two bits, and the gaps in as many bytes as the codes say
//   a block   4096 rows: 4 bytes for the start of each group of 64 rows; 2 bytes for the start of each row in its
//             group, unless the row is empty (row_references.hpp), in units that let the block's longest group fit;
//             the rows
//   memory    1 to 2.5 bytes a target in the shipped games, 3.5 a row; less than two bits for an empty row
//   walking   a row costs two cache misses; decoding takes no branch but the loop's
//
// Gaps: P. Boldi, S. Vigna, "The WebGraph framework I", doi 10.1145/988672.988752. Lengths apart from the bytes:
// D. Lemire, N. Kurz, C. Rupp, "Stream VByte", doi 10.1016/j.ipl.2017.09.011.
//
// Immutable and thread-safe once built.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/graph/row_encoding.hpp>
#include <zermelo/core/graph/row_memory.hpp>
#include <zermelo/core/graph/row_references.hpp>

namespace zermelo {

static_assert(std::endian::native == std::endian::little, "numbers of 1 to 8 bytes are read as words of 8");

/// The lengths in which gaps are stored: 1, 2, 3 or 4 bytes with vertices of 32 bits, 1, 2, 4 or 8 bytes with vertices
/// of 64 bits. A length has a code of two bits.
class gap_lengths {
 public:
  static constexpr unsigned bits_per_code = 2;
  static constexpr unsigned codes_per_byte = 4;

  explicit constexpr gap_lengths(bool is_narrow = true) : m_bytes(is_narrow ? narrow : wide) {
    constexpr unsigned bits_per_byte = 8;
    for (std::size_t code = 0; code < num_codes; ++code) {
      m_masks[code] =
          std::numeric_limits<std::uint64_t>::max() >> bits_per_byte * (sizeof(std::uint64_t) - m_bytes[code]);
    }
  }

  /// The code in the lowest bits of a byte of codes.
  [[nodiscard]] static constexpr unsigned first_code(unsigned codes) noexcept { return codes % num_codes; }
  /// The code of the shortest length that a number fits. Precondition: the number fits the longest length.
  [[nodiscard]] constexpr unsigned code_of(std::uint64_t number) const noexcept {
    unsigned code = 0;
    while (number > m_masks[code]) ++code;
    return code;
  }
  [[nodiscard]] constexpr unsigned bytes(unsigned code) const noexcept { return m_bytes[code]; }
  [[nodiscard]] constexpr std::uint64_t mask(unsigned code) const noexcept { return m_masks[code]; }

  /// The stored form of a difference of vertices, whose sign becomes the lowest bit: small for a small difference of
  /// either sign.
  [[nodiscard]] static constexpr std::uint64_t folded(std::uint64_t difference, bool is_narrow) noexcept {
    const auto value = is_narrow ? static_cast<std::int64_t>(static_cast<std::int32_t>(difference))
                                 : static_cast<std::int64_t>(difference);
    const auto twice = static_cast<std::uint64_t>(value) << 1 ^ static_cast<std::uint64_t>(value >> 63);
    return is_narrow ? twice & std::numeric_limits<std::uint32_t>::max() : twice;
  }
  [[nodiscard]] static constexpr std::uint64_t unfolded(std::uint64_t folded) noexcept {
    return folded >> 1 ^ (0 - (folded & 1));
  }

 private:
  static constexpr std::size_t num_codes = 4;
  using bytes_by_code = std::array<std::uint8_t, num_codes>;
  static constexpr bytes_by_code narrow{1, 2, 3, 4};
  static constexpr bytes_by_code wide{1, 2, 4, 8};

  bytes_by_code m_bytes;
  std::array<std::uint64_t, num_codes> m_masks{};
};

class gap_rows {
 public:
  [[nodiscard]] std::uint64_t num_rows() const noexcept { return m_num_rows; }
  [[nodiscard]] std::uint64_t num_targets() const noexcept { return m_num_targets; }
  /// Memory of the rows and of their index.
  [[nodiscard]] std::uint64_t bytes() const noexcept { return m_bytes; }

  /// Calls f(target) for the targets of a row, ascending.
  template <class Callback>
  [[gnu::always_inline]] void for_each_target(std::uint64_t v, Callback&& f) const {
    const block& in = m_blocks[v / row_references::rows_per_block];
    const auto row = static_cast<unsigned>(v % row_references::rows_per_block);
    const std::uint16_t start = row_references::find(in.starts, row);
    if (start == row_references::none) return;
    const std::uint8_t* at =
        in.bytes + in.groups[row / row_references::rows_per_group] + (std::uint64_t{start} << in.shift);
    std::uint32_t left = *at++;  // targets
    if (left == long_row) {
      std::memcpy(&left, at, sizeof(left));
      at += sizeof(left);
    }
    const std::uint64_t vertex_mask = m_vertex_mask;
    const auto number_at = [this](const std::uint8_t* place, unsigned code) __attribute__((always_inline)) {
      std::uint64_t number = 0;
      std::memcpy(&number, place, sizeof(number));
      return number & m_lengths.mask(code);
    };
    // Only the first number is folded, but the loop adds all numbers as they are stored: `to` makes up for that.
    const std::uint64_t first = number_at(at + 1, gap_lengths::first_code(*at));
    std::uint64_t to = v + gap_lengths::unfolded(first) - first;
    while (left > 0) {
      unsigned codes = *at++;
      const std::uint32_t num_codes = std::min<std::uint32_t>(left, gap_lengths::codes_per_byte);
      for (std::uint32_t i = 0; i != num_codes; ++i, codes >>= gap_lengths::bits_per_code) {
        const unsigned code = gap_lengths::first_code(codes);
        to = (to + number_at(at, code)) & vertex_mask;
        at += m_lengths.bytes(code);
        f(to);
      }
      left -= num_codes;
    }
  }

 private:
  friend class gap_rows_builder;
  struct block {
    const std::uint16_t* starts = nullptr;  ///< encoded row_references: where rows begin in their groups, >> shift
    const std::uint32_t* groups = nullptr;  ///< [group]: where it begins in `bytes`
    const std::uint8_t* bytes = nullptr;
    unsigned shift = 0;
  };
  static constexpr std::uint8_t long_row = 255;  ///< in place of the number of targets, which follows in 4 bytes

  std::uint64_t m_num_rows = 0;
  std::uint64_t m_num_targets = 0;
  std::uint64_t m_bytes = 0;
  gap_lengths m_lengths;
  std::uint64_t m_vertex_mask = 0;  ///< the bits that a vertex may have
  std::vector<block> m_blocks;
  std::vector<row_memory> m_memory;  ///< to which the blocks point
};

/// Stores rows, block by block; see encode_rows.hpp.
class gap_rows_builder {
 public:
  using rows = gap_rows;

  explicit gap_rows_builder(const rows_to_store& sizes) : m_is_narrow(sizes.is_narrow) {
    m_rows.m_num_rows = sizes.num_rows;
    m_rows.m_lengths = gap_lengths(m_is_narrow);
    m_rows.m_vertex_mask =
        m_is_narrow ? std::numeric_limits<std::uint32_t>::max() : std::numeric_limits<std::uint64_t>::max();
    m_rows.m_blocks.resize(row_references::num_blocks(sizes.num_rows));
  }

  /// The rows that one thread stores.
  class part {
   public:
    explicit part(gap_rows_builder& all) : m_all(all), m_lengths(all.m_rows.m_lengths) {}

    void begin_block(dictionary_choice /*ignored*/) {
      m_bytes.clear();
      m_sizes.clear();
    }
    /// Adds a row; sorts the targets. Returns true: there is always room.
    [[nodiscard]] bool add(std::uint64_t v, std::span<std::uint64_t> targets) {
      m_num_targets += targets.size();
      const std::size_t begin = m_bytes.size();
      if (!targets.empty()) {
        sort(targets);
        append(v, targets);
      }
      m_sizes.push_back(m_bytes.size() - begin);
      return true;
    }
    void end_block(std::uint64_t number) {
      const unsigned shift = min_shift();
      const std::size_t unit = std::size_t{1} << shift;
      m_starts.clear();
      m_groups.clear();
      m_placed.clear();
      std::size_t from = 0;
      for (std::size_t row = 0; row < m_sizes.size(); ++row) {
        m_placed.resize((m_placed.size() + unit - 1) / unit * unit);
        if (row % row_references::rows_per_group == 0) m_groups.push_back(static_cast<std::uint32_t>(m_placed.size()));
        const bool is_empty = m_sizes[row] == 0;
        m_starts.push_back(is_empty ? row_references::none
                                    : static_cast<std::uint16_t>((m_placed.size() - m_groups.back()) >> shift));
        m_placed.insert(m_placed.end(), m_bytes.data() + from, m_bytes.data() + from + m_sizes[row]);
        from += m_sizes[row];
      }
      if (m_placed.size() > std::numeric_limits<std::uint32_t>::max()) {
        throw contract_error("4096 positions have more predecessors than 2^32 bytes hold");
      }
      row_references::encode(m_starts, m_encoded);
      m_all.m_rows.m_blocks[number] = {m_memory.put(std::span<const std::uint16_t>(m_encoded)),
                                       m_memory.put(std::span<const std::uint32_t>(m_groups)),
                                       m_memory.put(std::span<const std::uint8_t>(m_placed)), shift};
    }
    void finish() {
      m_all.m_rows.m_num_targets += m_num_targets;
      m_all.m_rows.m_bytes += m_memory.size();
      m_all.m_rows.m_memory.push_back(std::move(m_memory));
    }

   private:
    /// Sorts the targets of a row, which are mostly few and nearly sorted.
    static void sort(std::span<std::uint64_t> targets) {
      constexpr std::size_t targets_sorted_by_insertion = 48;
      if (targets.size() > targets_sorted_by_insertion) {
        std::sort(targets.begin(), targets.end());
        return;
      }
      for (std::size_t i = 1; i < targets.size(); ++i) {
        const std::uint64_t moved = targets[i];
        std::size_t at = i;
        for (; at > 0 && targets[at - 1] > moved; --at) targets[at] = targets[at - 1];
        targets[at] = moved;
      }
    }
    void append(std::uint64_t v, std::span<const std::uint64_t> targets) {
      constexpr std::size_t max_bytes_per_target = sizeof(std::uint64_t) + 1;
      constexpr std::size_t max_other_bytes = 1 + sizeof(std::uint32_t) + 1;
      const std::size_t begin = m_bytes.size();
      m_bytes.resize(begin + targets.size() * max_bytes_per_target + max_other_bytes);
      std::uint8_t* at = m_bytes.data() + begin;
      if (targets.size() < gap_rows::long_row) {
        *at++ = static_cast<std::uint8_t>(targets.size());
      } else {
        const auto size = static_cast<std::uint32_t>(targets.size());
        *at++ = gap_rows::long_row;
        std::memcpy(at, &size, sizeof(size));
        at += sizeof(size);
      }
      std::uint64_t number = gap_lengths::folded(targets[0] - v, m_all.m_is_narrow);
      std::uint8_t* codes = nullptr;
      for (std::size_t i = 0; i < targets.size(); ++i) {
        const auto code_place = static_cast<unsigned>(i % gap_lengths::codes_per_byte);
        if (i > 0) number = targets[i] - targets[i - 1];
        if (code_place == 0) {
          codes = at++;
          *codes = 0;
        }
        const unsigned code = m_lengths.code_of(number);
        *codes = static_cast<std::uint8_t>(*codes | code << gap_lengths::bits_per_code * code_place);
        std::memcpy(at, &number, sizeof(number));
        at += m_lengths.bytes(code);
      }
      m_bytes.resize(static_cast<std::size_t>(at - m_bytes.data()));
    }
    /// The smallest shift with which the last row of every group begins at fewer than `row_references::none` units.
    [[nodiscard]] unsigned min_shift() const {
      unsigned shift = 0;
      std::size_t group_bytes = 0;
      for (std::size_t row = 0; row < m_sizes.size(); ++row) {
        if (row % row_references::rows_per_group == 0) group_bytes = 0;
        // Each row is rounded up by less than a unit.
        while ((group_bytes >> shift) + row_references::rows_per_group >= row_references::none) ++shift;
        group_bytes += m_sizes[row];
      }
      return shift;
    }

    gap_rows_builder& m_all;
    gap_lengths m_lengths;
    row_memory m_memory;
    std::vector<std::uint8_t> m_bytes;     ///< of the block's rows, one behind the other
    std::vector<std::size_t> m_sizes;      ///< [row]: in bytes
    std::vector<std::uint8_t> m_placed;    ///< the bytes of the rows, which begin at whole units
    std::vector<std::uint16_t> m_starts;   ///< [row]: where it begins in its group, in units
    std::vector<std::uint32_t> m_groups;   ///< as block::groups
    std::vector<std::uint16_t> m_encoded;  ///< m_starts as block::starts
    std::uint64_t m_num_targets = 0;
  };

  [[nodiscard]] gap_rows finish() && { return std::move(m_rows); }

 private:
  bool m_is_narrow;
  gap_rows m_rows;
};

}  // namespace zermelo
