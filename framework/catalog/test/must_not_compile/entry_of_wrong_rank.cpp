// SPDX-License-Identifier: MIT
// expect: hook rank: position rank\(state\) const; make it public and callable on a const game
#include <optional>
#include <string_view>
#include <vector>

#include <zermelo/catalog/games/game_model.hpp>
#include <zermelo/core/game_module.hpp>

struct changes_as_it_ranks {
  using state = int;
  explicit changes_as_it_ranks(const zermelo::parameter_values&);
  static std::string_view name();
  static std::string_view summary();
  static std::vector<zermelo::parameter> parameters();
  zermelo::player player_to_move(state) const;
  std::optional<zermelo::result> terminal(state) const;
  void for_each_successor(state, auto&&) const {}
  zermelo::result no_moves(state) const;
  zermelo::position num_positions() const;
  zermelo::position rank(state);
  state unrank(zermelo::position) const;
};

zermelo::game_entry entry() { return zermelo::entry_of<changes_as_it_ranks>(); }
