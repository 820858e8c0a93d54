// SPDX-License-Identifier: MIT
// A game defined position by position, with arbitrary values of its solution.
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <zermelo/catalog/games/any_game.hpp>
#include <zermelo/catalog/query/one_position.hpp>
#include <zermelo/core/base/error.hpp>
#include <zermelo/core/game/axis.hpp>
#include <zermelo/core/graph/transposed_graph.hpp>
#include <zermelo/core/progress/visitor.hpp>
#include <zermelo/core/value/solution_summary.hpp>
#include <zermelo/core/value/value_table.hpp>

namespace zermelo {

/// One position of a listed game. A position without moves is terminal.
struct listed_position {
  player to_move = player::first;
  position_value value{};
  std::vector<position> moves{};
};

/// The definition of a listed game.
struct listing {
  std::vector<listed_position> positions;
  result_rules rules{};
  parameter_values parameters{};
  std::array<std::string, 2> players{"cat", "mouse"};
  std::vector<axis> axes{};  ///< empty: one axis, the position
  std::function<std::string(position)> format = [](position p) { return "position=" + std::to_string(p); };
  /// The answer; by default 1 or 2 for the winner, or 0 without a winner.
  std::function<int(position, const game_result&, const value_lookup&)> answer = [](position, const game_result& v,
                                                                                    const auto&) {
    return v.winner ? 1 + static_cast<int>(index_of(*v.winner)) : 0;
  };
  /// The result of the engine; by default the listed values.
  std::function<value_table(const listing&, solve_visitor&)> solve = [](const listing& of, solve_visitor&) {
    return listed_values(of.positions);
  };
  /// [position]: the hook `passed`; empty: the game lacks the hook.
  std::vector<std::optional<position>> passed{};
  std::function<std::uint32_t(position)> group_of = [](position) { return 0; };

  [[nodiscard]] static value_table listed_values(const std::vector<listed_position>& positions) {
    constexpr std::uint32_t max_distance_plies = 5000;
    value_table values = value_table::with_capacity(positions.size(), max_distance_plies);
    for (position p = 0; p < positions.size(); ++p) values.set(p, positions[p].value, positions[p].to_move);
    return values;
  }
};

/// A game with the name "listed" that starts at position 0, with one engine named "queue". Defined in
/// listed_game_made.hpp, which one test of each program includes.
[[nodiscard]] any_game game_of(listing of);
[[nodiscard]] inline any_game listed_game(std::vector<listed_position> positions, result_rules rules = {},
                                          parameter_values parameters = {}) {
  return game_of(listing{std::move(positions), rules, std::move(parameters)});
}

/// Positions with 3, 1, 1, 2, 0, 1 and 0 moves, two of them from 0 to 1. The cat is to move in 0, 3 and 5; in 0 and 3,
/// exactly one move wins.
[[nodiscard]] inline std::vector<listed_position> seven_positions() {
  constexpr position_value drawn{outcome::draw, no_distance};
  return {{player::first, {outcome::win, 3}, {1, 2, 1, 4}},
          {player::second, {outcome::loss, 2}, {3}},
          {player::second, drawn, {5}},
          {player::first, {outcome::win, 1}, {6, 2}},
          {player::second, {outcome::tie, 0}, {}},
          {player::first, drawn, {2}},
          {player::second, {outcome::loss, 0}, {}}};
}

}  // namespace zermelo
