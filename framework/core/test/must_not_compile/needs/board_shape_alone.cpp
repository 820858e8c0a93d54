// SPDX-License-Identifier: MIT
// expect: hook board_shape needs the hook board_pieces beside it: placed_pieces board_pieces\(state\) const
#include "../plain_game.hpp"

struct empty_board : plain_game {
  zermelo::game_board board_shape() const;
};

static_assert(zermelo::check_game_hooks<empty_board>());
