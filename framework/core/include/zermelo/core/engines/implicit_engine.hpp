// SPDX-License-Identifier: MIT
// The engine `implicit`: retrograde analysis, the predecessors generated from the rules.
#pragma once

#include <cstdint>

#include <zermelo/core/engines/engine.hpp>
#include <zermelo/core/game/game.hpp>
#include <zermelo/core/progress/saved_solve.hpp>
#include <zermelo/core/progress/visitor.hpp>
#include <zermelo/core/rules/rules_of_game.hpp>
#include <zermelo/core/solve/retrograde_analysis.hpp>
#include <zermelo/core/waves/retrograde_options.hpp>

namespace zermelo {

struct graph_sample;

/// Solves a game with predecessors generated from its rules, or resumes a saved solve. @throws as retrograde_analysis.
template <RankedGame G>
  requires(game_moves<G>::has_predecessors)
[[nodiscard]] solution solve_implicit(const G& game, const retrograde_options& options, solve_visitor& visitor,
                                      saved_solve* saved = nullptr) {
  return retrograde_analysis(rules_of_game<G>(game), options, visitor, saved);
}

/// Expected peak of `solve_implicit`, in bytes.
[[nodiscard]] std::uint64_t implicit_bytes(const graph_sample& sample);

extern const engine_definition implicit_engine;

}  // namespace zermelo
