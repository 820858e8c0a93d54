// SPDX-License-Identifier: MIT
#include <zermelo/core/engines/engine.hpp>

#include <algorithm>
#include <utility>

#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/base/saturating.hpp>
#include <zermelo/core/positions/graph_sample.hpp>
#include <zermelo/core/value/outcome_histogram.hpp>
#include <zermelo/core/value/value_table.hpp>

namespace zermelo {
namespace {

/// Returns the memory of the histograms of distances, one per thread, up to the distance of the farthest terminal.
/// Longer distances are unknown before a solve.
[[nodiscard]] std::uint64_t histogram_bytes(const graph_sample& sample, unsigned threads) {
  constexpr std::uint64_t growing = 2;  // a vector takes twice its memory while it grows
  const std::uint64_t num_blocks = 1 + sample.positions / sweep_block_size;
  const std::uint64_t num_histograms = std::min<std::uint64_t>(resolve_threads(threads), num_blocks) + growing;
  return num_histograms * sizeof(outcome_counts) * sample.largest_end_distance;
}

}  // namespace

std::uint64_t engine_memory::peak_bytes(const graph_sample& sample) const {
  const double bytes_of_position = bytes_per_position + bytes_per_move * sample.edges_per_position;
  return saturating_sum(bytes_of_program, buffer_bytes,
                        saturating_number(static_cast<double>(sample.positions) * bytes_of_position));
}

std::uint64_t engine_definition::peak_bytes(const engine_task& task, const graph_sample& sample) const {
  return saturating_sum(memory(task, sample).peak_bytes(sample), histogram_bytes(sample, task.threads));
}

std::string why_unavailable(const engine_definition& engine, const engine_task& task) {
  if (engine.info.is_distributed != (task.blocks != nullptr)) {
    return task.blocks != nullptr ? "not supported under mpirun; use zermelo"
                                  : "the engine runs only under MPI; use zermelo-mpi";
  }
  if (task.saves && !engine.info.saves) {
    return engine.info.is_distributed ? "--log and --checkpoint are not supported under mpirun"
                                      : "it has no waves, so it does not support --log and --checkpoint";
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
