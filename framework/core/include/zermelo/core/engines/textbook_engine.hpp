// SPDX-License-Identifier: MIT
// The engine `textbook`: a game's published solution, a baseline.
#pragma once

#include <zermelo/core/engines/engine.hpp>

namespace zermelo {

extern const engine_definition textbook_engine;

}  // namespace zermelo
