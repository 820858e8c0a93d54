// SPDX-License-Identifier: MIT
// The check of a game module: whether it keeps its promises.
#pragma once

#include <zermelo/core/verify/check_report.hpp>

namespace zermelo {
class work_monitor;
}  // namespace zermelo

namespace zermelo::experiment {

class any_game;

/// Holds the game against what a game module promises, see check_game.hpp, and what it says of its size against its
/// positions. @throws interrupted; contract_error for a group of slices.
[[nodiscard]] check_report check(const any_game& game, const check_scope& scope, work_monitor& monitor);

}  // namespace zermelo::experiment
