// SPDX-License-Identifier: MIT
// A pool of memory blocks of one size, which its destructor returns to the system, and arrays in such blocks.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <mutex>
#include <vector>

#include <zermelo/core/base/uninitialized_array.hpp>

namespace zermelo::detail {

/// A pool of memory blocks of one size. Thread-safe.
class block_store {
 public:
  /// @param block_bytes  a multiple of 8
  explicit block_store(std::size_t block_bytes) : m_block_bytes(block_bytes) {}

  [[nodiscard]] std::size_t block_bytes() const noexcept { return m_block_bytes; }
  /// The size of all blocks in use. Not thread-safe.
  [[nodiscard]] std::size_t bytes_in_use() const noexcept { return m_num_in_use * m_block_bytes; }
  /// An uninitialized block.
  [[nodiscard]] std::uint8_t* take() {
    const std::lock_guard lock(m_guard);
    ++m_num_in_use;
    if (!m_free.empty()) {
      std::uint8_t* const block = m_free.back();
      m_free.pop_back();
      return block;
    }
    if (m_slabs.empty() || m_used + m_block_bytes > m_slabs.back().size()) {
      m_slabs.emplace_back(std::max(m_block_bytes, m_next_slab_bytes));
      m_next_slab_bytes = std::min(2 * m_next_slab_bytes, max_slab_bytes);
      m_used = 0;
    }
    std::uint8_t* const block = m_slabs.back().data() + m_used;
    m_used += m_block_bytes;
    return block;
  }
  void give_back(std::uint8_t* block) {
    const std::lock_guard lock(m_guard);
    --m_num_in_use;
    m_free.push_back(block);
  }

 private:
  // Slabs double in size, so that a small game does not use the memory of a large one.
  static constexpr std::size_t first_slab_bytes = std::size_t{1} << 16;
  static constexpr std::size_t max_slab_bytes = std::size_t{1} << 23;

  std::size_t m_block_bytes;
  std::mutex m_guard;
  std::vector<uninitialized_array<std::uint8_t>> m_slabs;
  std::vector<std::uint8_t*> m_free;
  std::size_t m_num_in_use = 0;
  std::size_t m_next_slab_bytes = first_slab_bytes;
  std::size_t m_used = 0;  ///< bytes used in the last slab
};

/// An array of words in blocks of a store. `release` returns the blocks; the destructor does not.
template <class Word>
class word_blocks {
 public:
  word_blocks() = default;
  word_blocks(block_store& store, std::uint64_t size, Word value)
      : m_words_in_block(store.block_bytes() / sizeof(Word)) {
    m_blocks.resize((size + m_words_in_block - 1) / m_words_in_block);
    for (std::uint8_t*& block : m_blocks) block = store.take();
    for (std::uint64_t i = 0; i < size; ++i) set(i, value);
  }

  [[nodiscard]] bool empty() const noexcept { return m_blocks.empty(); }
  [[nodiscard]] Word operator[](std::uint64_t i) const noexcept {
    Word word{};
    std::memcpy(&word, at(i), sizeof word);
    return word;
  }
  void set(std::uint64_t i, Word word) noexcept { std::memcpy(at(i), &word, sizeof word); }
  void release(block_store& store) {
    for (std::uint8_t* const block : m_blocks) store.give_back(block);
    m_blocks = {};
  }

 private:
  [[nodiscard]] std::uint8_t* at(std::uint64_t i) const noexcept {
    return m_blocks[i / m_words_in_block] + i % m_words_in_block * sizeof(Word);
  }

  std::size_t m_words_in_block = 1;
  std::vector<std::uint8_t*> m_blocks;
};

}  // namespace zermelo::detail
