// SPDX-License-Identifier: MIT
// Solves the games that are served if no table is named.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "../session.hpp"

namespace zermelo::cli {

/// Solves the demo games that the program contains: the original problems with their first examples, from data/graphs
/// and data/grids, and a larger grid. Writes their tables to the folder, and returns the names of the files.
/// @throws input_error if the program contains no demo game; interrupted
[[nodiscard]] std::vector<std::string> solve_demo_games(const std::filesystem::path& folder, const session& s);

}  // namespace zermelo::cli
