// SPDX-License-Identifier: MIT
#include <zermelo/core/game/hook_list.hpp>

namespace zermelo {

std::vector<hook_status> list_hooks(const hook_set& hooks) {
  return {
#define ZERMELO_FLAG(field, concept_, name, fallback) {name, hooks.field, fallback},
#include <zermelo/core/game/hook_table.inc>
  };
}

}  // namespace zermelo
