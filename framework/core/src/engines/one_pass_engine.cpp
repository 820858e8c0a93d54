// SPDX-License-Identifier: MIT
#include <zermelo/core/engines/engine_list.hpp>

#include <utility>

#include <zermelo/core/engines/retrograde_bytes.hpp>
#include <zermelo/core/positions/graph_sample.hpp>
#include <zermelo/core/progress/saved_solve.hpp>
#include <zermelo/core/progress/visitor.hpp>
#include <zermelo/core/solve/solve_in_one_pass.hpp>

namespace zermelo {
namespace {

[[nodiscard]] std::string one_pass_unavailable(const engine_task& task) {
  const rules_traits traits = task.rules.traits();
  if (!traits.leads_outside) return "the game is solved as a whole, not slice by slice";
  return traits.has_no_inner_moves ? "" : "the slice has inner moves";
}

[[nodiscard]] engine_memory one_pass_memory(const engine_task& /*task*/, const graph_sample& sample) {
  return {.bytes_per_position = static_cast<double>(planned_entry_bytes(sample.max_margin))};
}

[[nodiscard]] engine_result one_pass_solve(const engine_task& task, saved_solve* /*saved*/, solve_visitor& visitor) {
  solution solved = solve_in_one_pass(task.rules, task.threads, visitor);
  return summarized(std::move(solved.values), solved.edges, task.threads, visitor);
}

}  // namespace

const engine_definition one_pass_engine{
    .info = {.name = "one_pass", .summary = "visits each position once, for slices without inner moves", .saves = true},
    .unavailable = one_pass_unavailable,
    .memory = one_pass_memory,
    .solve = one_pass_solve};

}  // namespace zermelo
