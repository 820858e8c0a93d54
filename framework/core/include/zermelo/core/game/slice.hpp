// SPDX-License-Identifier: MIT
// Slices of a game, the hook `slices`: a slice is a set of positions to which play never returns after leaving it, such
// as the positions with the same men on the board. Slices are consecutive ranges of the game's index space.
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
  position size = 0;  ///< number of positions, including unused indices; at least 1. Without a ranking: 0 until the
                      ///< positions have been explored
  std::vector<std::uint32_t>
      leads_to;  ///< indices in `slices()` of the slices to which moves lead; includes this slice if moves stay in it
  /// Numbers by which the command line selects slices, such as {"men", 7}. Names are words of lower-case letters and
  /// '_'; all slices of a game have the same names in the same order.
  std::vector<std::pair<std::string, std::int64_t>> counts{};
  std::uint32_t max_margin = 0;  ///< the greatest margin in the slice; 0: the bound of the game
};

/// The greatest margin in a slice. @param of_slice  slice::max_margin @param of_game  the game's bound
[[nodiscard]] constexpr std::uint32_t margin_bound_of_slice(std::uint32_t of_slice, std::uint32_t of_game) noexcept {
  return of_slice == 0 ? of_game : std::min(of_slice, of_game);
}

/// Whether a text is a valid name of a slice, and of its file: 1 to 100 letters, digits, '-' and '_'.
[[nodiscard]] bool is_slice_name(std::string_view name);

/// The game's number of the first position of the slice with index `number`. @param slices  all slices of the game
[[nodiscard]] position first_position_of(std::span<const slice> slices, std::uint32_t number);

}  // namespace zermelo
