// SPDX-License-Identifier: MIT
// Checks a game module, for the commands `list` and `solve`.
#pragma once

#include <zermelo/catalog/games/any_game.hpp>
#include <zermelo/core/verify/check_report.hpp>

#include "../session.hpp"

namespace zermelo::cli {

/// Checks the contract of a game module on a sample of its positions. @throws interrupted.
[[nodiscard]] check_report check_sample(const any_game& game, const work_options& work);
/// Prints the report of a check. Returns claim_false if it contains violations, otherwise done.
exit_status print_check(const check_report& check, bool as_json, session& s);

}  // namespace zermelo::cli
