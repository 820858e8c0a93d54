// SPDX-License-Identifier: MIT
// The catalog of the games that the package has.
#pragma once

#include <zermelo/catalog/games/catalog.hpp>

namespace zermelo::python {

/// The games of the program `zermelo`. May be called by several threads.
[[nodiscard]] const catalog& known_games();

}  // namespace zermelo::python
