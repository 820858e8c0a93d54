// SPDX-License-Identifier: MIT
// The game's entry in the catalog.
#include "hare_and_hounds.hpp"

#include <zermelo/catalog/games/game_model.hpp>

template class zermelo::erased_game_of<zermelo::games::hare_and_hounds>;
template zermelo::game_entry zermelo::entry_of<zermelo::games::hare_and_hounds>();
