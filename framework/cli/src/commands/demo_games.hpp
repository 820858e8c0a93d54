// SPDX-License-Identifier: MIT
// The games that are served if no table is named.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "../session.hpp"

namespace zermelo::cli {

/// Solves the founding games, as far as the program has them: the problems that they come from with their first
/// examples, of data/graphs and data/grids, and a larger grid. Returns the files of their tables, in the folder.
/// @throws input_error if the program has none; interrupted
[[nodiscard]] std::vector<std::string> solve_demo_games(const std::filesystem::path& folder, const session& s);

}  // namespace zermelo::cli
