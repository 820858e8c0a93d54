// SPDX-License-Identifier: MIT
// The index space of a game as a box with named axes, the hook `axes`, so that tables are arrays with labels.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace zermelo {

/// A number for each place on an axis, such as the row of each cell.
struct axis_coordinate {
  std::string name;
  std::vector<std::int64_t> values;  ///< [place]
  friend bool operator==(const axis_coordinate&, const axis_coordinate&) = default;
};

/// One axis of the box. Positions number the box in row-major order: the last axis runs fastest. The product of the
/// sizes is `num_positions()`.
struct axis {
  std::string name;                          ///< a C identifier, such as "cat"
  std::uint64_t size = 0;                    ///< at least 1
  std::vector<std::string> labels;           ///< [place]: a word, such as "mouse" or "cat"; or empty
  std::vector<axis_coordinate> coordinates;  ///< such as row and column; or empty
  friend bool operator==(const axis&, const axis&) = default;
};

}  // namespace zermelo
