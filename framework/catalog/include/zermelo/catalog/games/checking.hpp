// SPDX-License-Identifier: MIT
// Checks whether a game module satisfies the contract of game modules.
#pragma once

#include <zermelo/core/verify/check_report.hpp>

namespace zermelo {
class work_monitor;
class any_game;

/// Checks the hooks of a game (see check_game.hpp), and compares the result of the hook `size_of` with the number of
/// positions. @throws interrupted; contract_error for a group of slices.
[[nodiscard]] check_report check(const any_game& game, const check_scope& scope, work_monitor& monitor);

}  // namespace zermelo
