// SPDX-License-Identifier: MIT
// The interface of a game without the type of its states: everything needed to solve, check and display the game. Code
// that uses an erased_game is compiled once for all games; erased_game_of.hpp makes an erased_game from a game module.
#pragma once

#include <zermelo/core/engines/engine.hpp>
#include <zermelo/core/game/game_hooks.hpp>
#include <zermelo/core/positions/position_numbering.hpp>
#include <zermelo/core/rules/product_rules.hpp>
#include <zermelo/core/rules/rules.hpp>

namespace zermelo {

class erased_game {
 public:
  virtual ~erased_game() = default;

  /// The game by state.
  [[nodiscard]] virtual const game_hooks& hooks() const = 0;
  /// The game by position. Precondition for a game without a ranking: its positions are numbered.
  [[nodiscard]] virtual const zermelo::rules& rules() const = 0;
  /// The product form of the game; null if the game has no product form.
  [[nodiscard]] virtual const product_rules* product() const = 0;
  /// The numbering of positions of a game without a ranking; null for a game with a ranking.
  [[nodiscard]] virtual position_numbering* numbering() const = 0;
  /// The task for engines, on all threads of the machine. Points into this object.
  [[nodiscard]] virtual engine_task task() const = 0;
};

}  // namespace zermelo
