// SPDX-License-Identifier: MIT
// The engine `one_pass`: for a part of a game that every move leaves, such as the positions with n stones where every
// move adds one. The entries to which moves lead are known, so one look at each position settles it.
#pragma once

#include <zermelo/core/engines/engine.hpp>

namespace zermelo {

/// It has no waves to save between: an interrupted solve, and one that another engine has saved, begins again.
extern const engine_definition one_pass_engine;

}  // namespace zermelo
