// SPDX-License-Identifier: MIT
// expect: hook board_pieces: placed_pieces board_pieces\(state\) const; or, of a game that is seen_by_mover
#include <cstdint>
#include <optional>

#include <zermelo/core/game/check_hooks.hpp>

/// Who is to move is not asked, so that its colours change with every move.
struct two_coloured {
  using state = int;
  static constexpr bool seen_by_mover = true;
  std::optional<zermelo::result> terminal(state) const;
  void for_each_successor(state, auto&&) const;
  zermelo::result no_moves(state) const;
  state start() const;
  std::uint64_t pack(state) const;
  state unpack(std::uint64_t) const;
  zermelo::game_board board_shape() const;
  zermelo::placed_pieces board_pieces(state) const;
};

static_assert(zermelo::check_game_hooks<two_coloured>());
