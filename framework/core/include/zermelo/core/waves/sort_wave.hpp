// SPDX-License-Identifier: MIT
// Sorts the vertices of a wave, since rows and words of neighbours are adjacent, so that a cache line that one vertex
// needs also serves the next vertex. The sort needs a few passes without comparisons: it distributes vertices to
// buckets of neighbouring numbers, and sorts each bucket with one bit per possible number.
//
//   time    a few passes over the vertices
//   memory  a sorted copy, and 16 KiB per piece
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <zermelo/core/base/parallel.hpp>

namespace zermelo::detail {

/// Buckets of numbers with the same high bits.
class number_buckets {
 public:
  /// With more buckets, the cache lines that are being written would not fit a cache.
  static constexpr unsigned max_bits = 11;
  static constexpr std::size_t max_buckets = std::size_t{1} << max_bits;

  /// @param bits  the bitwise or of all numbers
  explicit number_buckets(std::uint32_t bits) {
    constexpr unsigned min_shift = 12;  // a bucket's bits then fill some cache lines
    const auto width = static_cast<unsigned>(std::bit_width(bits));
    m_shift = std::max(min_shift, width > max_bits ? width - max_bits : 0U);
  }
  [[nodiscard]] std::size_t of(std::uint32_t number) const noexcept { return number >> m_shift; }
  /// Sorts the distinct numbers of one bucket.
  /// @param is_present  working memory, reused between calls
  void sort(std::size_t bucket, std::span<std::uint32_t> numbers, std::vector<std::uint64_t>& is_present) const {
    constexpr std::uint32_t bits_per_word = 64;
    constexpr std::size_t max_words_per_number = 4;  // for fewer numbers, comparing them is faster
    const std::size_t num_words = (std::size_t{1} << m_shift) / bits_per_word;
    if (num_words > max_words_per_number * numbers.size()) {
      std::sort(numbers.begin(), numbers.end());
      return;
    }
    is_present.assign(num_words, 0);
    const auto first = static_cast<std::uint32_t>(bucket << m_shift);
    for (const std::uint32_t number : numbers) {
      is_present[(number - first) / bits_per_word] |= std::uint64_t{1} << number % bits_per_word;
    }
    auto at = numbers.begin();
    for (std::size_t word = 0; word < num_words; ++word) {
      const std::uint32_t first_of_word = first + bits_per_word * static_cast<std::uint32_t>(word);
      for (std::uint64_t bits = is_present[word]; bits != 0; bits &= bits - 1) {
        *at++ = first_of_word + static_cast<std::uint32_t>(std::countr_zero(bits));
      }
    }
    assert(at == numbers.end());
  }

 private:
  unsigned m_shift = 0;
};

/// Returns the numbers of all pieces in ascending order. Precondition: the numbers are distinct.
/// @param threads  see `for_each_index`
[[nodiscard]] inline std::vector<std::uint32_t> sort_wave(std::span<const std::vector<std::uint32_t>> pieces,
                                                          unsigned threads) {
  std::uint32_t bits = 0;
  for (const auto& piece : pieces) {
    for (const std::uint32_t number : piece) bits |= number;
  }
  const number_buckets buckets(bits);
  using offsets = std::array<std::size_t, number_buckets::max_buckets>;

  std::vector<offsets> next(pieces.size());
  for_each_index(threads, pieces.size(), [&](std::uint64_t i) {
    next[i] = {};
    for (const std::uint32_t number : pieces[i]) ++next[i][buckets.of(number)];
  });
  offsets ends{};
  std::size_t size = 0;
  for (std::size_t bucket = 0; bucket < ends.size(); ++bucket) {
    for (offsets& of_piece : next) {
      const std::size_t count = of_piece[bucket];
      of_piece[bucket] = size;
      size += count;
    }
    ends[bucket] = size;
  }
  std::vector<std::uint32_t> ordered(size);
  for_each_index(threads, pieces.size(), [&](std::uint64_t i) {
    for (const std::uint32_t number : pieces[i]) ordered[next[i][buckets.of(number)]++] = number;
  });

  constexpr std::size_t buckets_per_task = 64;
  for_each_index(threads, number_buckets::max_buckets / buckets_per_task, [&](std::uint64_t task) {
    std::vector<std::uint64_t> is_present;
    for (std::size_t bucket = task * buckets_per_task; bucket < (task + 1) * buckets_per_task; ++bucket) {
      const std::size_t begin = bucket == 0 ? 0 : ends[bucket - 1];
      buckets.sort(bucket, std::span(ordered).subspan(begin, ends[bucket] - begin), is_present);
    }
  });
  return ordered;
}

}  // namespace zermelo::detail
