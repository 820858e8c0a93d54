// SPDX-License-Identifier: MIT
#include <zermelo/core/verify/share_of_sample.hpp>

namespace zermelo {

std::uint64_t share_of_sample(std::uint64_t num_positions, std::uint64_t sample, index_range stretch) {
  const std::uint64_t size = num_positions / sample;
  const std::uint64_t longer = num_positions % sample;  // so many parts have one position more, and come first
  const std::uint64_t end_of_longer = longer * (size + 1);
  const auto parts_before = [=](std::uint64_t p) {
    if (p <= end_of_longer) return p / (size + 1) + (p % (size + 1) > 0 ? 1 : 0);
    const std::uint64_t behind = p - end_of_longer;
    return longer + behind / size + (behind % size > 0 ? 1 : 0);
  };
  return parts_before(stretch.end) - parts_before(stretch.begin);
}

}  // namespace zermelo
