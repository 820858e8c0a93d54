// SPDX-License-Identifier: MIT
// Checks the contract of a game module at a sample of positions, for instances that are too large for the conformance
// kit.
#pragma once

#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/verify/check_report.hpp>
#include <zermelo/testkit/erase.hpp>

namespace zermelo::testkit {

/// Checks the contract of a game. If the game has no ranking, states are found by random play, without exploring.
/// @throws interrupted, if the monitor requests it.
[[nodiscard]] check_report check_contract_of(const erased_game& game, const check_scope& scope, work_monitor& monitor);

/// Checks the contract of a game module.
template <class G>
[[nodiscard]] check_report check_contract(const G& game, const check_scope& scope = check_scope::sample()) {
  work_monitor silent;
  return check_contract_of(*erase(game), scope, silent);
}

}  // namespace zermelo::testkit
