// SPDX-License-Identifier: MIT
// Sums, differences and products of numbers of bytes and positions, limited to the range from 0 to 2^64 - 1 without
// wrapping around. Any size that reaches 2^64 - 1 is rejected, so its exact value does not matter.
#pragma once

#include <cstdint>
#include <limits>

namespace zermelo {

[[nodiscard]] constexpr std::uint64_t saturating_product(std::uint64_t a, std::uint64_t b) noexcept {
  constexpr std::uint64_t max_value = std::numeric_limits<std::uint64_t>::max();
  return b != 0 && a > max_value / b ? max_value : a * b;
}

/// a - b, or 0 if b is larger.
[[nodiscard]] constexpr std::uint64_t saturating_difference(std::uint64_t a, std::uint64_t b) noexcept {
  return a < b ? 0 : a - b;
}

template <class... More>
[[nodiscard]] constexpr std::uint64_t saturating_sum(std::uint64_t first, More... more) noexcept {
  std::uint64_t sum = first;
  const auto add = [&sum](std::uint64_t next) {
    constexpr std::uint64_t max_value = std::numeric_limits<std::uint64_t>::max();
    sum = next > max_value - sum ? max_value : sum + next;
  };
  (add(more), ...);
  return sum;
}

/// The binomial coefficient n over k; 0 if k > n.
[[nodiscard]] std::uint64_t saturating_binomial(std::uint64_t n, std::uint64_t k) noexcept;

/// Rounds a number down to an integer. Precondition: number >= 0.
[[nodiscard]] constexpr std::uint64_t saturating_number(double number) noexcept {
  constexpr double too_large = 18446744073709551616.0;  // 2^64
  return number >= too_large ? std::numeric_limits<std::uint64_t>::max() : static_cast<std::uint64_t>(number);
}

}  // namespace zermelo
