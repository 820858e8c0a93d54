// SPDX-License-Identifier: MIT
// The engine `explicit`: retrograde analysis on the stored, transposed graph.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <utility>

#include <zermelo/core/base/saturating.hpp>
#include <zermelo/core/engines/engine.hpp>
#include <zermelo/core/engines/retrograde_bytes.hpp>
#include <zermelo/core/graph/label_array.hpp>
#include <zermelo/core/graph/transposed_graph.hpp>
#include <zermelo/core/positions/explored_game.hpp>
#include <zermelo/core/positions/game_graph.hpp>
#include <zermelo/core/positions/graph_sample.hpp>
#include <zermelo/core/positions/kept_moves.hpp>
#include <zermelo/core/solve/retrograde_analysis.hpp>
#include <zermelo/core/solve/saved_solve.hpp>
#include <zermelo/core/solve/solve_stored.hpp>
#include <zermelo/core/solve/visitor.hpp>

namespace zermelo {

/// Solves a game on its stored, transposed graph, or goes on with a solve of it that was saved. No predecessors
/// are needed.
template <RankedGame G>
[[nodiscard]] solution solve_explicit(const G& game, const retrograde_options& options, solve_visitor& visitor,
                                      saved_solve* saved = nullptr) {
  const game_graph<G> graph(game);
  const stored_graph stored = materialize(graph, {options.threads, options.indices, options.edges_from}, visitor);
  return solve_stored(stored, graph, options, visitor, saved);
}

/// The stored graph of so many positions with its labels, in bytes: the edges, the row starts, the out-degrees, the
/// labels.
[[nodiscard]] inline double explicit_moves_bytes(const graph_sample& sample) {
  const auto positions = static_cast<double>(sample.positions);
  const double edges = positions * sample.edges_per_position;
  const double row_start =
      edges <= std::numeric_limits<std::uint32_t>::max() ? detail::bytes_of_index(sample) : sizeof(std::uint64_t);
  const double per_position = row_start + sizeof(std::uint16_t) + label_array::bytes_per_vertex;
  return edges * detail::bytes_of_index(sample) + positions * per_position;
}

/// Expected peak of `solve_explicit`, in bytes.
[[nodiscard]] inline std::uint64_t explicit_bytes(const graph_sample& sample) {
  return saturating_sum(bytes_of_program,
                        saturating_number(detail::bytes_of_propagation(sample) + explicit_moves_bytes(sample)));
}

/// The same where exploring has kept the moves.
[[nodiscard]] inline std::uint64_t kept_moves_bytes(const graph_sample& sample) {
  const auto positions = static_cast<double>(sample.positions);
  const double edges = positions * sample.edges_per_position;
  const double solving = explicit_moves_bytes(sample) + detail::bytes_of_propagation(sample);
  return saturating_sum(bytes_of_program,
                        saturating_number(std::max(solving, kept_moves::transposing_bytes(positions, edges))));
}

struct explicit_engine {
  static constexpr engine_info info{.name = "explicit", .summary = "predecessors stored", .saves = true};

  template <class G>
  [[nodiscard]] static std::string unavailable(const engine_task<G>& /*task*/) {
    return "";
  }

  template <class G>
  [[nodiscard]] static std::uint64_t peak_bytes(const engine_task<G>& task, const graph_sample& sample) {
    if constexpr (ExploredGame<G>) {
      if (task.game.moves() != nullptr) return kept_moves_bytes(sample);
    }
    return explicit_bytes(sample);
  }

  template <class G>
  [[nodiscard]] static engine_result solve(const engine_task<G>& task, saved_solve* saved, solve_visitor& visitor) {
    retrograde_options options;
    options.threads = task.threads;
    const game_graph<G> graph(task.game);
    if constexpr (ExploredGame<G>) {
      if (std::unique_ptr<kept_moves> moves = task.game.take_moves()) {
        const label_array labels(moves->take_labels(), graph.infinite_play());
        const stored_graph stored = moves->take_transposed(resolve_threads(task.threads), visitor);
        moves.reset();
        solution solved = retrograde_analysis(stored, labels, options, visitor, saved);
        return summed_up(std::move(solved.values), solved.edges, task.threads, visitor);
      }
    }
    const stored_graph stored = materialize_from<edge_source::predecessors>(graph, {task.threads}, visitor);
    solution solved = solve_stored(stored, graph, options, visitor, saved);
    return summed_up(std::move(solved.values), solved.edges, task.threads, visitor);
  }
};

}  // namespace zermelo
