// SPDX-License-Identifier: MIT
// Checks a table set against the rules, group of slices by group, in the memory of one group and what it enters.
#pragma once

#include <cstdint>

#include <zermelo/core/solve/visitor.hpp>
#include <zermelo/core/value/solution_summary.hpp>
#include <zermelo/core/verify/verify_report.hpp>
#include <zermelo/experiment/any_game.hpp>
#include <zermelo/experiment/table_set.hpp>

namespace zermelo::experiment {

/// The moves of every position of the slices that are done are looked up across slices, by the rules of the whole game.
/// A sample takes its share of each group. Slices are held in memory as far as `scope.memory_bytes` and the machine
/// have it, else read from their files. What a table says of itself is held against its entries.
/// @throws input_error if a table is damaged or says something else of itself, or a slice is not done that another one
///   enters; interrupted.
[[nodiscard]] verify_report verify_set(const any_game& game, const table_set& set, const verify_scope& scope,
                                       solve_visitor& visitor);

}  // namespace zermelo::experiment
