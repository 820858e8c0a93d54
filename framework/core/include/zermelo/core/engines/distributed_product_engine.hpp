// SPDX-License-Identifier: MIT
// The engine `distributed_product`: rows of bits, for games in product form, some of the rows for each of several
// processes.
#pragma once

#include <zermelo/core/engines/engine.hpp>

namespace zermelo {

extern const engine_definition distributed_product_engine;

}  // namespace zermelo
