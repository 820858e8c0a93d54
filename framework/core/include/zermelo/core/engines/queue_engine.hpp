// SPDX-License-Identifier: MIT
// The engine `queue`: the plain one-thread solver, a baseline.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include <zermelo/core/engines/engine.hpp>
#include <zermelo/core/solve/queue_solver.hpp>

namespace zermelo {

struct queue_engine {
  static constexpr engine_info info{"queue", "a plain queue on one thread, a baseline", true};

  template <class G>
  [[nodiscard]] static std::string unavailable(const engine_task<G>& /*task*/) {
    return "";
  }

  template <class G>
  [[nodiscard]] static std::uint64_t peak_bytes(const engine_task<G>& /*task*/, const graph_sample& sample) {
    return queue_bytes(sample,
                       game_graph<G>::has_predecessors ? predecessor_source::hook : predecessor_source::reversed_lists);
  }

  template <class G>
  [[nodiscard]] static engine_result solve(const engine_task<G>& task, saved_solve* /*saved*/, solve_visitor& visitor) {
    return summed_up(queue_solver<G>(task.game).solve(visitor), std::nullopt, task.threads, visitor);
  }
};

}  // namespace zermelo
