// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include <zermelo/core/game/slice.hpp>
#include <zermelo/core/value/outcome.hpp>

namespace zermelo::test {

/// Contains every position p of a game twice, as 2 p and 2 p + 1, without moves. 2 p is canonical.
template <class Game>
class doubled_game {
 public:
  using state = std::uint32_t;

  explicit doubled_game(Game game) : m_game(std::move(game)) {}

  [[nodiscard]] position num_positions() const { return 2 * m_game.num_positions(); }
  [[nodiscard]] position rank(state s) const { return s; }
  [[nodiscard]] state unrank(position p) const { return static_cast<state>(p); }
  [[nodiscard]] state canonical(state s) const { return s - s % 2; }
  [[nodiscard]] bool is_legal(state s) const { return m_game.is_legal(s / 2); }
  [[nodiscard]] player player_to_move(state s) const { return m_game.player_to_move(s / 2); }
  [[nodiscard]] std::optional<result> terminal(state s) const { return m_game.terminal(s / 2); }
  [[nodiscard]] result no_moves(state s) const { return m_game.no_moves(s / 2); }
  [[nodiscard]] std::vector<slice> slices() const {
    std::vector<slice> all = m_game.slices();
    for (slice& one : all) one.size *= 2;
    return all;
  }

 protected:
  Game m_game;
};

}  // namespace zermelo::test
