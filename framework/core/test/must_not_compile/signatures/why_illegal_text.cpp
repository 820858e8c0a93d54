// SPDX-License-Identifier: MIT
// expect: hook why_illegal: std::optional<std::string> why_illegal\(state\) const
#include <string>

#include "../plain_game.hpp"

struct always_has_a_reason : plain_game {
  bool is_legal(const state&) const;
  std::string why_illegal(const state&) const;
};

static_assert(zermelo::check_game_hooks<always_has_a_reason>());
