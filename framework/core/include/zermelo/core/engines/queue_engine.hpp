// SPDX-License-Identifier: MIT
// The engine `queue`: the plain one-thread solver, a baseline.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include <zermelo/core/base/saturating.hpp>
#include <zermelo/core/engines/engine.hpp>
#include <zermelo/core/positions/game_graph.hpp>
#include <zermelo/core/positions/graph_sample.hpp>
#include <zermelo/core/solve/queue_solver.hpp>

namespace zermelo {

struct queue_engine {
  static constexpr engine_info info{
      .name = "queue", .summary = "a plain queue on one thread, a baseline", .is_baseline = true};

  template <class G>
  [[nodiscard]] static std::string unavailable(const engine_task<G>& /*task*/) {
    return "";
  }

  /// Without predecessors of the game's, the solver keeps every edge reversed.
  template <class G>
  [[nodiscard]] static std::uint64_t peak_bytes(const engine_task<G>& /*task*/, const graph_sample& sample) {
    constexpr double per_position = 1 + 1 + 4 + 4;  // outcome, owner, distance, counter
    constexpr double table_and_queue = 5;           // a finished word, or what share of the positions is in the queue
    constexpr double per_position_reversed = 24;    // an empty vector
    constexpr double per_edge_reversed = 2 * 8;     // vectors grow by doubling
    const double reversed =
        game_graph<G>::has_predecessors ? 0 : per_position_reversed + per_edge_reversed * sample.edges_per_position;
    return saturating_sum(bytes_of_program, saturating_number(static_cast<double>(sample.positions) *
                                                              (per_position + table_and_queue + reversed)));
  }

  template <class G>
  [[nodiscard]] static engine_result solve(const engine_task<G>& task, saved_solve* /*saved*/, solve_visitor& visitor) {
    return summed_up(queue_solver<G>(task.game).solve(visitor), std::nullopt, task.threads, visitor);
  }
};

}  // namespace zermelo
