// SPDX-License-Identifier: MIT
// The expected values of games with relative positions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "table_game.hpp"

namespace zermelo::test {

/// The same game with colours: position 2 v is v with the first player to move, and 2 v + 1 is v with the second.
inline game_table with_colours(const game_table& table) {
  game_table coloured;
  for (const table_row& row : table.rows) {
    for (const player to_move : {player::first, player::second}) {
      const auto named = [to_move](result end) {
        if (end.winner && to_move == player::second) end.winner = opponent(*end.winner);
        return end;
      };
      table_row twin{row.is_legal, to_move, {}, named(row.no_moves), {}};
      if (row.terminal) twin.terminal = named(*row.terminal);
      const auto other = static_cast<std::uint32_t>(index_of(opponent(to_move)));
      for (const std::uint32_t to : row.successors) twin.successors.push_back(2 * to + other);
      coloured.rows.push_back(std::move(twin));
    }
  }
  return coloured;
}

/// The values of relative positions, by value iteration with colours, on which the values must not depend.
inline std::vector<position_value> values_without_colours(const game_table& table) {
  const std::vector<position_value> coloured = iterate_values(with_colours(table));
  std::vector<position_value> values;
  for (std::size_t v = 0; v < table.rows.size(); ++v) {
    EXPECT_EQ(coloured[2 * v], coloured[2 * v + 1]) << v;
    values.push_back(coloured[2 * v]);
  }
  return values;
}

}  // namespace zermelo::test
