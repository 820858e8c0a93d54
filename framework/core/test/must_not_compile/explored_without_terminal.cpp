// SPDX-License-Identifier: MIT
// expect: a game needs the hook terminal: std::optional<result> terminal\(state\) const
#include <cstdint>

#include <zermelo/core/positions/explored_game.hpp>

struct endless {
  struct state {
    friend bool operator==(const state&, const state&) = default;
  };
  zermelo::player player_to_move(const state&) const;
  void for_each_successor(const state&, auto&&) const {}
  zermelo::result no_moves(const state&) const;
  state start() const;
  std::uint64_t pack(const state&) const;
  state unpack(std::uint64_t) const;
};

void explore_endless() { (void)zermelo::with_ranking(endless()); }
