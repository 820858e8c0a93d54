// SPDX-License-Identifier: MIT
// zermelo verify --solution: checks the solution of a parity game that another program has found.
#pragma once

#include <optional>
#include <string>

#include "../session.hpp"

namespace zermelo::cli {

struct claim_arguments {
  std::string table;
  std::string solution;             ///< the file; `-` for standard input
  std::optional<std::string> wins;  ///< the player of the question, by name
  bool json = false;
  work_options work;
};

/// Checks a solution in PGSolver's form of the parity game that `export --pgsolver` writes: by the moves of the game
/// alone; then whether its winners are those of the table.
/// @throws as open_table, parity_question, read_parity_solution and verify_regions
[[nodiscard]] exit_status verify_claim(const claim_arguments& arguments, session& s);

}  // namespace zermelo::cli
