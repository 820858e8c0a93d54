// SPDX-License-Identifier: MIT
// The optional hooks that a game has, as flags for code that does not know the game's type, and as a list for people.
#pragma once

#include <string>
#include <vector>

namespace zermelo {

/// The optional hooks that a game has. Some fields state which of two signatures a hook has. hook_table.inc lists the
/// concept for each field.
struct hook_set {
#define ZERMELO_FLAG(field, ...) bool field = false;
#define ZERMELO_FORM ZERMELO_FLAG
#include <zermelo/core/game/hook_table.inc>
};

struct hook_status {
  std::string name;
  bool is_found = false;
  std::string fallback;  ///< what happens if the hook is missing
};

/// Lists the status of each optional hook, in the order of hook_table.inc.
[[nodiscard]] std::vector<hook_status> list_hooks(const hook_set& hooks);

}  // namespace zermelo
