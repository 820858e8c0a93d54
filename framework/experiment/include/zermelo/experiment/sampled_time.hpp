// SPDX-License-Identifier: MIT
// What the rules take in a solve, from a sample of the positions: what engines ask of them, on stretches of consecutive
// positions, as engines take them.
#pragma once

#include <zermelo/core/rules/rules.hpp>
#include <zermelo/experiment/any_game.hpp>

namespace zermelo::experiment {

/// The time that this thread has had on a processor, whoever else is at work.
[[nodiscard]] double thread_seconds();

/// A part that every move leaves is looked at forwards alone.
[[nodiscard]] rules_time sampled_rules_time(const zermelo::rules& game);

}  // namespace zermelo::experiment
