// SPDX-License-Identifier: MIT
// The engine `explicit`: retrograde analysis on the stored, transposed graph.
#pragma once

#include <string>

#include <zermelo/core/engines/engine.hpp>
#include <zermelo/core/game/game.hpp>
#include <zermelo/core/progress/saved_solve.hpp>
#include <zermelo/core/progress/visitor.hpp>
#include <zermelo/core/rules/rules_of_game.hpp>
#include <zermelo/core/solve/solution.hpp>
#include <zermelo/core/waves/retrograde_options.hpp>

namespace zermelo {

struct graph_sample;

/// Solves a game on its stored graph, or resumes a saved solve. The rules need not list predecessors.
/// @throws interrupted, and what the rules throw.
[[nodiscard]] solution solve_explicit(const rules& game, const retrograde_options& options, solve_visitor& visitor,
                                      saved_solve* saved = nullptr);
/// As above. @param sample  a sample of the game; if it has no differences, moves are stored as numbers
[[nodiscard]] solution solve_explicit(const rules& game, const graph_sample& sample, const retrograde_options& options,
                                      solve_visitor& visitor, saved_solve* saved = nullptr);
template <RankedGame G>
[[nodiscard]] solution solve_explicit(const G& game, const retrograde_options& options, solve_visitor& visitor,
                                      saved_solve* saved = nullptr) {
  return solve_explicit(rules_of_game<G>(game), options, visitor, saved);
}

/// The memory of the engine if exploring has cached the moves, see cached_moves.hpp. Memory is at its peak while the
/// moves are transposed. For each move, the target is cached, and the source is stored in the graph. For each position,
/// the number and out-degree are cached, and the start of its row, its label and its out-degree are in the graph.
inline constexpr engine_memory memory_with_cached_moves{.bytes_per_position = 5 + 7, .bytes_per_move = 4 + 4};

/// A phrase that describes how `solve_explicit` stores a game, with the bytes per position.
[[nodiscard]] std::string describe_storage(const graph_sample& sample);

extern const engine_definition explicit_engine;

}  // namespace zermelo
