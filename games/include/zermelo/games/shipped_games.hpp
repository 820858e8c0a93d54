// SPDX-License-Identifier: MIT
// The games that come with Zermelo, for the library zermelo::games: a program with its own games can use them, too.
#pragma once

#include <zermelo/catalog/games/catalog.hpp>

namespace zermelo::games {

/// The games of the program `zermelo`, in the order of its list.
[[nodiscard]] catalog shipped_games();

}  // namespace zermelo::games
