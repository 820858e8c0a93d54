// SPDX-License-Identifier: MIT
// An optional hook of a game, for people; hook_list.hpp lists all of them.
#pragma once

#include <string>

namespace zermelo {

struct hook_status {
  std::string name;
  bool found = false;
  std::string fallback;  ///< what happens where it is missing
};

}  // namespace zermelo
