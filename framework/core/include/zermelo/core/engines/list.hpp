// SPDX-License-Identifier: MIT
// The engines: the one list that planning, solving, help texts, the conformance kit and the tests go over. A new one is
// a header, a source and a line in list.cpp.
#pragma once

#include <span>

#include <zermelo/core/engines/engine.hpp>

namespace zermelo {

/// In the order of preference of `auto`, which takes the first that is available, no baseline, and fits the memory.
[[nodiscard]] std::span<const engine_definition* const> engine_list();

}  // namespace zermelo
