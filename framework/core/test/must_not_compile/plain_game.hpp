// SPDX-License-Identifier: MIT
// A game with only the required hooks, for the files that break it in one way each.
#pragma once

#include <cstdint>
#include <optional>

#include <zermelo/core/game/check_hooks.hpp>

struct plain_game {
  struct state {
    friend bool operator==(const state&, const state&) = default;
  };
  zermelo::player player_to_move(const state&) const { return zermelo::player::first; }
  std::optional<zermelo::result> terminal(const state&) const { return std::nullopt; }
  void for_each_successor(const state&, auto&&) const {}
  zermelo::result no_moves(const state&) const { return zermelo::result::tied(); }
  state start() const { return {}; }
  std::uint64_t pack(const state&) const { return 0; }
  state unpack(std::uint64_t) const { return {}; }
};

static_assert(zermelo::check_game_hooks<plain_game>());
