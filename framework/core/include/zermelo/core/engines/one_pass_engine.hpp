// SPDX-License-Identifier: MIT
// The engine `one_pass`: a part of a game that every move leaves, such as the positions with so many stones where every
// move adds one. The entries of what they lead to are known, and one look at each position settles it.
#pragma once

#include <zermelo/core/engines/engine.hpp>

namespace zermelo {

/// There is nothing to save between waves: what is interrupted, and what another engine has saved, begins again.
extern const engine_definition one_pass_engine;

}  // namespace zermelo
