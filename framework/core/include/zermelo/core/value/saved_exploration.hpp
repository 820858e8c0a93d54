// SPDX-License-Identifier: MIT
// An exploration between two rounds: all that is needed to go on with it later.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include <zermelo/core/value/position_keys.hpp>

namespace zermelo {

/// An exploration at rest, as it hands itself over to be saved. Every position that was found is told once, in no
/// order that means anything: either closed, its moves were looked at, or open.
struct exploration_snapshot {
  using take_keys = std::function<void(std::span<const wide_key>)>;

  key_width width = key_width::bits_64;
  std::uint64_t num_closed = 0;
  std::uint64_t num_open = 0;
  /// Calls the function with the keys in runs of some thousands, `num_closed` (`num_open`) in all.
  std::function<void(const take_keys&)> for_each_closed;
  std::function<void(const take_keys&)> for_each_open;
};

/// A copy that an exploration can be continued from.
struct saved_exploration {
  key_width width = key_width::bits_64;
  std::vector<wide_key> closed;
  std::vector<wide_key> open;
};

}  // namespace zermelo
