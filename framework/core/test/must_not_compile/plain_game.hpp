// SPDX-License-Identifier: MIT
// A game with the required hooks and no other, for the files that break it in one way each.
#pragma once

#include <cstdint>
#include <optional>

#include <zermelo/core/game/check_hooks.hpp>

struct plain_game {
  struct state {
    friend bool operator==(const state&, const state&) = default;
  };
  zermelo::player player_to_move(const state&) const;
  std::optional<zermelo::result> terminal(const state&) const;
  void for_each_successor(const state&, auto&&) const {}
  zermelo::result no_moves(const state&) const;
  state start() const;
  std::uint64_t pack(const state&) const;
  state unpack(std::uint64_t) const;
};

static_assert(zermelo::check_game_hooks<plain_game>());
