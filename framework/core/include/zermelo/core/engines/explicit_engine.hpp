// SPDX-License-Identifier: MIT
// The engine `explicit`: retrograde analysis on the stored, transposed graph.
#pragma once

#include <cstdint>
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

/// Solves rules on their stored graph, or goes on with a solve of them that was saved. No predecessors are needed.
[[nodiscard]] solution solve_explicit(const rules& game, const retrograde_options& options, solve_visitor& visitor,
                                      saved_solve* saved = nullptr);
template <RankedGame G>
[[nodiscard]] solution solve_explicit(const G& game, const retrograde_options& options, solve_visitor& visitor,
                                      saved_solve* saved = nullptr) {
  return solve_explicit(rules_of_game<G>(game), options, visitor, saved);
}

/// The stored graph of so many positions with its labels, in bytes: the edges, the row starts, the out-degrees, the
/// labels. Of encoded rows only these, or the moves before they are transposed, if they are more.
[[nodiscard]] double explicit_moves_bytes(const graph_sample& sample);
/// Expected peak of `solve_explicit`, in bytes.
[[nodiscard]] std::uint64_t explicit_bytes(const graph_sample& sample);
/// The same where exploring has kept the moves.
[[nodiscard]] std::uint64_t kept_moves_bytes(const graph_sample& sample);
/// How `solve_explicit` stores a game, for people.
[[nodiscard]] std::string explicit_storage(const graph_sample& sample);

extern const engine_definition explicit_engine;

}  // namespace zermelo
