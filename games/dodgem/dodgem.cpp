// SPDX-License-Identifier: MIT
// The game's entry in the catalog.
#include "dodgem.hpp"

#include <zermelo/experiment/catalog/game_model.hpp>

template class zermelo::erased_game_of<zermelo::games::dodgem>;
template zermelo::experiment::game_entry zermelo::experiment::entry_of<zermelo::games::dodgem>();
