// SPDX-License-Identifier: MIT
// zermelo verify --solution: checks the solution of a parity game that another program has found.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "../session.hpp"

namespace zermelo::cli {

/// The arguments of the command `verify`.
struct verify_arguments {
  std::string table;
  std::uint64_t sample = 0;  ///< positions to check; 0: all
  bool signature = false;
  bool reachable = false;
  std::string solution;             ///< the file of somebody else's winners; `-` for standard input; empty: none
  std::optional<std::string> wins;  ///< the player of the question about the solution, by name
  std::string memory_limit;
  bool json = false;
  work_options work;
};

/// Checks a solution in PGSolver's form of the parity game that `export --pgsolver` writes: by the moves of the game
/// alone; then whether its winners are those of the table.
/// @throws what open_table, parity_query, read_parity_solution and verify_regions throw
[[nodiscard]] exit_status verify_claim(const verify_arguments& arguments, session& s);

}  // namespace zermelo::cli
