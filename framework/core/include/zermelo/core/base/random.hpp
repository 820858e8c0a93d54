// SPDX-License-Identifier: MIT
// Portable random numbers for generated instances: the same seed gives the same numbers on every platform, since no
// standard distribution is used.
//
// The generator is xoshiro256** (Blackman and Vigna 2021, doi 10.1145/3460772); splitmix64 fills its state (Steele, Lea
// and Flood 2014, doi 10.1145/2660193.2660195).
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <limits>

namespace zermelo {

/// splitmix64's output function: a bijection of the 64-bit words.
[[nodiscard]] constexpr std::uint64_t splitmix64_mix(std::uint64_t z) noexcept {
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
  return z ^ (z >> 31);
}

/// xoshiro256**, a uniform random bit generator, with portable draws from ranges and by probability.
class random_generator {
 public:
  using result_type = std::uint64_t;

  explicit constexpr random_generator(std::uint64_t seed) noexcept {
    for (auto& word : m_state) {
      constexpr std::uint64_t golden_gamma = 0x9e3779b97f4a7c15U;
      seed += golden_gamma;
      word = splitmix64_mix(seed);
    }
  }

  [[nodiscard]] static constexpr result_type min() noexcept { return 0; }
  [[nodiscard]] static constexpr result_type max() noexcept { return std::numeric_limits<result_type>::max(); }

  constexpr result_type operator()() noexcept {
    const std::uint64_t output = std::rotl(m_state[1] * 5, 7) * 9;
    const std::uint64_t shifted = m_state[1] << 17;
    m_state[2] ^= m_state[0];
    m_state[3] ^= m_state[1];
    m_state[1] ^= m_state[2];
    m_state[0] ^= m_state[3];
    m_state[2] ^= shifted;
    m_state[3] = std::rotl(m_state[3], 45);
    return output;
  }

  /// A uniform number in 0 .. bound - 1, without bias: numbers beyond the last multiple of `bound` are drawn again.
  /// Precondition: bound > 0.
  [[nodiscard]] constexpr std::uint64_t below(std::uint64_t bound) noexcept {
    const std::uint64_t rejected = (max() - bound + 1) % bound;
    std::uint64_t number = (*this)();
    while (number > max() - rejected) number = (*this)();
    return number % bound;
  }

  /// A uniform number in [0, 1): the upper 53 bits, divided by 2^53.
  [[nodiscard]] constexpr double unit() noexcept { return static_cast<double>((*this)() >> 11) * 0x1.0p-53; }

  /// True with the given probability, from 0 to 1.
  [[nodiscard]] constexpr bool chance(double probability) noexcept { return unit() < probability; }

 private:
  std::array<std::uint64_t, 4> m_state{};
};

}  // namespace zermelo
