// SPDX-License-Identifier: MIT
// The games that come with Zermelo, as the library zermelo::games, for programs that add their own games.
#pragma once

#include <zermelo/catalog/games/catalog.hpp>

namespace zermelo::games {

/// The games of the program `zermelo`, in the order of its list.
[[nodiscard]] catalog shipped_games();

}  // namespace zermelo::games
