// SPDX-License-Identifier: MIT
// Retrograde analysis on stored predecessors: the rules are asked for words only.
#pragma once

#include <optional>

#include <zermelo/core/graph/difference_graph.hpp>
#include <zermelo/core/graph/row_encoding.hpp>
#include <zermelo/core/graph/transposed_graph.hpp>
#include <zermelo/core/progress/saved_solve.hpp>
#include <zermelo/core/progress/visitor.hpp>
#include <zermelo/core/rules/rules.hpp>
#include <zermelo/core/solve/solution.hpp>
#include <zermelo/core/waves/retrograde_options.hpp>

namespace zermelo {

/// Solves rules whose transposed graph is stored, or resumes a saved solve of them. @param saved  null: a new solve
[[nodiscard]] solution solve_stored(const rules& game, const stored_graph& stored, const retrograde_options& options,
                                    solve_visitor& visitor, saved_solve* saved);
[[nodiscard]] solution solve_stored(const rules& game, const difference_graph& stored,
                                    const retrograde_options& options, solve_visitor& visitor, saved_solve* saved);

/// The same, where the rows of predecessors are encoded first: the rules list the predecessors, or their moves are
/// transposed. @param encoding  patterns or gaps
/// @throws too_many_patterns, which leaves the saved solve unchanged, and what retrograde_analysis throws.
[[nodiscard]] solution solve_encoded(const rules& game, row_encoding encoding, edge_source edges_from,
                                     const retrograde_options& options, solve_visitor& visitor, saved_solve* saved);

}  // namespace zermelo
