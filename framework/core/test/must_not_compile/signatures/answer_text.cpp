// SPDX-License-Identifier: MIT
// expect: hook answer: int answer\(verdict\) const, or bool
#include "../plain_game.hpp"

struct answers_in_words : plain_game {
  std::string answer(const zermelo::verdict&) const;
};

static_assert(zermelo::check_game_hooks<answers_in_words>());
