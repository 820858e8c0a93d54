// SPDX-License-Identifier: MIT
// Slices of a game, the hook `slices`: a slice is a set of positions to which play never returns once it has left them,
// such as the positions with the same men on the board. Slices lie one after the other in the game's index space.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <zermelo/core/value/outcome.hpp>

namespace zermelo {

struct slice {
  std::string name;                   ///< one word of letters, digits, '-' and '_', such as "4-3"; no other's
  position size = 0;                  ///< numbers, holes included; at least 1, but 0 where exploring is to find them
  std::vector<std::uint32_t> enters;  ///< slices that moves lead to, by their place; itself if moves stay inside
  /// What a choice of slices may ask, such as {"men", 7}. Names are words of lower-case letters and '_', the same in
  /// all slices of a game.
  std::vector<std::pair<std::string, std::int64_t>> counts{};
};

/// Whether a text can name a slice, and so its file: 1 to 100 letters, digits, '-' and '_'.
[[nodiscard]] bool is_slice_name(std::string_view name);

/// The game's number of the first position of slice `number`. @param slices  all slices of the game
[[nodiscard]] position first_position_of(std::span<const slice> slices, std::uint32_t number);

}  // namespace zermelo
