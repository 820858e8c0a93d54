// SPDX-License-Identifier: MIT
// What is known of an engine without a game.
#pragma once

#include <string_view>

namespace zermelo {

struct engine_info {
  std::string_view name;     ///< one word, by which it is asked for
  std::string_view summary;  ///< one line
  /// Runs only if it is asked for by name, on one thread and without waves: for comparison.
  bool is_baseline = false;
  /// Its solution is packed: who wants to look up single entries unpacks it first.
  bool packs_solution = false;
};

}  // namespace zermelo
