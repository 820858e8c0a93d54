// SPDX-License-Identifier: MIT
#include "read_files.hpp"

#include <system_error>

#include <fmt/core.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/game/parameters.hpp>

namespace zermelo::cli {

bool is_same_file(const std::filesystem::path& one, const std::filesystem::path& other) {
  std::error_code failure;
  // A relative name of a missing file would not be resolved.
  const auto whole_name = [&failure](const std::filesystem::path& file) {
    const std::filesystem::path absolute = std::filesystem::absolute(file, failure);
    return failure ? file : std::filesystem::weakly_canonical(absolute, failure);
  };
  const std::filesystem::path first = whole_name(one);
  return !failure && first == whole_name(other) && !failure;
}

void expect_not_read(const any_game& game, const catalog& games, const char* option,
                     const std::filesystem::path& file) {
  for (const parameter& declared : games.find(game.name()).parameters) {
    if (declared.type != parameter_type::file_name || !game.parameters().has(declared.name)) continue;
    if (is_same_file(game.parameters().source(declared.name), file)) {
      throw input_error(
          fmt::format("{}: {} is an input file of this command; name another file", option, file.string()));
    }
  }
}

}  // namespace zermelo::cli
