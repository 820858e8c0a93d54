// SPDX-License-Identifier: MIT
// The outcomes of the positions 0 .. size() - 1, for example of a slice, without distances, in 2 bits each. Illegal
// positions are not marked, and their outcomes are meaningless; only the rules identify them.
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>

#include <zermelo/core/base/uninitialized_array.hpp>
#include <zermelo/core/value/outcome.hpp>

namespace zermelo {

/// The words are initially uninitialized. Reading is thread-safe, and so is `set` for positions of different words.
/// Movable, not copyable. Memory: 1/4 byte per position.
class outcome_bits {
 public:
  static constexpr unsigned bits_per_position = 2;
  static constexpr position positions_per_word = 64 / bits_per_position;

  outcome_bits() = default;
  /// @throws std::bad_alloc
  explicit outcome_bits(std::uint64_t size) : m_words(num_words(size)), m_size(size) {}

  [[nodiscard]] static constexpr std::uint64_t num_words(std::uint64_t size) noexcept {
    return size / positions_per_word + (size % positions_per_word != 0 ? 1 : 0);
  }
  [[nodiscard]] static constexpr std::uint64_t bytes_of(std::uint64_t size) noexcept {
    return num_words(size) * sizeof(std::uint64_t);
  }

  [[nodiscard]] std::uint64_t size() const noexcept { return m_size; }
  [[nodiscard]] std::uint64_t bytes() const noexcept { return bytes_of(m_size); }

  /// The outcome of a code of two bits, 0 .. 3, and the code of an outcome other than `illegal`.
  [[nodiscard]] static constexpr outcome of_code(std::uint64_t code) noexcept { return static_cast<outcome>(code + 1); }
  [[nodiscard]] static constexpr std::uint64_t code_of(outcome o) noexcept {
    assert(o != outcome::illegal);
    return static_cast<std::uint64_t>(o) - 1;
  }

  /// Precondition: i < size(), and the outcome of i has been set.
  [[nodiscard]] outcome at(position i) const noexcept {
    assert(i < m_size);
    return of_code(m_words[i / positions_per_word] >> shift_of(i) & mask);
  }
  void set(position i, outcome o) noexcept {
    assert(i < m_size);
    std::uint64_t& word = m_words[i / positions_per_word];
    word = (word & ~(mask << shift_of(i))) | code_of(o) << shift_of(i);
  }

  /// Position i is in word i / positions_per_word. The first position of a word is in its lowest bits.
  [[nodiscard]] std::span<std::uint64_t> words() noexcept { return m_words.span(); }
  [[nodiscard]] std::span<const std::uint64_t> words() const noexcept { return m_words.span(); }

 private:
  static constexpr std::uint64_t mask = (1U << bits_per_position) - 1;
  [[nodiscard]] static constexpr unsigned shift_of(position i) noexcept {
    return static_cast<unsigned>(i % positions_per_word) * bits_per_position;
  }

  uninitialized_array<std::uint64_t> m_words;
  std::uint64_t m_size = 0;
};

}  // namespace zermelo
