// SPDX-License-Identifier: MIT
// expect: a game of the catalog needs: static std::string_view name\(\)
#include <optional>
#include <string_view>
#include <vector>

#include <zermelo/catalog/games/game_model.hpp>
#include <zermelo/core/game_module.hpp>

struct nameless {
  using state = int;
  explicit nameless(const zermelo::parameter_values&);
  static std::string_view summary();
  static std::vector<zermelo::parameter> parameters();
  zermelo::player player_to_move(state) const;
  std::optional<zermelo::result> terminal(state) const;
  void for_each_successor(state, auto&&) const {}
  zermelo::result no_moves(state) const;
  zermelo::position num_positions() const;
  zermelo::position rank(state) const;
  state unrank(zermelo::position) const;
};

zermelo::game_entry entry_without_name() { return zermelo::entry_of<nameless>(); }
