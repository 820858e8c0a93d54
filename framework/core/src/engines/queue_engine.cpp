// SPDX-License-Identifier: MIT
#include <zermelo/core/engines/engine_list.hpp>

#include <zermelo/core/positions/graph_sample.hpp>
#include <zermelo/core/progress/saved_solve.hpp>
#include <zermelo/core/progress/visitor.hpp>
#include <zermelo/core/solve/queue_solver.hpp>

namespace zermelo {
namespace {

/// Estimates the memory of the queue solver. If the game does not list predecessors, the solver stores them per
/// position.
[[nodiscard]] engine_memory queue_memory(const engine_task& task, const graph_sample& sample) {
  constexpr double solver_bytes_per_position = 1 + 1 + 2 + 4 + 4;  // outcome, player to move, points, distance, counter
  constexpr double table_or_queue_bytes_per_position = 8;          // the result's word or, earlier, the queue's entry
  constexpr double reverse_list_bytes_per_position = 24;           // an empty vector
  constexpr double reverse_bytes_per_edge = 2 * 8;                 // vectors grow by doubling
  constexpr double bytes_per_leaving_move = 1.5 * 16;              // an entry of a list that grows by doubling
  engine_memory memory{.bytes_per_position = solver_bytes_per_position + table_or_queue_bytes_per_position +
                                             bytes_per_leaving_move * sample.leaving_moves_per_position};
  if (!task.rules.traits().has_predecessors) {
    memory.bytes_per_position += reverse_list_bytes_per_position;
    memory.bytes_per_move = reverse_bytes_per_edge;
  }
  return memory;
}

[[nodiscard]] engine_result queue_solve(const engine_task& task, saved_solve* /*saved*/, solve_visitor& visitor) {
  return summarized(solve_by_queue(task.rules, visitor), std::nullopt, task.threads, visitor);
}

}  // namespace

const engine_definition queue_engine{
    .info = {.name = "queue", .summary = "baseline: a plain queue on one thread", .is_baseline = true},
    .unavailable = [](const engine_task&) { return std::string(); },
    .memory = queue_memory,
    .solve = queue_solve};

}  // namespace zermelo
