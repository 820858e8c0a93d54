// SPDX-License-Identifier: MIT
// Retrograde analysis on stored predecessors. The functions throw what retrograde_analysis.hpp lists.
#pragma once

#include <zermelo/core/graph/difference_graph.hpp>
#include <zermelo/core/graph/transposed_graph.hpp>
#include <zermelo/core/progress/saved_solve.hpp>
#include <zermelo/core/progress/visitor.hpp>
#include <zermelo/core/rules/rules.hpp>
#include <zermelo/core/solve/solution.hpp>
#include <zermelo/core/waves/retrograde_options.hpp>

namespace zermelo {

/// Solves rules whose transposed graph is stored.
/// @param saved  a saved solve of these rules to resume, whose words are moved from; null: a new solve
[[nodiscard]] solution solve_stored(const rules& game, const stored_graph& stored, const retrograde_options& options,
                                    solve_visitor& visitor, saved_solve* saved);
[[nodiscard]] solution solve_stored(const rules& game, const difference_graph& stored,
                                    const retrograde_options& options, solve_visitor& visitor, saved_solve* saved);

/// Stores predecessors in packed_rows by transposing the moves, and then solves the rules.
[[nodiscard]] solution solve_recorded(const rules& game, const retrograde_options& options, solve_visitor& visitor,
                                      saved_solve* saved);

}  // namespace zermelo
