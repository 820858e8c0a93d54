// SPDX-License-Identifier: MIT
// Retrograde analysis on a stored graph, compiled once for all games: of a game it needs nothing but the labels, which
// are put in an array first.
#pragma once

#include <cstdint>

#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/graph/label_array.hpp>
#include <zermelo/core/graph/transposed_graph.hpp>
#include <zermelo/core/solve/outside_moves.hpp>
#include <zermelo/core/solve/retrograde_analysis.hpp>
#include <zermelo/core/solve/saved_solve.hpp>
#include <zermelo/core/solve/visitor.hpp>
#include <zermelo/core/value/outcome.hpp>

namespace zermelo {

/// Solves a stored graph with these labels, or goes on with a solve of it that was saved. Reading the labels counts as
/// part of seeding; none may speak of moves out of the graph. Memory: a byte a vertex more than retrograde_analysis.
template <class Labels>
[[nodiscard]] solution solve_stored(const stored_graph& stored, const Labels& labels, const retrograde_options& options,
                                    solve_visitor& visitor, saved_solve* saved) {
  static_assert(!HasOutside<Labels, std::uint64_t>);
  visitor.phase(saved != nullptr ? "resume" : "seed", num_vertices(stored));
  const label_array packed(labels, num_vertices(stored), resolve_threads(options.threads), visitor);
  return retrograde_analysis(stored, packed, options, visitor, saved);
}

}  // namespace zermelo
