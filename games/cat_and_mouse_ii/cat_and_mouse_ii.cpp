// SPDX-License-Identifier: MIT
// The game's entry in the catalog.
#include "cat_and_mouse_ii.hpp"

#include <zermelo/experiment/catalog/game_model.hpp>

#include "baseline.hpp"

template class zermelo::erased_game_of<zermelo::games::cat_and_mouse_ii>;

template <>
zermelo::experiment::game_entry zermelo::experiment::entry_of<zermelo::games::cat_and_mouse_ii>() {
  return describe_game(zermelo::games::cat_and_mouse_ii_baseline);
}
