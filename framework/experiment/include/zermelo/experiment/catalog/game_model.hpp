// SPDX-License-Identifier: MIT
// A game module in the catalog. Only a game's own <name>.cpp includes this header, and says
//
//   template class zermelo::erased_game_of<zermelo::games::mnk>;
//   template zermelo::experiment::game_entry zermelo::experiment::entry_of<zermelo::games::mnk>();
//
// or, where a published solution comes with the game, makes the second one an explicit specialization that says
//
//   return describe_game(a_baseline_of_the_game);
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/text.hpp>
#include <zermelo/core/engines/erased_game_of.hpp>
#include <zermelo/core/game/hooks_of_game.hpp>
#include <zermelo/experiment/catalog/any_game.hpp>
#include <zermelo/experiment/catalog/catalog.hpp>

namespace zermelo::experiment {

/// Builds a game. @param published  must outlive it; null: none
template <zermelo::Game Game>
[[nodiscard]] std::unique_ptr<any_game> make_game(const parameter_values& values,
                                                  const build_conditions& conditions = {},
                                                  const baseline<ranked_form<Game>>* published = nullptr) {
  std::optional<game_size> size;
  if constexpr (HasSizeOf<Game>) check_size(size.emplace(Game::size_of(values)), values, conditions);
  const work_monitor silent;
  Game game = build_game<Game>(values, conditions.monitor != nullptr ? *conditions.monitor : silent);
  return std::make_unique<any_game>(game_description{std::string(Game::name()), values, size},
                                    erased_game_of<Game>::make(std::move(game), published));
}

/// The entry of a game, with its published solution if there is one. @param published  must outlive the entry
template <class Game>
game_entry describe_game(const baseline<ranked_form<Game>>* published) {
  static_assert(check_catalog_hooks<Game>());
  // What is wrong has been said: nothing more is, of what follows from it.
  if constexpr (!has_right_catalog_hooks<Game>) {
    return {};
  } else {
    const auto make = [published](const parameter_values& values, const build_conditions& conditions) {
      return make_game<Game>(values, conditions, published);
    };
    return {std::string(Game::name()),
            std::string(Game::summary()),
            Game::parameters(),
            hook_set_of<Game>,
            make,
            published == nullptr ? "" : std::string(published->summary),
            {}};
  }
}

/// The same for a game with a ranking. @param published must outlive the entry
template <class Game>
game_entry describe_game(const baseline<Game>& published) {
  return describe_game<Game>(&published);
}

template <class Game>
game_entry entry_of() {
  return describe_game<Game>(nullptr);
}

}  // namespace zermelo::experiment
