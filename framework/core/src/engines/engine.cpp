// SPDX-License-Identifier: MIT
#include <zermelo/core/engines/engine.hpp>

#include <utility>

#include <zermelo/core/value/value_table.hpp>

namespace zermelo {

std::string why_unavailable(const engine_definition& engine, const engine_task& task) {
  if (engine.info.is_distributed != (task.blocks != nullptr)) {
    return task.blocks != nullptr ? "it solves on one machine" : "it runs under MPI alone, in zermelo-mpi";
  }
  if (task.saves && !engine.info.saves) {
    return engine.info.is_distributed ? "what it does on several processes is not logged and saved"
                                      : "it works without waves, between which a solve is logged and saved";
  }
  return engine.unavailable(task);
}

engine_result summarized(value_table values, std::optional<std::uint64_t> edges, unsigned threads,
                         solve_visitor& visitor) {
  visitor.phase("summarize", 0);
  engine_result result;
  result.summary = summarize(values, threads);
  result.values = std::make_unique<value_table>(std::move(values));
  result.edges = edges;
  return result;
}

}  // namespace zermelo
