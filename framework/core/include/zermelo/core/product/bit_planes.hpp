// SPDX-License-Identifier: MIT
// Sets of nodes, and of newly decided nodes, with one row of bits for every row of a product game.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <zermelo/core/base/uninitialized_array.hpp>
#include <zermelo/core/product/bit_board.hpp>
#include <zermelo/core/product/bit_kernels.hpp>

namespace zermelo::detail {

inline void set_bit(std::uint64_t* row, std::size_t bit) noexcept {
  row[bit / bit_board::word_bits] |= std::uint64_t{1} << (bit % bit_board::word_bits);
}
inline void clear_bit(std::uint64_t* row, std::size_t bit) noexcept {
  row[bit / bit_board::word_bits] &= ~(std::uint64_t{1} << (bit % bit_board::word_bits));
}
[[nodiscard]] inline bool has_bit(const std::uint64_t* row, std::size_t bit) noexcept {
  return (row[bit / bit_board::word_bits] >> (bit % bit_board::word_bits) & 1) != 0;
}

/// Consecutive, uninitialized rows of bits between words of zeros that shifts may read.
class bit_plane {
 public:
  bit_plane(std::uint64_t rows, std::size_t words, std::size_t guard_words)
      : m_words(words), m_guard(guard_words), m_bits(rows * words + 2 * guard_words) {
    std::fill_n(m_bits.data(), m_guard, 0);
    std::fill_n(m_bits.data() + (m_bits.size() - m_guard), m_guard, 0);
  }
  [[nodiscard]] std::uint64_t* row(std::uint64_t r) noexcept { return m_bits.data() + m_guard + r * m_words; }
  [[nodiscard]] const std::uint64_t* row(std::uint64_t r) const noexcept {
    return m_bits.data() + m_guard + r * m_words;
  }

 private:
  std::size_t m_words;
  std::size_t m_guard;
  uninitialized_array<std::uint64_t> m_bits;
};

/// The nodes decided in one epoch. A row with the stamp of another epoch counts as empty, whatever its bits are.
class delta_plane {
 public:
  delta_plane(std::uint64_t rows, const bit_board& board)
      : m_bits(rows, board.words(), 0),
        m_set_words(board.set_words()),
        m_vectors(rows * m_set_words),
        m_stamps(rows, 0) {}

  /// The decided vectors of a row.
  [[nodiscard]] row_part part(std::uint64_t row, std::uint8_t stamp) const noexcept {
    if (m_stamps[row] != stamp) return {};
    return {m_bits.row(row), {m_vectors.data() + row * m_set_words, m_set_words}};
  }
  [[nodiscard]] bool is_marked(std::uint64_t row, std::uint8_t stamp) const noexcept { return m_stamps[row] == stamp; }
  /// Marks a row as decided in `vectors`, and returns the row for writing their bits.
  [[nodiscard]] std::uint64_t* mark(std::uint64_t row, vector_set vectors, std::uint8_t stamp) noexcept {
    m_stamps[row] = stamp;
    std::copy(vectors.begin(), vectors.end(), m_vectors.data() + row * m_set_words);
    return m_bits.row(row);
  }
  /// The bits of a marked row.
  [[nodiscard]] std::uint64_t* row(std::uint64_t row) noexcept { return m_bits.row(row); }
  void forget_stamps() noexcept { std::fill(m_stamps.begin(), m_stamps.end(), std::uint8_t{0}); }

 private:
  bit_plane m_bits;
  std::size_t m_set_words;
  uninitialized_array<std::uint64_t> m_vectors;
  std::vector<std::uint8_t> m_stamps;
};

}  // namespace zermelo::detail
