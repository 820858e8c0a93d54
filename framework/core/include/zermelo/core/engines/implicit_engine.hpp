// SPDX-License-Identifier: MIT
// The engine `implicit`: retrograde analysis, the predecessors generated from the rules.
#pragma once

#include <cstdint>
#include <string>

#include <zermelo/core/engines/engine.hpp>

namespace zermelo {

struct implicit_engine {
  static constexpr engine_info info{"implicit", "predecessors generated on the fly"};

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
