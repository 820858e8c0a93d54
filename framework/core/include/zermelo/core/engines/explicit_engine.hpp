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

/// Solves a game on its stored graph, or resumes a saved solve. The rules need not list predecessors.
/// @throws contract_error if moves lead outside and rows would be numbers; interrupted, and what the rules throw.
[[nodiscard]] solution solve_explicit(const rules& game, const retrograde_options& options, solve_visitor& visitor,
                                      saved_solve* saved = nullptr);
/// As above. @param sample  of the game; unused if `options.rows` is set
[[nodiscard]] solution solve_explicit(const rules& game, const graph_sample& sample, const retrograde_options& options,
                                      solve_visitor& visitor, saved_solve* saved = nullptr);
template <RankedGame G>
[[nodiscard]] solution solve_explicit(const G& game, const retrograde_options& options, solve_visitor& visitor,
                                      saved_solve* saved = nullptr) {
  return solve_explicit(rules_of_game<G>(game), options, visitor, saved);
}

/// Expected memory of the stored graph in bytes: rows, and out-degrees and labels where they are stored, too; for moves
/// that are transposed, the rows or the moves in their buckets, whichever is more.
[[nodiscard]] double explicit_moves_bytes(const graph_sample& sample);
/// Expected peak of `solve_explicit`, in bytes.
[[nodiscard]] std::uint64_t explicit_bytes(const graph_sample& sample);
/// Expected peak of `solve_explicit` in bytes, where exploring has kept the moves.
[[nodiscard]] std::uint64_t kept_moves_bytes(const graph_sample& sample);
/// A phrase that says how `solve_explicit` stores a game, with the bytes a position.
[[nodiscard]] std::string describe_storage(const graph_sample& sample);

extern const engine_definition explicit_engine;

}  // namespace zermelo
