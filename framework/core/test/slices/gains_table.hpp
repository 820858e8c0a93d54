// SPDX-License-Identifier: MIT
// Random games with slices whose moves gain points: moves out of a group of slices gain or lose points, and terminals
// have any points.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <zermelo/core/base/random.hpp>
#include <zermelo/core/game/slice.hpp>
#include <zermelo/core/rules/for_each_distinct.hpp>
#include <zermelo/core/value/outcome.hpp>

#include "slices/doubled_game.hpp"
#include "slices/relative_game.hpp"
#include "table_game.hpp"

namespace zermelo::test {

struct gained_move {
  std::uint32_t to = 0;
  int points = 0;
};

struct gains_row {
  bool is_legal = true;
  player to_move = player::first;
  std::optional<result> terminal{};
  result no_moves = result::tied();
  std::vector<gained_move> moves{};
};

struct gains_table {
  std::vector<gains_row> rows;
  std::vector<slice> slices;
  std::vector<std::uint32_t> slice_of{};  ///< [position]
  std::vector<std::uint32_t> group_of{};  ///< [slice]: a number for each group of slices that reach each other
  std::uint32_t max_margin = 1;
  std::uint32_t max_gain = 1;

  [[nodiscard]] bool are_together(position p, position q) const {
    return group_of[slice_of[p]] == group_of[slice_of[q]];
  }
};

/// Numbers the groups of slices by reachability, without the solver's order of slices.
inline void number_groups(gains_table& table) {
  const std::size_t n = table.slices.size();
  std::vector<std::vector<char>> reaches(n, std::vector<char>(n, 0));
  for (std::size_t a = 0; a < n; ++a) {
    reaches[a][a] = 1;
    for (const std::uint32_t b : table.slices[a].leads_to) reaches[a][b] = 1;
  }
  for (std::size_t via = 0; via < n; ++via) {
    for (std::size_t a = 0; a < n; ++a) {
      for (std::size_t b = 0; b < n; ++b) reaches[a][b] |= static_cast<char>(reaches[a][via] & reaches[via][b]);
    }
  }
  table.group_of.resize(n);
  for (std::uint32_t a = 0; a < n; ++a) {
    std::uint32_t first = 0;
    while (reaches[a][first] == 0 || reaches[first][a] == 0) ++first;
    table.group_of[a] = first;
  }
}

/// The `number`th of a series of tables, which covers tables with and without unused indices, distances of terminals,
/// alternating players and inner moves, one and several groups, groups of one and of several slices, and gains of many
/// sizes.
[[nodiscard]] inline gains_table random_gains_table(random_generator& random, std::uint64_t number) {
  constexpr std::array<int, 5> end_points{1, 2, 4, 30, 300};
  constexpr std::array<int, 4> gains{1, 3, 12, 200};
  const auto at_most = [&](std::uint64_t greatest) { return static_cast<std::uint32_t>(random.below(greatest + 1)); };
  const auto points_within = [&](int bound) {
    return static_cast<int>(random.below(2 * static_cast<std::uint64_t>(bound) + 1)) - bound;
  };
  gains_table table;
  const std::uint32_t size = 4 + at_most(24);
  const std::uint32_t num_slices = 1 + at_most(4);
  std::vector<std::uint32_t> ends(num_slices, size);
  for (std::uint32_t i = 0; i + 1 < num_slices; ++i) ends[i] = at_most(size);
  std::sort(ends.begin(), ends.end());
  std::vector<std::uint32_t> level(num_slices);  // moves lead to slices of the same level or a lower one
  for (std::uint32_t i = 0; i < num_slices; ++i) {
    level[i] = at_most(num_slices - 1);
    table.slices.push_back({"s" + std::to_string(i), ends[i] - (i == 0 ? 0 : ends[i - 1]), {}});
    table.slice_of.insert(table.slice_of.end(), table.slices.back().size, i);
  }

  const bool has_unused = number % 3 == 0;
  const bool has_inner_moves = number % 5 != 0;
  const bool players_alternate = number % 4 == 0;
  const int bound_of_ends = end_points[number % end_points.size()];
  const int bound_of_gains = gains[number / 5 % gains.size()];
  const std::uint32_t max_end_distance = number / 7 % 3 == 0 ? 9 : 0;
  const auto random_end = [&] {
    if (random.below(6) == 0) return result::drawn();
    return result::scored(random.below(2) == 0 ? player::first : player::second,
                          random.below(3) == 0 ? 0 : points_within(bound_of_ends), at_most(max_end_distance));
  };
  table.rows.resize(size);
  for (gains_row& row : table.rows) {
    row.is_legal = !has_unused || random.below(8) != 0;
    row.to_move = random.below(2) == 0 ? player::first : player::second;
    if (random.below(6) == 0) row.terminal = random_end();
    row.no_moves = random_end();
  }
  for (std::uint32_t p = 0; p < size; ++p) {
    gains_row& row = table.rows[p];
    if (!row.is_legal || row.terminal) continue;
    for (std::uint32_t left = at_most(5); left > 0; --left) {
      const std::uint32_t to = at_most(size - 1);
      const std::uint32_t here = table.slice_of[p];
      const std::uint32_t there = table.slice_of[to];
      const bool is_rejected = !table.rows[to].is_legal || level[there] > level[here] ||
                               (!has_inner_moves && level[there] == level[here]) ||
                               (players_alternate && table.rows[to].to_move == row.to_move);
      if (is_rejected) continue;
      row.moves.push_back({to});
      std::vector<std::uint32_t>& leads_to = table.slices[here].leads_to;
      if (std::find(leads_to.begin(), leads_to.end(), there) == leads_to.end()) leads_to.push_back(there);
    }
  }
  number_groups(table);
  for (std::uint32_t p = 0; p < size; ++p) {
    for (gained_move& move : table.rows[p].moves) {
      if (!table.are_together(p, move.to) && random.below(4) != 0) move.points = points_within(bound_of_gains);
    }
  }
  table.max_gain = static_cast<std::uint32_t>(bound_of_gains);
  return table;
}

/// The rules of a table, without a ranking.
class gains_rules {
 public:
  using state = std::uint32_t;

  explicit gains_rules(gains_table table) : m_table(std::move(table)) {}

  [[nodiscard]] bool is_legal(state s) const { return m_table.rows[s].is_legal; }
  [[nodiscard]] player player_to_move(state s) const { return m_table.rows[s].to_move; }
  [[nodiscard]] std::optional<result> terminal(state s) const { return m_table.rows[s].terminal; }
  [[nodiscard]] result no_moves(state s) const { return m_table.rows[s].no_moves; }
  [[nodiscard]] std::uint32_t max_margin() const { return m_table.max_margin; }
  [[nodiscard]] std::uint32_t max_gain() const { return m_table.max_gain; }
  [[nodiscard]] std::vector<slice> slices() const { return m_table.slices; }
  template <class Callback>
  void for_each_successor(state s, const Callback& f) const {
    for (const gained_move& move : m_table.rows[s].moves) {
      if (move.points == 0) {
        f(move.to);
      } else {
        f(move.to, move.points);
      }
    }
  }

  [[nodiscard]] const gains_table& table() const { return m_table; }

 protected:
  gains_table m_table;
};

/// A table as a game module without predecessors.
class gains_game : public gains_rules {
 public:
  using gains_rules::gains_rules;
  [[nodiscard]] position num_positions() const { return m_table.rows.size(); }
  [[nodiscard]] position rank(state s) const { return s; }
  [[nodiscard]] state unrank(position p) const { return static_cast<state>(p); }
};

/// The same game with predecessors by moves within a group of slices.
class backward_gains_game : public gains_game {
 public:
  explicit backward_gains_game(gains_table table) : gains_game(std::move(table)), m_predecessors(m_table.rows.size()) {
    for (state from = 0; from < m_table.rows.size(); ++from) {
      for (const gained_move& move : m_table.rows[from].moves) {
        if (m_table.are_together(from, move.to)) m_predecessors[move.to].push_back(from);
      }
    }
  }
  template <class Callback>
  void for_each_predecessor(state s, const Callback& f) const {
    for (const state from : m_predecessors[s]) f(from);
  }

 private:
  std::vector<std::vector<state>> m_predecessors;
};

/// The same game with the hook for moves that leave a group of slices.
class leaving_gains_game : public backward_gains_game {
 public:
  using backward_gains_game::backward_gains_game;
  template <class Callback>
  [[nodiscard]] position for_each_leaving_index(position p, const Callback& f) const {
    position stay = 0;
    for (const gained_move& move : m_table.rows[p].moves) {
      if (m_table.are_together(p, move.to)) {
        ++stay;
      } else {
        f(position{move.to}, move.points);
      }
    }
    return stay;
  }
};

/// The same game with relative positions; the players to move of the table are ignored.
class relative_gains_game : public relative_leaving_game<leaving_gains_game> {
 public:
  using relative_leaving_game<leaving_gains_game>::relative_leaving_game;
  [[nodiscard]] std::uint32_t max_gain() const { return m_table.max_gain(); }
};

/// Contains every position of a table twice. Several moves may lead to one canonical position. The additional moves are
/// listed before and after the moves of the table, and gain less.
class reduced_gains_game : public doubled_game<backward_gains_game> {
 public:
  explicit reduced_gains_game(gains_table table) : doubled_game(backward_gains_game(std::move(table))) {}

  [[nodiscard]] std::uint32_t max_margin() const { return m_game.max_margin(); }
  [[nodiscard]] std::uint32_t max_gain() const { return m_game.max_gain() + 1; }
  template <class Callback>
  void for_each_successor(state s, const Callback& f) const {
    const auto name_worse = [&](state to, int points, state which) {
      if (to % 3 == which && !m_game.table().are_together(s / 2, to)) f(2 * to + 1 - s % 2, points - 1);
    };
    m_game.for_each_successor(s / 2, [&](state to, int points = 0) {
      name_worse(to, points, 0);
      f(2 * to + s % 2, points);
      name_worse(to, points, 1);
    });
  }
  template <class Callback>
  void for_each_predecessor(state s, const Callback& f) const {
    m_game.for_each_predecessor(s / 2, [&](state from) { f(2 * from + s % 2); });
  }
};

/// A table as a game module without a ranking: the positions reachable from a start are explored.
class key_gains_game : public gains_rules {
 public:
  key_gains_game(gains_table table, state start) : gains_rules(std::move(table)), m_start(start) {
    for (slice& one : m_table.slices) one.size = 0;
  }
  [[nodiscard]] state start() const { return m_start; }
  [[nodiscard]] std::uint64_t pack(state s) const { return 3 * std::uint64_t{s} + 1; }
  [[nodiscard]] state unpack(std::uint64_t key) const { return static_cast<state>(key / 3); }
  [[nodiscard]] std::uint32_t slice_of(state s) const { return m_table.slice_of[s]; }

 private:
  state m_start;
};

}  // namespace zermelo::test
