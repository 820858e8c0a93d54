// SPDX-License-Identifier: MIT
// The engine `queue`: the plain one-thread solver, a baseline.
#pragma once

#include <zermelo/core/engines/engine.hpp>

namespace zermelo {

extern const engine_definition queue_engine;

}  // namespace zermelo
