// SPDX-License-Identifier: MIT
// expect: a game needs the hook for_each_successor: void for_each_successor\(state, f\) const
// A class without the hook, as in a game's source.
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include <zermelo/catalog/games/game_model.hpp>

struct motionless {
  struct state {
    friend bool operator==(const state&, const state&) = default;
  };
  explicit motionless(const zermelo::parameter_values&);
  static std::string_view name();
  static std::string_view summary();
  static std::vector<zermelo::parameter> parameters();
  zermelo::player player_to_move(const state&) const;
  std::optional<zermelo::result> terminal(const state&) const;
  zermelo::result no_moves(const state&) const;
  state start() const;
  std::uint64_t pack(const state&) const;
  state unpack(std::uint64_t) const;
};

template class zermelo::erased_game_of<motionless>;
template zermelo::game_entry zermelo::entry_of<motionless>();
