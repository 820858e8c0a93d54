// SPDX-License-Identifier: MIT
// The games that the package knows.
#pragma once

#include <zermelo/experiment/catalog/catalog.hpp>

namespace zermelo::python {

/// Those of the program `zermelo`. Thread-safe.
[[nodiscard]] const experiment::catalog& known_games();

}  // namespace zermelo::python
