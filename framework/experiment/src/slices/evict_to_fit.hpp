// SPDX-License-Identifier: MIT
// Chooses the finished slices that stay in memory: the slices that are needed soonest, as far as memory suffices.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>

namespace zermelo::experiment {

/// The time when a slice is needed next, in any ascending numbers; `never_used` if it is not needed again.
using next_use_of_slice = std::function<std::uint32_t(std::uint32_t)>;
inline constexpr std::uint32_t never_used = std::numeric_limits<std::uint32_t>::max();

/// Erases slices that are not needed again, and then the slice that is needed last until the rest fits `max_bytes`.
/// @param slices  a map by number of slice
/// @param bytes   a function that returns the bytes of `slices`
template <class Slices, class Bytes>
void evict_to_fit(Slices& slices, std::uint64_t max_bytes, const Bytes& bytes, const next_use_of_slice& next_use) {
  std::erase_if(slices, [&next_use](const auto& entry) { return next_use(entry.first) == never_used; });
  while (!slices.empty() && bytes() > max_bytes) {
    slices.erase(std::max_element(slices.begin(), slices.end(), [&next_use](const auto& a, const auto& b) {
      return next_use(a.first) < next_use(b.first);
    }));
  }
}

}  // namespace zermelo::experiment
