// SPDX-License-Identifier: MIT
// How a sample of all positions is shared out to stretches of them, such as slices.
#pragma once

#include <cstdint>

#include <zermelo/core/base/index_range.hpp>

namespace zermelo {

/// How many of `sample` equal parts of `num_positions` positions begin in a stretch. Over stretches that cover all
/// positions once that is `sample` in all, and no more in one than it has positions.
/// Precondition: 0 < sample <= num_positions; the stretch lies within.
[[nodiscard]] std::uint64_t share_of_sample(std::uint64_t num_positions, std::uint64_t sample, index_range stretch);

}  // namespace zermelo
