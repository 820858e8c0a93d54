// SPDX-License-Identifier: MIT
// A published algorithm that solves one game, for the engine `textbook`. It is a reference for the results and the
// speed of other engines. Catalog entries refer to published solvers; the rules of games do not.
#pragma once

#include <cstdint>
#include <string_view>

#include <zermelo/core/game/check_hooks.hpp>
#include <zermelo/core/game/game.hpp>
#include <zermelo/core/progress/visitor.hpp>
#include <zermelo/core/value/value_table.hpp>

namespace zermelo {

template <RankedGameOrWrong G>
struct published_solver {
  std::string_view summary;                    ///< one line: the algorithm and the publication that describes it
  std::uint64_t (*peak_bytes)(const G& game);  ///< REQUIRED: the memory for solving, including the table
  /// REQUIRED: solves the game. Reports the phases "textbook", for the published algorithm, and "convert", for copying
  /// its result into a table. @throws interrupted if the visitor requests to stop.
  value_table (*solve)(const G& game, solve_visitor& visitor);
};

}  // namespace zermelo
