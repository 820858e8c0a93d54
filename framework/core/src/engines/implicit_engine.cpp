// SPDX-License-Identifier: MIT
#include <zermelo/core/engines/engine_list.hpp>

#include <utility>

#include <zermelo/core/engines/retrograde_bytes.hpp>
#include <zermelo/core/positions/graph_sample.hpp>
#include <zermelo/core/solve/retrograde_analysis.hpp>
#include <zermelo/core/waves/retrograde_options.hpp>

namespace zermelo {
namespace {

[[nodiscard]] std::string implicit_unavailable(const engine_task& task) {
  return task.rules.traits().has_predecessors ? "" : "the game has no hook for_each_predecessor";
}

[[nodiscard]] engine_memory implicit_memory(const engine_task& /*task*/, const graph_sample& sample) {
  return {.bytes_per_position = detail::bytes_of_propagation(sample)};
}

[[nodiscard]] engine_result implicit_solve(const engine_task& task, saved_solve* saved, solve_visitor& visitor) {
  retrograde_options options;
  options.threads = task.threads;
  solution solved = retrograde_analysis(task.rules, options, visitor, saved);
  return summarized(std::move(solved.values), solved.edges, task.threads, visitor);
}

}  // namespace

const engine_definition implicit_engine{
    .info = {.name = "implicit", .summary = "predecessors generated on the fly", .saves = true},
    .unavailable = implicit_unavailable,
    .memory = implicit_memory,
    .solve = implicit_solve};

}  // namespace zermelo
