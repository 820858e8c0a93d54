// SPDX-License-Identifier: MIT
// A game whose positions are numbered as a box, like those of most games.
#pragma once

#include <cstdint>
#include <utility>

#include <zermelo/core/value/outcome.hpp>

#include "table_game.hpp"

namespace zermelo::test {

/// The first player chases the second on a ring. Neighbouring positions have neighbouring moves.
/// @param speed  the greatest number of forward steps of the chaser
[[nodiscard]] inline game_table ring_chase(std::uint32_t nodes, std::uint32_t speed) {
  game_table table;
  const auto at = [nodes](std::uint32_t turn, std::uint32_t chaser, std::uint32_t chased) {
    return (turn * nodes + chaser % nodes) * nodes + chased % nodes;
  };
  for (std::uint32_t turn = 0; turn < 2; ++turn) {
    for (std::uint32_t chaser = 0; chaser < nodes; ++chaser) {
      for (std::uint32_t chased = 0; chased < nodes; ++chased) {
        table_row row;
        row.to_move = turn == 0 ? player::first : player::second;
        if (chaser == chased) row.terminal = result::won_by(player::first);
        if (turn == 0) {
          row.successors.push_back(at(1, chaser + nodes - 1, chased));
          for (std::uint32_t step = 0; step <= speed; ++step) row.successors.push_back(at(1, chaser + step, chased));
        } else {
          for (const std::uint32_t step : {0U, 1U, nodes - 1}) row.successors.push_back(at(0, chaser, chased + step));
        }
        table.rows.push_back(std::move(row));
      }
    }
  }
  return table;
}

}  // namespace zermelo::test
