// SPDX-License-Identifier: MIT
// Positions of slices of a game without a ranking, by their keys, and the result of exploring a group of slices.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include <zermelo/core/value/position_keys.hpp>

namespace zermelo {

/// Keys of positions of one slice.
struct keys_in_slice {
  std::uint32_t slice = 0;
  std::shared_ptr<const position_keys> keys;  ///< of positions of the slice, not necessarily all
};

struct explored_group {
  std::vector<keys_in_slice> inside;   ///< all positions of the group's slices, ascending by slice
  std::vector<keys_in_slice> outside;  ///< keys that have entered other slices, from this group or earlier ones
  std::uint64_t moves = 0;             ///< out of the group's positions, to other classes where there are any
};

}  // namespace zermelo
