// SPDX-License-Identifier: MIT
#include <zermelo/core/engines/engine_list.hpp>

#include <zermelo/core/positions/graph_sample.hpp>
#include <zermelo/core/progress/saved_solve.hpp>
#include <zermelo/core/progress/visitor.hpp>
#include <zermelo/core/value/value_table.hpp>

namespace zermelo {
namespace {

[[nodiscard]] std::string textbook_unavailable(const engine_task& task) {
  return task.published != nullptr ? "" : "the game has no published solution";
}

[[nodiscard]] engine_memory textbook_memory(const engine_task& task, const graph_sample& /*sample*/) {
  return {.buffer_bytes = task.published->peak_bytes()};
}

[[nodiscard]] engine_result textbook_solve(const engine_task& task, saved_solve* /*saved*/, solve_visitor& visitor) {
  return summarized(task.published->solve(visitor), std::nullopt, task.threads, visitor);
}

}  // namespace

const engine_definition textbook_engine{
    .info = {.name = "textbook", .summary = "baseline: the game's published solution", .is_baseline = true},
    .unavailable = textbook_unavailable,
    .memory = textbook_memory,
    .solve = textbook_solve};

}  // namespace zermelo
