// SPDX-License-Identifier: MIT
// Builds a game for a command: an interrupt stops it, progress is displayed, and notes become warnings.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <zermelo/catalog/games/any_game.hpp>

#include "session.hpp"

namespace zermelo::cli {

/// Like `catalog::build`, but a signal interrupts it. @param memory_limit_bytes  0: the available memory
/// @throws what `catalog::build` throws; interrupted
[[nodiscard]] std::unique_ptr<any_game> build_game(const session& s, const std::string& name,
                                                   const std::vector<std::string>& arguments, const work_options& work,
                                                   std::uint64_t memory_limit_bytes = 0);

}  // namespace zermelo::cli
