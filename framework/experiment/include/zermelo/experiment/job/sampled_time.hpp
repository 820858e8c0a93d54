// SPDX-License-Identifier: MIT
// What the rules take in a solve, from a sample of the positions: what engines ask of them, on stretches of consecutive
// positions, as engines take them.
#pragma once

#include <zermelo/core/rules/rules.hpp>

namespace zermelo::experiment {

struct rules_time {
  double seconds = 0;  ///< a position, on one thread
  double moves = 0;    ///< that they give, forwards or backwards
};

/// The time that this thread has had on a processor, whoever else is at work.
[[nodiscard]] double thread_seconds();

/// Takes some milliseconds itself. A part that every move leaves is looked at forwards alone.
[[nodiscard]] rules_time sampled_rules_time(const zermelo::rules& game);

}  // namespace zermelo::experiment
