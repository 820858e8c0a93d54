// SPDX-License-Identifier: MIT
// The index space of a game as a box with named axes, the result of the hook `axes`. Tables of such a game are labelled
// arrays.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace zermelo {

/// A number for each index on an axis, such as the row of each cell.
struct axis_coordinate {
  std::string name;
  std::vector<std::int64_t> values;  ///< [index]
  friend bool operator==(const axis_coordinate&, const axis_coordinate&) = default;
};

/// One axis of the box. Positions are numbered in row-major order: the last axis varies fastest. The product of the
/// sizes is `num_positions()`.
struct axis {
  std::string name;                          ///< a C identifier, such as "cat"
  std::uint64_t size = 0;                    ///< at least 1
  std::vector<std::string> labels;           ///< [index]: one word, such as "mouse" or "cat"; may be empty
  std::vector<axis_coordinate> coordinates;  ///< such as row and column; may be empty
  friend bool operator==(const axis&, const axis&) = default;
};

}  // namespace zermelo
