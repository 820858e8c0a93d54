// SPDX-License-Identifier: MIT
// The keys of positions in slices of a game without a ranking, and the result of exploring a group of slices.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include <zermelo/core/value/position_keys.hpp>

namespace zermelo {

/// Keys of some or all positions of one slice.
struct keys_in_slice {
  std::uint32_t slice = 0;
  std::shared_ptr<const position_keys> keys;
};

/// The result of exploring a group of slices.
struct explored_group {
  std::vector<keys_in_slice> inside;   ///< all positions of the group's slices, ascending by slice
  std::vector<keys_in_slice> outside;  ///< keys of other slices, reached from this group or from earlier ones
  std::uint64_t moves = 0;             ///< out of the group's positions; in a game reduced by symmetry, to canonical
                                       ///< positions
};

}  // namespace zermelo
