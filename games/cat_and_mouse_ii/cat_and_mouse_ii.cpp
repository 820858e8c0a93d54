// SPDX-License-Identifier: MIT
// The game's entry in the catalog.
#include "cat_and_mouse_ii.hpp"

#include <zermelo/catalog/games/game_model.hpp>

#include "baseline.hpp"

template class zermelo::erased_game_of<zermelo::games::cat_and_mouse_ii>;

template <>
zermelo::game_entry zermelo::entry_of<zermelo::games::cat_and_mouse_ii>() {
  return describe_game(zermelo::games::cat_and_mouse_ii_baseline);
}
