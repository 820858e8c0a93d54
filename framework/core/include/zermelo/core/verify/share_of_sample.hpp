// SPDX-License-Identifier: MIT
// The share of a sample of all positions that falls to a stretch of positions, such as a slice.
#pragma once

#include <cstdint>

#include <zermelo/core/base/index_range.hpp>

namespace zermelo {

/// The number of the `sample` equal parts of `num_positions` positions that begin in a stretch. Over stretches that
/// cover all positions once these numbers add up to `sample`, and no stretch gets more than it has positions.
/// Precondition: 0 < sample <= num_positions; the stretch lies below num_positions.
[[nodiscard]] std::uint64_t share_of_sample(std::uint64_t num_positions, std::uint64_t sample, index_range stretch);

}  // namespace zermelo
