// SPDX-License-Identifier: MIT
#include <zermelo/testkit/check_contract.hpp>

#include <zermelo/core/verify/check_game.hpp>

namespace zermelo::testkit {

check_report check_contract_of(const erased_game& game, const check_scope& scope, work_monitor& monitor) {
  const rules* const ranked = game.hooks().has().ranking ? &game.rules() : nullptr;
  return check_game(game.hooks(), ranked, game.product(), scope, monitor);
}

}  // namespace zermelo::testkit
