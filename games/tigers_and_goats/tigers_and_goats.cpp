// SPDX-License-Identifier: MIT
// The game's entry in the catalog.
#include "tigers_and_goats.hpp"

#include <zermelo/catalog/games/game_model.hpp>

template class zermelo::erased_game_of<zermelo::games::tigers_and_goats>;
template zermelo::game_entry zermelo::entry_of<zermelo::games::tigers_and_goats>();
