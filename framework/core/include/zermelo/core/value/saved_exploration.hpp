// SPDX-License-Identifier: MIT
// An exploration between two rounds: all that is needed to resume it later.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include <zermelo/core/value/position_keys.hpp>

namespace zermelo {

/// An exploration at rest, to be saved. A position that was found is closed once its moves have been listed, before
/// that it is open. The key of each position is given once, in an unspecified order.
struct exploration_snapshot {
  using keys_callback = std::function<void(std::span<const wide_key>)>;

  key_width width = key_width::bits_64;
  std::uint64_t num_closed = 0;
  std::uint64_t num_open = 0;
  /// Calls the function with runs of some thousand keys, `num_closed` (`num_open`) keys in all.
  std::function<void(const keys_callback&)> for_each_closed;
  std::function<void(const keys_callback&)> for_each_open;
};

/// A copy from which an exploration can be resumed.
struct saved_exploration {
  key_width width = key_width::bits_64;
  std::vector<wide_key> closed;
  std::vector<wide_key> open;
};

}  // namespace zermelo
