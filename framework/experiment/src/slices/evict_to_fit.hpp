// SPDX-License-Identifier: MIT
// Which finished slices stay in memory: those that are needed soonest, as far as they have room.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>

namespace zermelo::experiment {

/// When a slice is needed next, in any ascending numbers; `never_used` if it is not.
using next_use_of_slice = std::function<std::uint32_t(std::uint32_t)>;
inline constexpr std::uint32_t never_used = std::numeric_limits<std::uint32_t>::max();

/// Lets go of slices that are not needed, and of as many others, beginning with those that are needed last, as it takes
/// for the rest to be within `most_bytes`. @param slices  a map by number  @param bytes  what they take together
template <class Slices, class Bytes>
void evict_to_fit(Slices& slices, std::uint64_t most_bytes, const Bytes& bytes, const next_use_of_slice& next_use) {
  std::erase_if(slices, [&next_use](const auto& one) { return next_use(one.first) == never_used; });
  while (!slices.empty() && bytes() > most_bytes) {
    slices.erase(std::max_element(slices.begin(), slices.end(), [&next_use](const auto& a, const auto& b) {
      return next_use(a.first) < next_use(b.first);
    }));
  }
}

}  // namespace zermelo::experiment
