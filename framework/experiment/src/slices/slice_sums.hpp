// SPDX-License-Identifier: MIT
// What is said of a slice, computed from its entries.
#pragma once

#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/slices/outcome_entries.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/solution_entries.hpp>

namespace zermelo::experiment {

class any_game;

/// Reads the entries of a slice, whose first position is `first`. Phase "summarize". @throws interrupted, and what
///   reading the entries throws.
[[nodiscard]] slice_sums sum_up(const any_game& game, const solution_entries& values, position first, unsigned threads,
                                work_monitor& monitor);

}  // namespace zermelo::experiment
