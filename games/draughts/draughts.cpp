// SPDX-License-Identifier: MIT
// The game's entry in the catalog.
#include "draughts.hpp"

#include <zermelo/experiment/game_model.hpp>

template zermelo::experiment::game_entry zermelo::experiment::entry_of<zermelo::games::draughts>();
