// SPDX-License-Identifier: MIT
// The game's entry in the catalog.
#include "chess_ending.hpp"

#include <zermelo/catalog/games/game_model.hpp>

template class zermelo::erased_game_of<zermelo::games::chess_ending>;
template zermelo::game_entry zermelo::entry_of<zermelo::games::chess_ending>();
