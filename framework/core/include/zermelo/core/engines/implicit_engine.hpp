// SPDX-License-Identifier: MIT
// The engine `implicit`: retrograde analysis, the predecessors generated from the rules.
#pragma once

#include <cstdint>
#include <string>

#include <zermelo/core/base/saturating.hpp>
#include <zermelo/core/engines/engine.hpp>
#include <zermelo/core/engines/retrograde_bytes.hpp>
#include <zermelo/core/positions/game_graph.hpp>
#include <zermelo/core/positions/graph_sample.hpp>
#include <zermelo/core/solve/retrograde_analysis.hpp>
#include <zermelo/core/solve/saved_solve.hpp>
#include <zermelo/core/solve/visitor.hpp>

namespace zermelo {

/// Solves a game with predecessors generated on the fly, or goes on with a solve of it that was saved.
template <RankedGame G>
  requires(game_graph<G>::has_predecessors)
[[nodiscard]] solution solve_implicit(const G& game, const retrograde_options& options, solve_visitor& visitor,
                                      saved_solve* saved = nullptr) {
  const game_graph<G> graph(game);
  return retrograde_analysis(graph, graph, options, visitor, saved);
}

/// Expected peak of `solve_implicit`, in bytes.
[[nodiscard]] inline std::uint64_t implicit_bytes(const graph_sample& sample) {
  return saturating_sum(bytes_of_program, saturating_number(detail::bytes_of_propagation(sample)));
}

struct implicit_engine {
  static constexpr engine_info info{.name = "implicit", .summary = "predecessors generated on the fly", .saves = true};

  template <class G>
  [[nodiscard]] static std::string unavailable(const engine_task<G>& /*task*/) {
    return game_graph<G>::has_predecessors ? "" : "the game has no for_each_predecessor";
  }

  template <class G>
    requires(game_graph<G>::has_predecessors)
  [[nodiscard]] static std::uint64_t peak_bytes(const engine_task<G>& /*task*/, const graph_sample& sample) {
    return implicit_bytes(sample);
  }

  template <class G>
    requires(game_graph<G>::has_predecessors)
  [[nodiscard]] static engine_result solve(const engine_task<G>& task, saved_solve* saved, solve_visitor& visitor) {
    retrograde_options options;
    options.threads = task.threads;
    solution solved = solve_implicit(task.game, options, visitor, saved);
    return summed_up(std::move(solved.values), solved.edges, task.threads, visitor);
  }
};

}  // namespace zermelo
