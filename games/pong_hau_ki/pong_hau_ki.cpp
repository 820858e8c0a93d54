// SPDX-License-Identifier: MIT
// The game's entry in the catalog.
#include "pong_hau_ki.hpp"

#include <zermelo/experiment/catalog/game_model.hpp>

template class zermelo::erased_game_of<zermelo::games::pong_hau_ki>;
template zermelo::experiment::game_entry zermelo::experiment::entry_of<zermelo::games::pong_hau_ki>();
