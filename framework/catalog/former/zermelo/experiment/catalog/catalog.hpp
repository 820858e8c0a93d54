// SPDX-License-Identifier: MIT
// The former name of zermelo/catalog/games/catalog.hpp, for older sources of games.
#pragma once

#include <zermelo/catalog/games/catalog.hpp>

namespace zermelo {
namespace experiment = ::zermelo;
}
