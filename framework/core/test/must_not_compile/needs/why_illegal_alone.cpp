// SPDX-License-Identifier: MIT
// expect: hook why_illegal needs the hook is_legal beside it
#include <optional>
#include <string>

#include "../plain_game.hpp"

struct gives_reasons : plain_game {
  std::optional<std::string> why_illegal(const state&) const;
};

static_assert(zermelo::check_game_hooks<gives_reasons>());
