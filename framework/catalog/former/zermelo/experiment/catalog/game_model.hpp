// SPDX-License-Identifier: MIT
// The former name of zermelo/catalog/games/game_model.hpp, for older sources of games.
#pragma once

#include <zermelo/catalog/games/game_model.hpp>

namespace zermelo {
namespace experiment = ::zermelo;
}
