// SPDX-License-Identifier: MIT
// The result of a position of a graph in arrays, as a code of one byte.
#pragma once

#include <cstdint>
#include <optional>
#include <stdexcept>

#include <zermelo/core/value/outcome.hpp>

namespace zermelo {

/// The numbers are the codes in arrays and files. With `none`, play continues unless the position has no moves.
enum class graph_end : std::uint8_t { none = 0, first_has_won = 1, second_has_won = 2, tie = 3, illegal = 4, draw = 5 };

inline constexpr std::uint8_t num_graph_ends = 6;

/// The code of a legal position. @param terminal  the result; empty if play continues
[[nodiscard]] constexpr graph_end graph_end_of(const std::optional<result>& terminal) noexcept {
  if (!terminal) return graph_end::none;
  if (terminal->is_drawn) return graph_end::draw;
  if (!terminal->winner) return graph_end::tie;
  return *terminal->winner == player::first ? graph_end::first_has_won : graph_end::second_has_won;
}

/// The result in a legal position; empty if play continues. @param distance_plies  the distance of a win or a tie
/// @throws std::logic_error for graph_end::illegal.
[[nodiscard]] constexpr std::optional<result> result_of(graph_end end, std::uint32_t distance_plies) {
  switch (end) {
    case graph_end::none: return std::nullopt;
    case graph_end::first_has_won: return result::won_by(player::first, distance_plies);
    case graph_end::second_has_won: return result::won_by(player::second, distance_plies);
    case graph_end::tie: return result::tied(distance_plies);
    case graph_end::draw: return result::drawn();
    case graph_end::illegal: break;
  }
  throw std::logic_error("an illegal position is not terminal");
}

}  // namespace zermelo
