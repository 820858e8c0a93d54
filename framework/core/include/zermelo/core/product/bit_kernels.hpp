// SPDX-License-Identifier: MIT
// The loops over rows of bits by which a product game is solved, compiled for several instruction sets, one of which is
// selected at run time. On machines other than x86-64 only the portable loops exist.
//
// A row of bits is a run of 64-bit words. Ranges of words begin and end at multiples of `vector_words`.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <span>
#include <vector>

#include <zermelo/core/product/bit_code.hpp>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace zermelo::detail {

/// A set of a row's vectors: vector v is bit v % 64 of word v / 64.
using vector_set = std::span<const std::uint64_t>;

/// The moves of one kind: a bit of word w at an index that is set in `mask` moves to word w + `words`, `right` bits up
/// or `left` bits down.
struct masked_shift {
  std::ptrdiff_t words = 0;
  int right = 0;  ///< for moves up: shifts a target right to its source; 0 .. 63
  int left = 0;   ///< for moves down: shifts a target left to its source; 0 .. 63
  const std::uint64_t* mask = nullptr;
};

/// Some vectors of a row; its other vectors count as empty.
struct row_part {
  const std::uint64_t* words = nullptr;  ///< the words of these vectors only; null if the row is empty
  vector_set vectors;
};

/// A row of won nodes without the nodes `too_new`, which were decided too late to count.
struct won_row {
  const std::uint64_t* words = nullptr;  ///< the words of all vectors
  row_part too_new;
};

/// The loops for one instruction set.
struct bit_kernels {
  std::size_t vector_words;
  /// Finds the bits of `open` with a move to a bit of `source`; if `won` is not null, only those bits whose moves all
  /// lead to bits of `won`. Searches only the vectors `where`. Sets `changed` to the vectors in which bits were found,
  /// and writes them to `found`, whose other vectors are undefined. Returns whether any bits were found. `blank` is a
  /// row of zeros before and after the call; `blank` and `won` must be readable beyond their ends as far as moves
  /// reach.
  bool (*propagate_in_row)(const row_part& source, std::uint64_t* blank, std::span<const masked_shift> moves,
                           vector_set where, const std::uint64_t* open, const std::uint64_t* won, std::uint64_t* found,
                           std::uint64_t* changed);
  /// Finds the bits of `open` that are set in at least one of `sources` and in all rows of `won`. `where`, `found`,
  /// `changed` and the return value are as in `propagate_in_row`. Changes `won`.
  bool (*propagate_across_rows)(std::span<const row_part> sources, vector_set where, const std::uint64_t* open,
                                std::span<won_row> won, std::uint64_t* found, std::uint64_t* changed);
  /// In the vectors `where`: removes the bits of `found` from `open`, adds them to `won` if it is not null, and copies
  /// them to `fresh`, which has only these vectors.
  void (*commit)(const std::uint64_t* found, vector_set where, std::uint64_t* open, std::uint64_t* won,
                 std::uint64_t* fresh);
  /// Encodes the bits of the vectors `where` of a row, see bit_code.hpp. Precondition: space for `max_encoded_bytes`.
  encoded_bits (*encode_bits)(const std::uint64_t* words, vector_set where, std::uint8_t* bytes);
  /// Writes `first` + values[bit] for every bit of an encoded set, in ascending order, and returns the end. May write
  /// up to `list_slack` numbers past it, and reads the values of all bits of a word.
  std::uint32_t* (*list_values)(std::span<const std::uint8_t> code, const std::uint32_t* values, std::uint32_t first,
                                std::uint32_t* numbers);
  static constexpr std::size_t list_slack = 16;
};

namespace portable {
#define ZERMELO_VECTOR_BYTES 16
#include <zermelo/core/product/bit_kernels.inc>
#undef ZERMELO_VECTOR_BYTES
}  // namespace portable

#if defined(__x86_64__)

#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2,bmi,bmi2,popcnt,lzcnt"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx2,bmi,bmi2,popcnt,lzcnt")
#endif
namespace avx2 {
#define ZERMELO_VECTOR_BYTES 32
#include <zermelo/core/product/bit_kernels.inc>
#undef ZERMELO_VECTOR_BYTES
}  // namespace avx2
#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif

// Implies AVX2 and AVX-512F.
#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx512bw,avx512vl,avx512dq,bmi,bmi2,popcnt,lzcnt"))), \
                             apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx512bw,avx512vl,avx512dq,bmi,bmi2,popcnt,lzcnt")
#endif
namespace avx512 {
#define ZERMELO_VECTOR_BYTES 64
#include <zermelo/core/product/bit_kernels.inc>
#undef ZERMELO_VECTOR_BYTES
}  // namespace avx512
#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif

// With instructions that list the bits of a word.
#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx512bw,avx512vl,avx512dq,avx512vbmi2,bmi,bmi2,popcnt,lzcnt"))), \
                             apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx512bw,avx512vl,avx512dq,avx512vbmi2,bmi,bmi2,popcnt,lzcnt")
#endif
namespace avx512_vbmi2 {
#define ZERMELO_VECTOR_BYTES 64
#define ZERMELO_VBMI2
#include <zermelo/core/product/bit_kernels.inc>
#undef ZERMELO_VBMI2
#undef ZERMELO_VECTOR_BYTES
}  // namespace avx512_vbmi2
#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif

#endif

inline constexpr std::size_t unlimited_vector_words = std::numeric_limits<std::size_t>::max();

/// The kernels that this machine can run, from the narrowest to the widest vectors; of two with vectors of equal width,
/// the faster ones follow.
[[nodiscard]] inline std::vector<const bit_kernels*> runnable_kernels() {
  std::vector<const bit_kernels*> found{&portable::kernels};
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2")) found.push_back(&avx2::kernels);
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
      __builtin_cpu_supports("avx512dq")) {
    found.push_back(&avx512::kernels);
    if (__builtin_cpu_supports("avx512vbmi2")) found.push_back(&avx512_vbmi2::kernels);
  }
#endif
  return found;
}

/// The kernels with the widest vectors that have at most `max_vector_words` words and of which a row of `row_words`
/// words fills more than half. If there are no such kernels, the portable ones.
[[nodiscard]] inline const bit_kernels& kernels_for(std::size_t row_words,
                                                    std::size_t max_vector_words = unlimited_vector_words) {
  const auto runnable = runnable_kernels();
  const bit_kernels* best = runnable.front();
  for (const bit_kernels* candidate : runnable) {
    if (candidate->vector_words <= std::min(max_vector_words, std::bit_ceil(row_words))) best = candidate;
  }
  return *best;
}

}  // namespace zermelo::detail
