// SPDX-License-Identifier: MIT
// Retrograde analysis on stored predecessors. For errors see retrograde_analysis.hpp.
#pragma once

#include <zermelo/core/graph/difference_graph.hpp>
#include <zermelo/core/graph/row_encoding.hpp>
#include <zermelo/core/graph/transposed_graph.hpp>
#include <zermelo/core/progress/saved_solve.hpp>
#include <zermelo/core/progress/visitor.hpp>
#include <zermelo/core/rules/rules.hpp>
#include <zermelo/core/solve/solution.hpp>
#include <zermelo/core/waves/retrograde_options.hpp>

namespace zermelo {

/// Solves rules whose transposed graph is stored.
/// @param saved  a saved solve of these rules to resume, whose words are taken over; null: a new solve
[[nodiscard]] solution solve_stored(const rules& game, const stored_graph& stored, const retrograde_options& options,
                                    solve_visitor& visitor, saved_solve* saved);
[[nodiscard]] solution solve_stored(const rules& game, const difference_graph& stored,
                                    const retrograde_options& options, solve_visitor& visitor, saved_solve* saved);

/// Encodes the rows of predecessors, which the rules list, or which are made by transposing moves; then solves the
/// rules.
/// @param encoding  `numbers`: only where moves are transposed
/// @param edges_from  `successors`: moves are transposed even where the rules list predecessors
/// @throws too_many_patterns, which leaves the saved solve unchanged; std::logic_error for numbers of
///   predecessors that the rules list.
[[nodiscard]] solution solve_encoded(const rules& game, row_encoding encoding, edge_source edges_from,
                                     const retrograde_options& options, solve_visitor& visitor, saved_solve* saved);

}  // namespace zermelo
