// SPDX-License-Identifier: MIT
// The data of an exploration that are needed to save and resume it.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include <zermelo/core/value/position_keys.hpp>

namespace zermelo {

/// An exploration between two rounds, for saving. A found position is open until its moves have been listed, and then
/// closed. The key of each position is passed once, in an unspecified order.
struct exploration_snapshot {
  using keys_callback = std::function<void(std::span<const wide_key>)>;

  key_width width = key_width::bits_64;
  std::uint64_t num_closed = 0;
  std::uint64_t num_open = 0;
  /// Calls the function with runs of some thousand keys, in total `num_closed` or `num_open` keys.
  std::function<void(const keys_callback&)> for_each_closed;
  std::function<void(const keys_callback&)> for_each_open;
};

/// A saved exploration, from which it can be resumed.
struct saved_exploration {
  key_width width = key_width::bits_64;
  std::vector<wide_key> closed;
  std::vector<wide_key> open;
};

}  // namespace zermelo
