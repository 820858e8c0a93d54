// SPDX-License-Identifier: MIT
// expect: hook rank: position rank\(state\) const; public, callable on a const game
#include <zermelo/core/positions/game_graph.hpp>

#include "../plain_game.hpp"

struct changes_as_it_ranks : plain_game {
  zermelo::position num_positions() const;
  zermelo::position rank(const state&);
  state unrank(zermelo::position) const;
};

static_assert(sizeof(zermelo::game_graph<changes_as_it_ranks>) > 0);
