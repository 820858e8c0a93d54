// SPDX-License-Identifier: MIT
// A game's index space as a box with named axes, so that tables come out as labelled arrays.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace zermelo {

/// Integers that say what a place on an axis means, such as the row of each cell. `values.size()` is the
/// axis's size.
struct axis_coordinate {
  std::string name;
  std::vector<std::int64_t> values;
};

/// One axis of the box. Positions number the box in row-major order: the last axis runs fastest, and the
/// product of the sizes is `num_positions()`.
struct axis {
  std::string name;                          ///< a C identifier, such as "cat"
  std::uint64_t size = 0;                    ///< at least 1
  std::vector<std::string> labels;           ///< one word per place (such as "mouse", "cat"), or empty
  std::vector<axis_coordinate> coordinates;  ///< numbers per place (such as row and column), or empty
};

}  // namespace zermelo
