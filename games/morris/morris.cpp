// SPDX-License-Identifier: MIT
// The game's entry in the catalog. Positions on the board `nine` are ranked, those on other boards are explored.
#include "morris.hpp"

#include <zermelo/catalog/games/game_model.hpp>

#include "nine_mens_morris.hpp"

template class zermelo::erased_game_of<zermelo::games::morris>;
template class zermelo::erased_game_of<zermelo::games::nine_mens_morris>;

template <>
zermelo::game_entry zermelo::entry_of<zermelo::games::morris>() {
  game_entry entry = describe_game<games::morris>(nullptr);
  // Both classes share the parameters and hooks of one game; the entry describes them once.
  const game_entry nine_entry = describe_game<games::nine_mens_morris>(nullptr);
  entry.make = [make_explored = entry.make, make_ranked = nine_entry.make](const parameter_values& values,
                                                                           const build_conditions& conditions) {
    return values.text("board") == "nine" ? make_ranked(values, conditions) : make_explored(values, conditions);
  };
  return entry;
}
