// SPDX-License-Identifier: MIT
#include <string>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/game/fallbacks.hpp>
#include <zermelo/core/value/outcome.hpp>

namespace zermelo::detail {

std::uint32_t checked_max_margin(std::uint32_t max_margin, bool has_move_limit) {
  if (max_margin < 1 || max_margin > result::largest_margin) {
    throw contract_error("max_margin: expected 1 to " + std::to_string(result::largest_margin) + ", got " +
                         std::to_string(max_margin));
  }
  if (max_margin > 1 && has_move_limit) {
    throw contract_error("max_margin: expected 1 in a game with a move_limit, got " + std::to_string(max_margin));
  }
  return max_margin;
}

}  // namespace zermelo::detail
