// SPDX-License-Identifier: MIT
// The result of retrograde analysis.
#pragma once

#include <cstdint>

#include <zermelo/core/value/value_table.hpp>

namespace zermelo {

/// A solved graph, or one block of it.
struct solution {
  value_table values;
  std::uint64_t edges = 0;  ///< moves out of legal vertices that are not terminal
  std::uint32_t waves = 0;  ///< waves that had vertices to propagate
};

}  // namespace zermelo
