// SPDX-License-Identifier: MIT
// Protects the input files of a game, which no command may overwrite.
#pragma once

#include <filesystem>

#include <zermelo/catalog/games/any_game.hpp>
#include <zermelo/catalog/games/catalog.hpp>

namespace zermelo::cli {

/// Whether two paths lead to the same file. False if a folder cannot be searched; writing such a file fails later.
[[nodiscard]] bool is_same_file(const std::filesystem::path& one, const std::filesystem::path& other);

/// @throws input_error if the game is read from this file, named by a parameter of the type file_name.
/// @param option  the option that would write the file
void expect_not_read(const any_game& game, const catalog& games, const char* option, const std::filesystem::path& file);

}  // namespace zermelo::cli
