// SPDX-License-Identifier: MIT
// The engine `explicit`: retrograde analysis on the stored, transposed graph.
#pragma once

#include <cstdint>
#include <string>

#include <zermelo/core/engines/engine.hpp>
#include <zermelo/core/graph/transposed_graph.hpp>
#include <zermelo/core/positions/game_graph.hpp>
#include <zermelo/core/solve/solve_stored.hpp>

namespace zermelo {

struct explicit_engine {
  static constexpr engine_info info{"explicit", "predecessors stored"};

  template <class G>
  [[nodiscard]] static std::string unavailable(const engine_task<G>& /*task*/) {
    return "";
  }

  template <class G>
  [[nodiscard]] static std::uint64_t peak_bytes(const engine_task<G>& /*task*/, const graph_sample& sample) {
    return explicit_bytes(sample) + sample.positions * label_array::bytes_per_vertex;
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
