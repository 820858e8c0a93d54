// SPDX-License-Identifier: MIT
// expect: hook pack needs the hook unpack beside it: state unpack\(std::uint64_t\) const
#include <cstdint>
#include <optional>

#include <zermelo/core/game/check_hooks.hpp>

struct packs_only {
  struct state {
    friend bool operator==(const state&, const state&) = default;
  };
  zermelo::player player_to_move(const state&) const;
  std::optional<zermelo::result> terminal(const state&) const;
  void for_each_successor(const state&, auto&&) const {}
  zermelo::result no_moves(const state&) const;
  state start() const;
  std::uint64_t pack(const state&) const;
};

static_assert(zermelo::check_game_hooks<packs_only>());
