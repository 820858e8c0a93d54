// SPDX-License-Identifier: MIT
// Holds what a game module promises against some of its positions: for instances too large for the conformance kit.
#pragma once

#include <string>
#include <vector>

#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/verify/check_report.hpp>
#include <zermelo/testkit/erase.hpp>

namespace zermelo::testkit {

/// Of a game without a ranking, states are met by play, and nothing is explored.
[[nodiscard]] check_report check_promises_of(const erased_game& game, const check_scope& scope, work_monitor& monitor);

/// The check of a game module, without progress reports.
template <class G>
[[nodiscard]] check_report check_promises(const G& game, const check_scope& scope = check_scope::sample()) {
  work_monitor silent;
  return check_promises_of(*erase(game), scope, silent);
}

/// What a sample shows to be broken, a sentence each; empty if nothing is.
template <class G>
[[nodiscard]] std::vector<std::string> findings_of_sample(const G& game) {
  return check_promises(game).findings;
}

}  // namespace zermelo::testkit
