// SPDX-License-Identifier: MIT
// Makes the catalog entry of a game module. Only the <name>.cpp of a game includes this header, and contains
//
//   template class zermelo::erased_game_of<zermelo::games::mnk>;
//   template zermelo::game_entry zermelo::entry_of<zermelo::games::mnk>();
//
// If the game has a published solution, the second line is replaced by an explicit specialization of `entry_of` that
// returns describe_game(baseline_of_the_game).
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include <zermelo/catalog/games/any_game.hpp>
#include <zermelo/catalog/games/catalog.hpp>
#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/text.hpp>
#include <zermelo/core/engines/erased_game_of.hpp>
#include <zermelo/core/game/hooks_of_game.hpp>

namespace zermelo {

/// Builds a game. @param published  the published solution, which must outlive the game; may be null
template <zermelo::Game Game>
[[nodiscard]] std::unique_ptr<any_game> make_game(const parameter_values& values,
                                                  const build_conditions& conditions = {},
                                                  const published_solver<ranked_form<Game>>* published = nullptr) {
  std::optional<game_size> size;
  if constexpr (HasSizeOf<Game>) check_size(size.emplace(Game::size_of(values)), values, conditions);
  const work_monitor silent;
  Game game = build_game<Game>(values, conditions.monitor != nullptr ? *conditions.monitor : silent);
  return std::make_unique<any_game>(game_description{std::string(Game::name()), values, size},
                                    erased_game_of<Game>::make(std::move(game), published));
}

/// Returns the entry of a game. @param published  the published solution, which must outlive the entry; may be null
template <class Game>
game_entry describe_game(const published_solver<ranked_form<Game>>* published) {
  static_assert(check_catalog_hooks<Game>());
  // The assertion above reports the error; compiling the code below would only add errors with the same cause.
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

/// Returns the entry of a game with a ranking. @param published  must outlive the entry
template <class Game>
game_entry describe_game(const published_solver<Game>& published) {
  return describe_game<Game>(&published);
}

template <class Game>
game_entry entry_of() {
  return describe_game<Game>(nullptr);
}

}  // namespace zermelo
