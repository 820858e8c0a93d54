// SPDX-License-Identifier: MIT
#include <zermelo/catalog/games/checking.hpp>

#include <optional>

#include <fmt/core.h>

#include <zermelo/catalog/games/any_game.hpp>
#include <zermelo/core/base/error.hpp>
#include <zermelo/core/game/game_hooks.hpp>
#include <zermelo/core/verify/check_game.hpp>

namespace zermelo {

check_report check(const any_game& game, const check_scope& scope, work_monitor& monitor) {
  if (game.part() != nullptr) throw contract_error("check: expected a whole game, got one slice");
  const zermelo::rules* const ranked_rules = game.numbering() == nullptr ? &game.rules() : nullptr;
  check_report report = check_game(game.hooks(), ranked_rules, game.product(), scope, monitor);
  if (const std::optional<game_size>& stated = game.description().size;
      stated && stated->positions != game.num_positions()) {
    report.violations.push_back(
        fmt::format("size_of returns {} positions, but num_positions {}", stated->positions, game.num_positions()));
  }
  return report;
}

}  // namespace zermelo
