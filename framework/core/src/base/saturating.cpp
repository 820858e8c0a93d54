// SPDX-License-Identifier: MIT
#include <zermelo/core/base/saturating.hpp>

#include <algorithm>
#include <numeric>

namespace zermelo {

std::uint64_t saturating_binomial(std::uint64_t n, std::uint64_t k) noexcept {
  if (k > n) return 0;
  const std::uint64_t steps = std::min(k, n - k);
  std::uint64_t value = 1;
  for (std::uint64_t i = 1; i <= steps; ++i) {
    // i divides value * (n - i + 1). Both factors are divided first, so that no product exceeds the result.
    const std::uint64_t shared = std::gcd(value, i);
    value = saturating_product(value / shared, (n - i + 1) / (i / shared));
    if (value == std::numeric_limits<std::uint64_t>::max()) return value;
  }
  return value;
}

}  // namespace zermelo
