// SPDX-License-Identifier: MIT
#include <zermelo/experiment/checking.hpp>

#include <optional>

#include <fmt/core.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/experiment/any_game.hpp>

namespace zermelo::experiment {

check_report check(const any_game& game, const check_scope& scope, work_monitor& monitor) {
  if (game.part() != nullptr) throw contract_error("the game is checked, not its parts");
  // To be replaced by
  //   check_game(game.hooks(), game.numbering() == nullptr ? &game.rules() : nullptr, game.product(), scope, monitor);
  check_report found = game.description().check(scope, monitor);
  if (const std::optional<game_size>& said = game.description().size; said && said->positions != game.num_positions()) {
    found.findings.push_back(
        fmt::format("size_of says {} positions, num_positions {}", said->positions, game.num_positions()));
  }
  return found;
}

}  // namespace zermelo::experiment
