// SPDX-License-Identifier: MIT
#include <zermelo/core/value/solve_signature.hpp>

namespace zermelo {
namespace {

/// Sums of terms, for one instruction set.
struct term_sums {
  std::uint64_t (*of_words)(const position* positions, const std::uint64_t* words, std::size_t size);
  std::uint64_t (*of_offsets)(position first, const std::uint32_t* offsets, std::size_t size, std::uint64_t word);
};

[[gnu::always_inline]] inline std::uint64_t add_terms(const position* positions, const std::uint64_t* words,
                                                      std::size_t size) {
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < size; ++i) sum += splitmix64_mix(splitmix64_mix(positions[i]) + words[i]);
  return sum;
}
[[gnu::always_inline]] inline std::uint64_t add_terms(position first, const std::uint32_t* offsets, std::size_t size,
                                                      std::uint64_t word) {
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < size; ++i) sum += splitmix64_mix(splitmix64_mix(first + offsets[i]) + word);
  return sum;
}

namespace portable {
std::uint64_t add_words(const position* positions, const std::uint64_t* words, std::size_t size) {
  return add_terms(positions, words, size);
}
std::uint64_t add_offsets(position first, const std::uint32_t* offsets, std::size_t size, std::uint64_t word) {
  return add_terms(first, offsets, size, word);
}
}  // namespace portable

#if defined(__x86_64__)
namespace avx2 {
[[gnu::target("avx2")]] std::uint64_t add_words(const position* positions, const std::uint64_t* words,
                                                std::size_t size) {
  return add_terms(positions, words, size);
}
[[gnu::target("avx2")]] std::uint64_t add_offsets(position first, const std::uint32_t* offsets, std::size_t size,
                                                  std::uint64_t word) {
  return add_terms(first, offsets, size, word);
}
}  // namespace avx2

namespace avx512 {
[[gnu::target("avx512f,avx512vl,avx512dq")]] std::uint64_t add_words(const position* positions,
                                                                     const std::uint64_t* words, std::size_t size) {
  return add_terms(positions, words, size);
}
[[gnu::target("avx512f,avx512vl,avx512dq")]] std::uint64_t add_offsets(position first, const std::uint32_t* offsets,
                                                                       std::size_t size, std::uint64_t word) {
  return add_terms(first, offsets, size, word);
}
}  // namespace avx512
#endif

[[nodiscard]] term_sums fastest_sums() {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq")) {
    return {avx512::add_words, avx512::add_offsets};
  }
  if (__builtin_cpu_supports("avx2")) return {avx2::add_words, avx2::add_offsets};
#endif
  return {portable::add_words, portable::add_offsets};
}

[[nodiscard]] const term_sums& sums() {
  static const term_sums fastest = fastest_sums();
  return fastest;
}

}  // namespace

void signature_sum::add(position first, std::span<const std::uint32_t> offsets, std::uint64_t word) noexcept {
  m_sum += sums().of_offsets(first, offsets.data(), offsets.size(), word);
}

std::uint64_t signature_sum::value() const noexcept {
  return m_sum + sums().of_words(m_positions.data(), m_words.data(), m_size);
}

void signature_sum::flush() noexcept {
  m_sum = value();
  m_size = 0;
}

}  // namespace zermelo
