// SPDX-License-Identifier: MIT
// The engine `distributed`: retrograde analysis on one block of the game's positions, while other processes solve the
// other blocks. Predecessors are generated from the rules, or of a game that does not list them stored, each rank those
// of its own positions.
#pragma once

#include <zermelo/core/engines/engine.hpp>

namespace zermelo {

extern const engine_definition distributed_engine;

}  // namespace zermelo
