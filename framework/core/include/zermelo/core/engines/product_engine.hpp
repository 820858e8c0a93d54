// SPDX-License-Identifier: MIT
// The engine `product`: rows of bits, for games in product form.
#pragma once

#include <zermelo/core/engines/engine.hpp>

namespace zermelo {

extern const engine_definition product_engine;

}  // namespace zermelo
