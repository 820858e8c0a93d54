// SPDX-License-Identifier: MIT
// Sets of nodes, and of newly decided nodes, with one row of bits for every row of a product game.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include <zermelo/core/base/uninitialized_array.hpp>
#include <zermelo/core/product/bit_board.hpp>
#include <zermelo/core/product/bit_kernels.hpp>
#include <zermelo/core/product/block_store.hpp>

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

/// Memory of one thread for the rows of one epoch.
class row_memory {
 public:
  explicit row_memory(block_store& store) : m_store(&store) {}

  /// Uninitialized words. Precondition: they fit a block of the store.
  [[nodiscard]] std::uint64_t* take(std::size_t words) {
    const std::size_t bytes = words * sizeof(std::uint64_t);
    if (m_blocks.empty() || m_used + bytes > m_store->block_bytes()) {
      m_blocks.push_back(m_store->take());
      m_used = 0;
    }
    return reinterpret_cast<std::uint64_t*>(m_blocks.back() + std::exchange(m_used, m_used + bytes));
  }
  /// Returns all words to the store.
  void release() {
    for (std::uint8_t* const block : m_blocks) m_store->give_back(block);
    m_blocks.clear();
  }

 private:
  block_store* m_store;
  std::vector<std::uint8_t*> m_blocks;
  std::size_t m_used = 0;  ///< bytes used in the last block
};

/// Sets `vectors` to the vectors of a row that have bits.
inline void find_vectors(const bit_board& board, const std::uint64_t* row, std::span<std::uint64_t> vectors) {
  std::fill(vectors.begin(), vectors.end(), 0);
  for (std::size_t i = 0; i < board.words(); ++i) {
    if (row[i] != 0) set_bit(vectors.data(), i / board.kernels().vector_words);
  }
}

/// Calls f(index of the word in the row, word) for every word of a part of a row.
template <class Function>
void for_each_word(const bit_board& board, const row_part& part, const Function& f) {
  const std::size_t vector_words = board.kernels().vector_words;
  const std::uint64_t* word = part.words;
  for (std::size_t k = 0; k < part.vectors.size(); ++k) {
    for (std::uint64_t rest = part.vectors[k]; rest != 0; rest &= rest - 1) {
      const std::size_t first =
          (bit_board::word_bits * k + static_cast<std::size_t>(std::countr_zero(rest))) * vector_words;
      for (std::size_t i = first; i < first + vector_words; ++i) f(i, *word++);
    }
  }
}

/// The nodes decided in one epoch. A row with the stamp of another epoch counts as empty.
class delta_plane {
 public:
  delta_plane(std::uint64_t rows, const bit_board& board)
      : m_vector_words(board.kernels().vector_words),
        m_set_words(board.set_words()),
        m_words(rows),
        m_vectors(rows * m_set_words),
        m_stamps(rows, 0) {}

  /// The decided vectors of a row.
  [[nodiscard]] row_part part(std::uint64_t row, std::uint8_t stamp) const noexcept {
    if (m_stamps[row] != stamp) return {};
    return {m_words[row], {m_vectors.data() + row * m_set_words, m_set_words}};
  }
  [[nodiscard]] bool is_marked(std::uint64_t row, std::uint8_t stamp) const noexcept { return m_stamps[row] == stamp; }
  /// Marks a row as decided in `vectors`, and returns the words of these vectors, which are uninitialized.
  std::uint64_t* mark(std::uint64_t row, vector_set vectors, std::uint8_t stamp, row_memory& memory) {
    std::size_t num_vectors = 0;
    for (const std::uint64_t word : vectors) num_vectors += static_cast<std::size_t>(std::popcount(word));
    m_stamps[row] = stamp;
    std::copy(vectors.begin(), vectors.end(), m_vectors.data() + row * m_set_words);
    return m_words[row] = memory.take(num_vectors * m_vector_words);
  }
  /// The words of a row that is marked in all vectors.
  [[nodiscard]] std::uint64_t* row(std::uint64_t row) noexcept { return m_words[row]; }
  void forget_stamps() noexcept { std::fill(m_stamps.begin(), m_stamps.end(), std::uint8_t{0}); }

 private:
  std::size_t m_vector_words;
  std::size_t m_set_words;
  uninitialized_array<std::uint64_t*> m_words;   ///< [row]: the words of its decided vectors
  uninitialized_array<std::uint64_t> m_vectors;  ///< [row][set word]: its decided vectors
  std::vector<std::uint8_t> m_stamps;            ///< [row]: the epoch, see product_state::stamp_of
};

}  // namespace zermelo::detail
