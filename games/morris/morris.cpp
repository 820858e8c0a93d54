// SPDX-License-Identifier: MIT
// The game's entry in the catalog: the board `nine` is ranked, the others are explored.
#include "morris.hpp"

#include <memory>

#include <zermelo/experiment/catalog/game_model.hpp>

#include "nine_mens_morris.hpp"

template class zermelo::erased_game_of<zermelo::games::morris>;
template class zermelo::erased_game_of<zermelo::games::nine_mens_morris>;

template <>
zermelo::experiment::game_entry zermelo::experiment::entry_of<zermelo::games::morris>() {
  game_entry entry = describe_game<games::morris>(nullptr);
  const game_entry ranked = describe_game<games::nine_mens_morris>(nullptr);
  entry.make = [explored = entry.make, ranked = ranked.make](const parameter_values& values,
                                                             const build_conditions& conditions) {
    return values.text("board") == "nine" ? ranked(values, conditions) : explored(values, conditions);
  };
  return entry;
}
