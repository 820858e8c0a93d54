// SPDX-License-Identifier: MIT
// A code for sets of bits, such as the newly decided nodes of a row. It consists of codes of chunks, starting at bit 0;
// a chunk has 256 bits, or 128 if the kernels' vectors have no more.
//
//   0x01 .. 0x20       the number of bits in the chunk; then one byte per bit, its index in the chunk
//   0x80               the chunk itself follows
//   0x80 + n           n chunks without bits
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace zermelo::detail {

/// The size of an encoded set.
struct encoded_bits {
  std::size_t num_bytes = 0;
  std::uint64_t num_bits = 0;
};

namespace bit_code {
inline constexpr std::uint32_t word_bits = 64;
inline constexpr std::size_t max_chunk_words = 4;
inline constexpr unsigned max_listed_bits = 32;  // equals the bytes of a raw chunk of 256 bits
inline constexpr std::uint8_t raw_chunk = 0x80;
inline constexpr std::uint8_t skip_base = 0x80;  // + the number of skipped chunks, 1 .. max_skipped_chunks
inline constexpr std::size_t max_skipped_chunks = 0x7f;
[[nodiscard]] constexpr std::size_t chunk_words(std::size_t vector_words) noexcept {
  return std::min(max_chunk_words, vector_words);
}

/// An upper bound of the bytes of an encoded row of `words` words, including bytes that the encoder may write past its
/// end.
[[nodiscard]] constexpr std::size_t max_encoded_bytes(std::size_t words) noexcept {
  constexpr std::size_t slack_bytes = 64;  // list_bits writes up to this many bytes past its end
  constexpr std::size_t code_bytes = 2;    // for a skip and the chunk
  constexpr std::size_t min_chunk_words = 2;
  return (words / min_chunk_words + 1) * (code_bytes + max_listed_bits) + slack_bytes;
}
}  // namespace bit_code

/// Calls on_bit(bit) for every bit that is listed in an encoded set, and on_word(its first bit, word) for every word of
/// a raw chunk, in ascending order. Inlined, so that kernels may use their instruction set in both functions.
template <class OnBit, class OnWord>
__attribute__((always_inline)) inline void for_each_encoded_part(std::span<const std::uint8_t> bytes,
                                                                 std::size_t chunk_words, const OnBit& on_bit,
                                                                 const OnWord& on_word) {
  std::size_t base = 0;
  const std::size_t chunk_bits = bit_code::word_bits * chunk_words;
  for (std::size_t i = 0; i < bytes.size();) {
    const std::uint8_t code = bytes[i++];
    if (code < bit_code::raw_chunk) {
      for (const std::size_t end = i + code; i < end; ++i) on_bit(base + bytes[i]);
      base += chunk_bits;
    } else if (code == bit_code::raw_chunk) {
      for (std::size_t k = 0; k < chunk_words; ++k, i += sizeof(std::uint64_t)) {
        std::uint64_t word = 0;
        std::memcpy(&word, bytes.data() + i, sizeof word);
        on_word(base + bit_code::word_bits * k, word);
      }
      base += chunk_bits;
    } else {
      base += chunk_bits * static_cast<std::size_t>(code - bit_code::skip_base);
    }
  }
}

/// Calls f(bit) for every bit of an encoded set, in ascending order.
template <class Callback>
void for_each_encoded_bit(std::span<const std::uint8_t> bytes, std::size_t chunk_words, Callback&& f) {
  for_each_encoded_part(bytes, chunk_words, f, [&](std::size_t first, std::uint64_t word) {
    for (; word != 0; word &= word - 1) f(first + static_cast<std::size_t>(std::countr_zero(word)));
  });
}

}  // namespace zermelo::detail
