// SPDX-License-Identifier: MIT
// The game's entry in the catalog.
#include "my_game.hpp"

#include <zermelo/experiment/catalog/game_model.hpp>

template class zermelo::erased_game_of<zermelo::games::my_game>;
template zermelo::experiment::game_entry zermelo::experiment::entry_of<zermelo::games::my_game>();
