// SPDX-License-Identifier: MIT
// The engine `explicit`: retrograde analysis on the stored, transposed graph.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <utility>

#include <zermelo/core/base/saturating.hpp>
#include <zermelo/core/engines/engine.hpp>
#include <zermelo/core/engines/retrograde_bytes.hpp>
#include <zermelo/core/graph/difference_graph.hpp>
#include <zermelo/core/graph/label_array.hpp>
#include <zermelo/core/graph/transposed_graph.hpp>
#include <zermelo/core/positions/game_graph.hpp>
#include <zermelo/core/positions/graph_sample.hpp>
#include <zermelo/core/solve/saved_solve.hpp>
#include <zermelo/core/solve/solve_stored.hpp>
#include <zermelo/core/solve/visitor.hpp>

namespace zermelo {

namespace detail {

/// Solves a game on a graph of differences, see difference_graph.hpp. Nothing if the sample says that rows are better,
/// or if it was wrong.
template <RankedGame G>
[[nodiscard]] std::optional<solution> solve_by_differences(const game_graph<G>& graph,
                                                           const retrograde_options& options, solve_visitor& visitor,
                                                           saved_solve* saved) {
  const graph_sample sample = sample_graph(graph.game());
  if (sample.differences.empty()) return std::nullopt;
  // The sample's error is a few parts in a hundred; small games may have all their moves beside.
  constexpr std::uint64_t few = 1 << 16;
  const std::uint64_t most_beside =
      few + saturating_number(2 * sample.others_per_position * static_cast<double>(sample.positions));
  auto stored = store_differences(graph, move_differences(sample.differences), most_beside,
                                  resolve_threads(options.threads), visitor);
  if (!stored) return std::nullopt;
  const label_array labels(std::move(stored->labels), graph);
  return retrograde_analysis(stored->graph, labels, options, visitor, saved);
}

}  // namespace detail

/// Solves a game on its stored graph, or goes on with a solve of it that was saved. No predecessors are needed.
template <RankedGame G>
[[nodiscard]] solution solve_explicit(const G& game, const retrograde_options& options, solve_visitor& visitor,
                                      saved_solve* saved = nullptr) {
  const game_graph<G> graph(game);
  if constexpr (!game_graph<G>::has_predecessors) {
    if (options.edges_from == edge_source::predecessors) {
      if (auto solved = detail::solve_by_differences(graph, options, visitor, saved)) return std::move(*solved);
    }
  }
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
  const double bytes_of_edges =
      sample.differences.empty()
          ? edges * detail::bytes_of_index(sample) + positions * row_start
          : positions * (static_cast<double>(difference_graph::bytes_per_word *
                                             difference_graph::words_per_vertex(sample.differences.size())) +
                         sample.others_per_position * difference_graph::bytes_per_other);
  const double per_position = sizeof(std::uint16_t) + label_array::bytes_per_vertex;
  return saturating_sum(bytes_of_program, saturating_number(detail::bytes_of_propagation(sample) + bytes_of_edges +
                                                            positions * per_position));
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
    std::optional<solution> by_differences;
    if constexpr (!game_graph<G>::has_predecessors) {
      by_differences = detail::solve_by_differences(graph, options, visitor, saved);
    }
    solution solved = by_differences
                          ? std::move(*by_differences)
                          : solve_stored(materialize_from<edge_source::predecessors>(graph, {task.threads}, visitor),
                                         graph, options, visitor, saved);
    return summed_up(std::move(solved.values), solved.edges, task.threads, visitor);
  }
};

}  // namespace zermelo
