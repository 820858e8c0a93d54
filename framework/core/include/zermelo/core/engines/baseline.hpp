// SPDX-License-Identifier: MIT
// A published solution of one game, for the engine `textbook`: what the others are compared with, in results and in
// speed. It is attached to the game where that enters a catalog, and is no part of the rules.
#pragma once

#include <cstdint>
#include <string_view>

#include <zermelo/core/game/check_hooks.hpp>
#include <zermelo/core/game/game.hpp>
#include <zermelo/core/progress/visitor.hpp>
#include <zermelo/core/value/value_table.hpp>

namespace zermelo {

template <RankedGameOrWrong G>
struct baseline {
  std::string_view summary;                         ///< one line: what it is, and where such solutions are published
  std::uint64_t (*bytes)(const G& game) = nullptr;  ///< of its peak, the table included
  /// Tells the phase "textbook" for the published algorithm itself, then "convert" for copying its answer into a table.
  /// Looks for a request to stop. @throws interrupted.
  value_table (*solve)(const G& game, solve_visitor& visitor) = nullptr;
};

}  // namespace zermelo
