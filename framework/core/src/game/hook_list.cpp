// SPDX-License-Identifier: MIT
#include <zermelo/core/game/hook_list.hpp>

namespace zermelo {

std::vector<hook_status> list_hooks(const hook_set& found) {
  return {
#define ZERMELO_LISTED(field, name, fallback) {name, found.field, fallback},
#include <zermelo/core/game/hooks.inc>
  };
}

}  // namespace zermelo
