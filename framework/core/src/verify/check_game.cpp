// SPDX-License-Identifier: MIT
#include <zermelo/core/verify/check_game.hpp>

#include <utility>

#include <fmt/core.h>

#include "check_parts.hpp"

namespace zermelo {

check_report check_game(const game_hooks& hooks, const rules* ranked, const product_rules* product,
                        const check_scope& scope, work_monitor& monitor) {
  detail::check_context check(hooks, ranked, product, scope, monitor);
  detail::state_check states(check);
  check.try_to([] { return "naming the players"; }, [&] { detail::check_player_names(check); });
  check.try_to([] { return "describing the board"; }, [&] { states.check_board_shape(); });
  if (ranked != nullptr) {
    detail::check_ranked(check, states);
  } else {
    detail::check_explored(check, states);
  }
  check_report& found = check.report_so_far();
  found.is_cut_short = found.violations.size() >= scope.max_violations;
  found.groups = states.counted();
  return std::move(found);
}

std::string name_of_state(const game_hooks& game, state_ref s) {
  const hook_set& has = game.has();
  if (has.text) return fmt::format("[{}]", game.format(s));
  if (has.ranking) return fmt::format("[position={}]", game.rank(s));
  const wide_key key = game.pack(s);
  if (!has.wide_packing) return fmt::format("[the state with the key {:#x}]", key.low);
  return fmt::format("[the state with the key {:#x} {:016x}]", key.high, key.low);
}

}  // namespace zermelo
