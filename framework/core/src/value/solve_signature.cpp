// SPDX-License-Identifier: MIT
#include <zermelo/core/value/solve_signature.hpp>

namespace zermelo {
namespace {

/// The sum of the terms of `size` positions.
using sum_of_terms = std::uint64_t (*)(const position* positions, const std::uint64_t* words, std::size_t size);

[[gnu::always_inline]] inline std::uint64_t add_terms(const position* positions, const std::uint64_t* words,
                                                      std::size_t size) {
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < size; ++i) sum += splitmix64_mix(splitmix64_mix(positions[i]) + words[i]);
  return sum;
}

std::uint64_t add_portably(const position* positions, const std::uint64_t* words, std::size_t size) {
  return add_terms(positions, words, size);
}

#if defined(__x86_64__)
[[gnu::target("avx2")]] std::uint64_t add_by_avx2(const position* positions, const std::uint64_t* words,
                                                  std::size_t size) {
  return add_terms(positions, words, size);
}

[[gnu::target("avx512f,avx512vl,avx512dq")]] std::uint64_t add_by_avx512(const position* positions,
                                                                         const std::uint64_t* words, std::size_t size) {
  return add_terms(positions, words, size);
}
#endif

[[nodiscard]] sum_of_terms fastest_sum() {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq")) {
    return add_by_avx512;
  }
  if (__builtin_cpu_supports("avx2")) return add_by_avx2;
#endif
  return add_portably;
}

std::uint64_t add_all(const position* positions, const std::uint64_t* words, std::size_t size) {
  static const sum_of_terms add = fastest_sum();
  return add(positions, words, size);
}

}  // namespace

std::uint64_t signature_sum::value() const noexcept {
  return m_sum + add_all(m_positions.data(), m_words.data(), m_size);
}

void signature_sum::flush() noexcept {
  m_sum += add_all(m_positions.data(), m_words.data(), m_size);
  m_size = 0;
}

}  // namespace zermelo
