// SPDX-License-Identifier: MIT
// Table games with relative positions.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include <zermelo/core/game/slice.hpp>
#include <zermelo/core/value/outcome.hpp>

namespace zermelo::test {

/// A table game with relative positions: in terminals, the player to move is `first`. Ignores the players to move of
/// the table and the winner of endless play.
template <class Table>
class relative_game {
 public:
  using state = std::uint32_t;
  static constexpr bool is_relative = true;
  /// @param made  the argument of the table game
  template <class Made>
  explicit relative_game(Made made) : m_table(std::move(made)) {}

  [[nodiscard]] position num_positions() const { return m_table.num_positions(); }
  [[nodiscard]] position rank(state s) const { return s; }
  [[nodiscard]] state unrank(position p) const { return static_cast<state>(p); }
  [[nodiscard]] bool is_legal(state s) const { return m_table.is_legal(s); }
  [[nodiscard]] std::optional<result> terminal(state s) const { return m_table.terminal(s); }
  [[nodiscard]] result no_moves(state s) const { return m_table.no_moves(s); }
  [[nodiscard]] std::uint32_t max_margin() const { return m_table.max_margin(); }
  template <class Callback>
  void for_each_successor(state s, const Callback& f) const {
    m_table.for_each_successor(s, f);
  }
  template <class Callback>
  void for_each_predecessor(state s, const Callback& f) const {
    m_table.for_each_predecessor(s, f);
  }

 protected:
  Table m_table;
};

/// The same game with the slices of the table game.
template <class Table>
class relative_sliced_game : public relative_game<Table> {
 public:
  using relative_game<Table>::relative_game;
  [[nodiscard]] std::vector<slice> slices() const { return this->m_table.slices(); }
};

/// The same game with the hook for moves that leave a group of slices.
template <class Table>
class relative_leaving_game : public relative_sliced_game<Table> {
 public:
  using relative_sliced_game<Table>::relative_sliced_game;
  template <class Callback>
  [[nodiscard]] position for_each_leaving_index(position p, const Callback& f) const {
    return this->m_table.for_each_leaving_index(p, f);
  }
};

}  // namespace zermelo::test
