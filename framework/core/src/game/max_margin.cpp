// SPDX-License-Identifier: MIT
#include <string>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/game/fallbacks.hpp>
#include <zermelo/core/value/outcome.hpp>

namespace zermelo::detail {

std::uint32_t checked_max_margin(std::uint32_t max_margin, bool has_move_limit) {
  if (max_margin < 1 || max_margin > result::largest_margin) {
    throw contract_error("max_margin is " + std::to_string(max_margin) + "; it must be 1 to " +
                         std::to_string(result::largest_margin));
  }
  if (max_margin > 1 && has_move_limit) {
    throw contract_error("a game with a move_limit has a max_margin of 1, not " + std::to_string(max_margin) +
                         ": a smaller margin may come sooner");
  }
  return max_margin;
}

}  // namespace zermelo::detail
