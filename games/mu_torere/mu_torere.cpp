// SPDX-License-Identifier: MIT
// The game's entry in the catalog.
#include "mu_torere.hpp"

#include <zermelo/catalog/games/game_model.hpp>

template class zermelo::erased_game_of<zermelo::games::mu_torere>;
template zermelo::game_entry zermelo::entry_of<zermelo::games::mu_torere>();
