// SPDX-License-Identifier: MIT
// zermelo verify --solution: checks a solution of a parity game from another program.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "../session.hpp"

namespace zermelo::cli {

/// The arguments of the command `verify`.
struct verify_arguments {
  std::string table;
  std::uint64_t sample = 0;  ///< number of positions to check; 0: all
  bool signature = false;
  bool reachable = false;
  std::string solution;             ///< a file with winners from another program; `-` for standard input; may be empty
  std::optional<std::string> wins;  ///< the player of the query, by name
  std::string memory_limit;
  bool json = false;
  work_options work;
};

/// Checks a solution, in PGSolver's format, of the parity game that `export --pgsolver` writes. The check uses only the
/// moves of the game at first, and then compares the winners with those of the table.
/// @throws what open_table, parity_query, read_parity_solution and verify_regions throw
[[nodiscard]] exit_status verify_claim(const verify_arguments& arguments, session& s);

}  // namespace zermelo::cli
