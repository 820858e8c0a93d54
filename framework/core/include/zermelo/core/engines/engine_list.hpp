// SPDX-License-Identifier: MIT
// Declares the engines, except for `explicit` (explicit_engine.hpp), and the list of all engines, which is used by
// planning, solving, help texts, the conformance kit and the tests.
#pragma once

#include <span>

#include <zermelo/core/engines/engine.hpp>

namespace zermelo {

/// All engines, in the order of preference of `auto`, which selects the first available engine that is not a baseline
/// and fits the memory.
[[nodiscard]] std::span<const engine_definition* const> engine_list();

/// The engine `product`: rows of bits, for games in product form.
extern const engine_definition product_engine;

/// The engine `one_pass`, for a part of a game that every move leaves, such as the positions with n stones if every
/// move adds a stone. The entries of all targets of moves are known, so one pass over the positions decides them. There
/// are no waves: an interrupted solve, or a solve saved by another engine, starts from the beginning.
extern const engine_definition one_pass_engine;

/// The engine `implicit`: retrograde analysis with predecessors generated from the rules.
extern const engine_definition implicit_engine;

/// The engine `distributed_product`: rows of bits, for games in product form, with a share of the rows in each process.
extern const engine_definition distributed_product_engine;

/// The engine `distributed`: retrograde analysis on one block of the game's positions, while other processes solve the
/// other blocks. Predecessors are generated from the rules; if the game does not list predecessors, each process stores
/// the predecessors of its positions.
extern const engine_definition distributed_engine;

/// The engine `queue`: a simple single-threaded solver, used as a baseline.
extern const engine_definition queue_engine;

/// The engine `textbook`: a game's published solver, used as a baseline.
extern const engine_definition textbook_engine;

}  // namespace zermelo
