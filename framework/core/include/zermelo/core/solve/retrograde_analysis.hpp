// SPDX-License-Identifier: MIT
// Retrograde analysis: the outcome and the distance of every vertex of a graph, computed backwards from the terminals.
//
// In games for points, both players give the margin priority over the distance, see the stages below.
//
// The algorithm proceeds in level-synchronous waves. Wave d propagates the vertices of distance d to their
// predecessors, which get distance d + 1: a predecessor with the winner to move is won at once; a predecessor with the
// other player to move is lost when the winner has won its last successor. After wins and losses, ties propagate in the
// same way. The remaining vertices are drawn. Wins and losses have a stage for each margin, from the greatest to the
// least, and each stage starts with the counters of the stage before it.
//
// A solve covers a whole graph; a part of a graph to which play never returns, whose moves to the outside have known
// values (outside_moves.hpp); or one block of a graph while other solves have the other blocks (vertex_block.hpp).
//
//   preconditions  vertices 0 .. V - 1; the predecessors are the multiset transpose of the successors over
//                  legal vertices that are not terminal (the conformance kit checks this)
//   working state  one packed_word per vertex (16 bits, or 32 if an out-degree or a distance exceeds 8191,
//                  or margins leave too few bits for distances): a counter of successors not yet lost, then outcome,
//                  margin and distance
//   time           O(V + E) work for any bound of margins; the number of parallel steps is the number of waves
//   memory         2 (4) V bytes; 4 bytes per listed vertex of the current wave, of the next wave (or of the copy while
//                  the current wave is sorted), and of terminals that have not yet been propagated. If a thread finds
//                  more than its share of V / 32 vertices of a wave, the wave is not listed, but found by a sweep over
//                  the words. For each pending boundary value, the bytes stated in boundary_list.hpp
//   threads        one call uses `options.threads` threads; calls are independent of each other. The result depends
//                  neither on the number of threads nor on the blocks of a graph.
//   throws         contract_error if an out-degree or a distance exceeds 2^29 - 1 (less by the bits of margins), if a
//                  margin exceeds the bound of the rules, or if a saved solve has another number of vertices;
//                  input_error if a saved solve contradicts the labels; interrupted; std::bad_alloc
//
// Reference: K. Thompson, "Retrograde analysis of certain endgames", ICCA Journal 9(3), 1986; the linear-time
// attractor computation that it specializes is in W. Zielonka, doi 10.1016/S0304-3975(98)00009-7. With terminals that
// have a positive distance, the waves are a bucket queue (R. B. Dial 1969, doi 10.1145/363269.363610).
#pragma once

#include <variant>

#include <zermelo/core/graph/graph_access.hpp>
#include <zermelo/core/graph/position_labels.hpp>
#include <zermelo/core/graph/transposed_graph.hpp>
#include <zermelo/core/progress/saved_solve.hpp>
#include <zermelo/core/progress/visitor.hpp>
#include <zermelo/core/rules/graph_rules.hpp>
#include <zermelo/core/rules/rules.hpp>
#include <zermelo/core/solve/solution.hpp>
#include <zermelo/core/solve/solve_stored.hpp>
#include <zermelo/core/waves/retrograde_options.hpp>

namespace zermelo {

/// Solves rules that list predecessors. Predecessors are generated on demand.
/// @param saved  a saved solve of these rules to resume, whose words are moved from; null: a new solve
[[nodiscard]] solution retrograde_analysis(const rules& game, const retrograde_options& options, solve_visitor& visitor,
                                           saved_solve* saved = nullptr);

/// Solves a graph whose vertices are described by `labels`, optionally with `for_each_outside` (outside_labels.hpp). A
/// graph that does not list predecessors is transposed first.
/// @param saved  a saved solve of this graph to resume, whose words are moved from; null: a new solve
template <IndexedGraph Graph, PositionLabels<vertex_of<Graph>> Labels>
  requires(PredecessorGraph<Graph> || SuccessorGraph<Graph>)
[[nodiscard]] solution retrograde_analysis(const Graph& graph, const Labels& labels, const retrograde_options& options,
                                           solve_visitor& visitor, saved_solve* saved = nullptr) {
  if constexpr (PredecessorGraph<Graph>) {
    return retrograde_analysis(graph_rules<Graph, Labels>(graph, labels), options, visitor, saved);
  } else {
    const stored_graph stored = materialize(graph, {options.threads}, visitor);
    return retrograde_analysis(stored, labels, options, visitor, saved);
  }
}

/// As above, on a stored graph.
template <class Labels>
[[nodiscard]] solution retrograde_analysis(const stored_graph& stored, const Labels& labels,
                                           const retrograde_options& options, solve_visitor& visitor,
                                           saved_solve* saved = nullptr) {
  return std::visit(
      [&]<class Graph>(const Graph& graph) {
        return solve_stored(graph_rules<Graph, Labels>(graph, labels), stored, options, visitor, saved);
      },
      stored);
}

/// As above, without a visitor.
template <class Graph, class Labels>
[[nodiscard]] solution retrograde_analysis(const Graph& graph, const Labels& labels,
                                           const retrograde_options& options = {}) {
  solve_visitor silent;
  return retrograde_analysis(graph, labels, options, silent);
}

}  // namespace zermelo
