// SPDX-License-Identifier: MIT
// Retrograde analysis on predecessors that are stored: of the rules, only the words are asked for then.
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

/// Solves rules whose transposed graph is stored, or goes on with a solve of them that was saved.
[[nodiscard]] solution solve_stored(const rules& game, const stored_graph& stored, const retrograde_options& options,
                                    solve_visitor& visitor, saved_solve* saved);
[[nodiscard]] solution solve_stored(const rules& game, const difference_graph& stored,
                                    const retrograde_options& options, solve_visitor& visitor, saved_solve* saved);

/// The same with rows of predecessors that it encodes itself: the rules list them, or, where they list moves alone,
/// these are transposed. @param encoding  patterns or gaps
/// @throws too_many_patterns, with which a saved solve is as it was, and what retrograde_analysis throws.
[[nodiscard]] solution solve_encoded(const rules& game, row_encoding encoding, edge_source edges_from,
                                     const retrograde_options& options, solve_visitor& visitor, saved_solve* saved);

}  // namespace zermelo
