// SPDX-License-Identifier: MIT
// expect: hook answer: answer\(verdict\) or answer\(state, verdict, entry\), not both
#include "../plain_game.hpp"

struct answers_twice : plain_game {
  bool answer(const zermelo::verdict&) const;
  std::optional<int> answer(const state&, const zermelo::verdict&, const auto&) const;
};

static_assert(zermelo::check_game_hooks<answers_twice>());
