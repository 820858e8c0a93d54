// SPDX-License-Identifier: MIT
// The games of the package.
#pragma once

#include <zermelo/catalog/games/catalog.hpp>

namespace zermelo::python {

/// The games of the program `zermelo`. Thread-safe.
[[nodiscard]] const catalog& known_games();

}  // namespace zermelo::python
