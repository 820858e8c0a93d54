// SPDX-License-Identifier: MIT
// What the distances of a solution count plies to.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string_view>

namespace zermelo {

enum class metric : std::uint8_t {
  end,         ///< the end of play
  conversion,  ///< the end of play or the move that leaves the group of slices, whichever comes first
};

[[nodiscard]] constexpr std::string_view to_string(metric m) {
  switch (m) {
    case metric::end: return "end";
    case metric::conversion: return "conversion";
  }
  throw std::logic_error("metric out of range");
}

}  // namespace zermelo
