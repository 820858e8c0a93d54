// SPDX-License-Identifier: MIT
// The game's entry in the catalog.
#include "hare_and_hounds.hpp"

#include <zermelo/experiment/catalog/game_model.hpp>

template class zermelo::erased_game_of<zermelo::games::hare_and_hounds>;
template zermelo::experiment::game_entry zermelo::experiment::entry_of<zermelo::games::hare_and_hounds>();
