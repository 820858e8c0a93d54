// SPDX-License-Identifier: MIT
#include "read_files.hpp"

#include <system_error>

#include <fmt/core.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/game/parameters.hpp>

namespace zermelo::cli {

bool is_same_file(const std::filesystem::path& one, const std::filesystem::path& other) {
  std::error_code failure;
  // A relative name of a file that is not there would stay as it is.
  const std::filesystem::path first = std::filesystem::weakly_canonical(std::filesystem::absolute(one), failure);
  return !failure && first == std::filesystem::weakly_canonical(std::filesystem::absolute(other), failure) && !failure;
}

void expect_not_read(const any_game& game, const catalog& games, const char* option,
                     const std::filesystem::path& file) {
  for (const parameter& declared : games.find(game.name()).parameters) {
    if (declared.type != parameter_type::file_name || !game.parameters().has(declared.name)) continue;
    if (is_same_file(game.parameters().source(declared.name), file)) {
      throw input_error(fmt::format("{}: {} is what the game is read from", option, file.string()));
    }
  }
}

}  // namespace zermelo::cli
