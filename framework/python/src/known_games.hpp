// SPDX-License-Identifier: MIT
// The games that the package knows.
#pragma once

#include <zermelo/catalog/games/catalog.hpp>

namespace zermelo::python {

/// Those of the program `zermelo`. Thread-safe.
[[nodiscard]] const catalog& known_games();

}  // namespace zermelo::python
