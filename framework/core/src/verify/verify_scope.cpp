// SPDX-License-Identifier: MIT
#include <zermelo/core/verify/verify_scope.hpp>

#include <algorithm>

#include <zermelo/core/base/random.hpp>

namespace zermelo {

std::vector<index_range> ranges_in_scope(std::uint64_t num_positions, const verify_scope& scope) {
  std::vector<index_range> found;
  for (const auto [begin, end] : scope.ranges) {
    if (begin < std::min(end, num_positions)) found.push_back({begin, std::min(end, num_positions)});
  }
  return found;
}

position position_to_check(std::uint64_t num_positions, const verify_scope& scope, std::uint64_t i) noexcept {
  if (!is_sample(num_positions, scope)) return i;
  const std::uint64_t size = num_positions / scope.sample;
  const std::uint64_t num_longer = num_positions % scope.sample;  // ranges with one more position
  const std::uint64_t begin = i * size + std::min(i, num_longer);
  return begin + splitmix64_mix(i) % (size + (i < num_longer ? 1 : 0));
}

std::uint64_t share_of_sample(std::uint64_t num_positions, std::uint64_t sample, index_range range) {
  const std::uint64_t size = num_positions / sample;
  const std::uint64_t num_longer = num_positions % sample;
  const std::uint64_t end_of_longer = num_longer * (size + 1);
  const auto num_begun_before = [=](std::uint64_t p) {
    if (p <= end_of_longer) return p / (size + 1) + (p % (size + 1) > 0 ? 1 : 0);
    const std::uint64_t offset = p - end_of_longer;
    return num_longer + offset / size + (offset % size > 0 ? 1 : 0);
  };
  return num_begun_before(range.end) - num_begun_before(range.begin);
}

}  // namespace zermelo
