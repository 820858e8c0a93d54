// SPDX-License-Identifier: MIT
// One line of the list of a game's optional hooks; see hook_list.hpp.
#pragma once

#include <string>

namespace zermelo {

struct hook_status {
  std::string name;
  bool found = false;
  std::string fallback;  ///< what happens where it is missing
};

/// The name of the hooks for groups in the list.
inline constexpr const char* groups_hook = "group_of/group_name";

}  // namespace zermelo
