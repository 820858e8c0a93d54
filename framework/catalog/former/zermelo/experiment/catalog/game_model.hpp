// SPDX-License-Identifier: MIT
// The former name of zermelo/catalog/games/game_model.hpp, for sources of games that were written before.
#pragma once

#include <zermelo/catalog/games/game_model.hpp>

namespace zermelo {
namespace experiment = ::zermelo;
}
