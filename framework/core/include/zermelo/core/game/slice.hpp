// SPDX-License-Identifier: MIT
// Slices of a game, the hook `slices`: a slice is a set of positions to which play never returns after leaving it, such
// as the positions with the same men on the board. Slices are consecutive stretches of the game's index space.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <zermelo/core/value/outcome.hpp>

namespace zermelo {

struct slice {
  std::string name;   ///< unique; one word of letters, digits, '-' and '_', such as "4-3"
  position size = 0;  ///< positions, holes included; at least 1. Without a ranking 0, until exploring has counted them
  std::vector<std::uint32_t>
      leads_to;  ///< places in `slices()` that moves lead to; the slice's own if moves stay inside
  /// Numbers by which the command line selects slices, such as {"men", 7}. Names are words of lower-case letters and
  /// '_'; all slices of a game have the same names in the same order.
  std::vector<std::pair<std::string, std::int64_t>> counts{};
  std::uint32_t max_margin = 0;  ///< no position of the slice is won by more points; 0: as the game's hook says
};

/// The bound of margins in a slice. @param of_slice  slice::max_margin @param of_game  the bound in the game
[[nodiscard]] constexpr std::uint32_t margin_bound_of_slice(std::uint32_t of_slice, std::uint32_t of_game) noexcept {
  return of_slice == 0 ? of_game : std::min(of_slice, of_game);
}

/// Whether a text can name a slice, and so its file: 1 to 100 letters, digits, '-' and '_'.
[[nodiscard]] bool is_slice_name(std::string_view name);

/// The game's number of the first position of slice `number`. @param slices  all slices of the game
[[nodiscard]] position first_position_of(std::span<const slice> slices, std::uint32_t number);

}  // namespace zermelo
