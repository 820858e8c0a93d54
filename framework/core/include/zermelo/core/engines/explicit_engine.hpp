// SPDX-License-Identifier: MIT
// The engine `explicit`: retrograde analysis on the stored, transposed graph.
#pragma once

#include <cstdint>
#include <limits>
#include <string>

#include <zermelo/core/base/saturating.hpp>
#include <zermelo/core/engines/engine.hpp>
#include <zermelo/core/engines/retrograde_bytes.hpp>
#include <zermelo/core/graph/label_array.hpp>
#include <zermelo/core/graph/transposed_graph.hpp>
#include <zermelo/core/positions/game_graph.hpp>
#include <zermelo/core/positions/graph_sample.hpp>
#include <zermelo/core/solve/saved_solve.hpp>
#include <zermelo/core/solve/solve_stored.hpp>
#include <zermelo/core/solve/visitor.hpp>

namespace zermelo {

/// Solves a game on its stored, transposed graph, or goes on with a solve of it that was saved. No predecessors
/// are needed.
template <RankedGame G>
[[nodiscard]] solution solve_explicit(const G& game, const retrograde_options& options, solve_visitor& visitor,
                                      saved_solve* saved = nullptr) {
  const game_graph<G> graph(game);
  const stored_graph stored = materialize(graph, {options.threads, options.indices, options.edges_from}, visitor);
  return solve_stored(stored, graph, options, visitor, saved);
}

/// Expected peak of `solve_explicit`, in bytes: the edges, the row starts, the out-degrees, the labels, the
/// propagation.
[[nodiscard]] inline std::uint64_t explicit_bytes(const graph_sample& sample) {
  const double positions = static_cast<double>(sample.positions);
  const double edges = positions * sample.edges_per_position;
  const double row_start =
      edges <= std::numeric_limits<std::uint32_t>::max() ? detail::bytes_of_index(sample) : sizeof(std::uint64_t);
  const double per_position = row_start + sizeof(std::uint16_t) + label_array::bytes_per_vertex;
  return saturating_sum(bytes_of_program,
                        saturating_number(detail::bytes_of_propagation(sample) +
                                          edges * detail::bytes_of_index(sample) + positions * per_position));
}

struct explicit_engine {
  static constexpr engine_info info{.name = "explicit", .summary = "predecessors stored", .saves = true};

  template <class G>
  [[nodiscard]] static std::string unavailable(const engine_task<G>& /*task*/) {
    return "";
  }

  template <class G>
  [[nodiscard]] static std::uint64_t peak_bytes(const engine_task<G>& /*task*/, const graph_sample& sample) {
    return explicit_bytes(sample);
  }

  template <class G>
  [[nodiscard]] static engine_result solve(const engine_task<G>& task, saved_solve* saved, solve_visitor& visitor) {
    retrograde_options options;
    options.threads = task.threads;
    const game_graph<G> graph(task.game);
    const stored_graph stored = materialize_from<edge_source::predecessors>(graph, {task.threads}, visitor);
    solution solved = solve_stored(stored, graph, options, visitor, saved);
    return summed_up(std::move(solved.values), solved.edges, task.threads, visitor);
  }
};

}  // namespace zermelo
