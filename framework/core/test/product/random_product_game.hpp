// SPDX-License-Identifier: MIT
// Random games in product form: several walkers with random moves and players, terminals of every kind and dead ends.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include <zermelo/core/base/random.hpp>

#include "form_game.hpp"

namespace zermelo::test {

/// The parameters of a random game.
struct random_product_shape {
  /// Player and number of nodes of each walker.
  struct walker {
    player owner = player::first;
    std::uint32_t nodes = 1;
  };
  std::vector<walker> walkers;
  std::vector<player> turns = {player::first, player::second};
  double mean_out_degree = 2.5;
  double stuck_chance = 0.05;  ///< for nodes without moves
  double end_chance = 0.1;
  double tie_chance = 0.3;  ///< for terminals
  double drawn_chance = 0;  ///< for terminals; the others are ties or won
  std::optional<player> infinite_play;

  /// If not 0, the nodes are distinct random cells of a grid of rows x columns.
  std::uint32_t rows = 0;
  std::uint32_t columns = 0;
  /// On a grid, moves have `num_kinds` kinds, each a step of -reach to reach rows and columns that stays on the grid.
  std::uint32_t num_kinds = 4;
  std::uint32_t reach = 2;
};

namespace detail {

[[nodiscard]] inline result random_end(random_generator& random, const random_product_shape& shape) {
  if (shape.drawn_chance > 0 && random.chance(shape.drawn_chance)) return result::drawn();
  if (random.chance(shape.tie_chance)) return result::tied();
  return result::won_by(random.chance(0.5) ? player::first : player::second);
}

inline void draw_graph(random_generator& random, const random_product_shape& shape, std::uint32_t nodes,
                       product_walker& walker) {
  const auto most = static_cast<std::uint64_t>(2 * shape.mean_out_degree);
  for (node_number p = 0; p < nodes; ++p) {
    walker.moves.add_node();
    if (random.chance(shape.stuck_chance)) continue;
    std::vector<node_number> targets;
    for (std::uint64_t k = 0, degree = random.below(most + 1); k < degree; ++k) {
      targets.push_back(static_cast<node_number>(random.below(nodes)));
    }
    add_moves(std::move(targets), walker.moves);
  }
}

inline void draw_grid(random_generator& random, const random_product_shape& shape, std::uint32_t nodes,
                      product_walker& walker) {
  const std::uint32_t num_cells = shape.rows * shape.columns;
  std::vector<node_number> cell_of(num_cells);
  for (std::uint32_t c = 0; c < num_cells; ++c) cell_of[c] = c;
  for (std::uint32_t i = 0; i < nodes; ++i) std::swap(cell_of[i], cell_of[i + random.below(num_cells - i)]);
  std::vector<std::optional<node_number>> node_on(num_cells);
  for (node_number p = 0; p < nodes; ++p) {
    walker.cells.push_back({cell_of[p] / shape.columns, cell_of[p] % shape.columns});
    node_on[cell_of[p]] = p;
  }
  struct kind {
    std::int64_t down;
    std::int64_t right;
  };
  std::vector<kind> kinds;
  const auto step = [&] { return static_cast<std::int64_t>(random.below(2 * shape.reach + 1)) - shape.reach; };
  for (std::uint32_t k = 0; k < shape.num_kinds; ++k) kinds.push_back({step(), step()});
  for (node_number p = 0; p < nodes; ++p) {
    walker.moves.add_node();
    if (random.chance(shape.stuck_chance)) continue;
    std::vector<node_number> targets;
    for (const auto& [down, right] : kinds) {
      // Moves are one-way, and not every cell has every kind.
      if (random.chance(0.2)) continue;
      const std::int64_t row = walker.cells[p].row + down;
      const std::int64_t column = walker.cells[p].column + right;
      if (row < 0 || column < 0 || row >= shape.rows || column >= shape.columns) continue;
      const auto& to = node_on[static_cast<std::size_t>(row * shape.columns + column)];
      if (to) targets.push_back(*to);
    }
    add_moves(std::move(targets), walker.moves);
  }
}

[[nodiscard]] inline product_form draw_form(random_generator& random, const random_product_shape& shape) {
  product_form form;
  form.turns = shape.turns;
  for (const auto& [owner, nodes] : shape.walkers) {
    form.walkers.push_back({owner, {}, {}});
    product_walker& walker = form.walkers.back();
    // Only the last walker needs cells; the others have cells at random.
    if (shape.rows > 0 && (form.walkers.size() == shape.walkers.size() || random.chance(0.5))) {
      draw_grid(random, shape, nodes, walker);
    } else {
      draw_graph(random, shape, nodes, walker);
    }
  }
  return form;
}

}  // namespace detail

inline listed_form_game::listed_form_game(random_generator& random, const random_product_shape& shape)
    : listed_form_game(
          detail::draw_form(random, shape), shape.infinite_play,
          [&](const state&) {
            return random.chance(shape.end_chance) ? std::optional(detail::random_end(random, shape)) : std::nullopt;
          },
          [&](const state&) { return detail::random_end(random, shape); }) {}

using random_product_game = listed_form_game;

[[nodiscard]] inline const std::vector<std::vector<player>>& turn_orders() {
  constexpr player first = player::first;
  constexpr player second = player::second;
  static const std::vector<std::vector<player>> orders = {
      {first, second},
      {second, first},
      {first, first, second},
      {first, second, second},
      {second, first, second, first, first},
  };
  return orders;
}

inline constexpr std::array<std::optional<player>, 3> endless_rules{std::nullopt, player::first, player::second};

/// The `number`th of a series: 1 to 4 walkers with random players.
[[nodiscard]] inline random_product_shape varied_product_shape(random_generator& random, std::uint64_t number) {
  random_product_shape shape;
  constexpr std::array<std::uint64_t, 4> max_nodes{100, 24, 9, 5};
  const std::size_t num_walkers = 1 + number % max_nodes.size();
  for (std::size_t w = 0; w < num_walkers; ++w) {
    shape.walkers.push_back({random.chance(0.5) ? player::first : player::second,
                             1 + static_cast<std::uint32_t>(random.below(max_nodes[num_walkers - 1]))});
  }
  shape.turns = turn_orders()[random.below(turn_orders().size())];
  if (num_walkers == 1) {
    // A single player moves in every turn.
    std::fill(shape.turns.begin(), shape.turns.end(), shape.walkers[0].owner);
  } else {
    const std::size_t one = random.below(num_walkers);
    shape.walkers[one].owner = player::first;
    shape.walkers[(one + 1 + random.below(num_walkers - 1)) % num_walkers].owner = player::second;
  }
  shape.infinite_play = endless_rules[random.below(endless_rules.size())];
  constexpr std::array<double, 5> tie_chances{0, 0.3, 0.5, 0.9, 1};
  shape.tie_chance = tie_chances[random.below(tie_chances.size())];
  constexpr std::array<double, 4> end_chances{0.01, 0.05, 0.15, 0.4};
  shape.end_chance = end_chances[random.below(end_chances.size())];
  shape.stuck_chance = random.chance(0.5) ? 0 : 0.2;
  shape.mean_out_degree = 1 + 3 * random.unit();
  return shape;
}

}  // namespace zermelo::test
