// SPDX-License-Identifier: MIT
// The former name of zermelo/catalog/games/catalog.hpp, for sources of games that were written before.
#pragma once

#include <zermelo/catalog/games/catalog.hpp>

namespace zermelo {
namespace experiment = ::zermelo;
}
