// SPDX-License-Identifier: MIT
// The common game of these tests: any finite game whose positions, moves and rules are listed in a table. Also random
// tables, and the solvers, which table_game_test.cpp compiles once for all test files.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <zermelo/core/base/random.hpp>
#include <zermelo/core/game/game.hpp>
#include <zermelo/core/solve/retrograde_analysis.hpp>
#include <zermelo/core/value/solution_entries.hpp>
#include <zermelo/core/value/value_table.hpp>
#include <zermelo/core/verify/verify_report.hpp>
#include <zermelo/core/waves/retrograde_options.hpp>

#include "visitors.hpp"

namespace zermelo::test {

/// The rules of one position.
struct table_row {
  bool is_legal = true;
  player to_move = player::first;
  std::optional<result> terminal{};
  result no_moves = result::won_by(player::second);
  std::vector<std::uint32_t> successors{};  ///< ignored for terminals and unused indices
};

struct game_table {
  std::vector<table_row> rows;
  std::optional<player> infinite_play;
  std::uint32_t max_margin = 1;
};

/// [position]: the sources of the moves to it, without moves out of unused indices and terminals.
[[nodiscard]] std::vector<std::vector<std::uint32_t>> predecessors_of(const game_table& table);

/// A table as a game module without predecessors.
class forward_table_game {
 public:
  using state = std::uint32_t;

  explicit forward_table_game(game_table table) : m_table(std::move(table)) {}

  [[nodiscard]] position num_positions() const { return m_table.rows.size(); }
  [[nodiscard]] position rank(state s) const { return s; }
  [[nodiscard]] state unrank(position p) const { return static_cast<state>(p); }
  [[nodiscard]] bool is_legal(state s) const { return m_table.rows[s].is_legal; }
  [[nodiscard]] player player_to_move(state s) const { return m_table.rows[s].to_move; }
  [[nodiscard]] std::optional<result> terminal(state s) const { return m_table.rows[s].terminal; }
  [[nodiscard]] result no_moves(state s) const { return m_table.rows[s].no_moves; }
  [[nodiscard]] std::optional<player> infinite_play() const { return m_table.infinite_play; }
  [[nodiscard]] std::uint32_t max_margin() const { return m_table.max_margin; }
  [[nodiscard]] state start() const { return 0; }
  template <class Callback>
  void for_each_successor(state s, const Callback& f) const {
    for (const state to : m_table.rows[s].successors) f(to);
  }

  [[nodiscard]] const game_table& table() const { return m_table; }

 protected:
  game_table m_table;
};

/// The same game with predecessors: the transpose of the moves of legal positions that are not terminal.
class table_game : public forward_table_game {
 public:
  explicit table_game(game_table table)
      : forward_table_game(std::move(table)), m_predecessors(predecessors_of(m_table)) {}

  template <class Callback>
  void for_each_predecessor(state s, const Callback& f) const {
    for (const state from : m_predecessors[s]) f(from);
  }

 private:
  std::vector<std::vector<state>> m_predecessors;
};

/// Position v leads to v - 1, and position 0 is terminal. Players alternate.
[[nodiscard]] game_table path(std::uint32_t size, const result& end);

/// The parameters of random tables.
struct random_table_shape {
  std::uint32_t num_positions = 1;
  double mean_out_degree = 2;
  double terminal_chance = 0.15;
  double unused_chance = 0;
  double tie_chance = 0.3;                         ///< for terminals
  double drawn_chance = 0;                         ///< for terminals and dead ends
  std::vector<std::uint32_t> end_distances = {0};  ///< for terminals and dead ends, equally likely
  std::optional<no_moves_rule> no_moves;           ///< nothing: a random rule per position
  std::optional<player> infinite_play;
  std::uint32_t max_margin = 1;  ///< for terminals, and for dead ends without a common rule
};

/// A table with random players to move (so that a player often moves again), random moves (including self-loops and
/// parallel ones; some terminals also list moves) and dead ends. No move leads to an unused index.
[[nodiscard]] game_table random_table(random_generator& random, const random_table_shape& shape);

/// The `number`th of a series of shapes that covers all cases: cycles of every length, with and without unused indices
/// and ties, terminals at distances 0 .. 9 or with wide gaps, with and without drawn terminals, and every rule for
/// infinite play combined with every rule for dead ends.
[[nodiscard]] random_table_shape varied_shape(random_generator& random, std::uint64_t number);

/// The `number`th of a series of shapes of games for points. The bounds of margins include 1, bounds that leave few
/// bits for distances in narrow words, and bounds that do not fit in narrow words.
[[nodiscard]] random_table_shape scored_shape(random_generator& random, std::uint64_t number);

/// The same table with a position that leads only to itself instead of every drawn terminal: all values stay the same,
/// since a drawn terminal counts as endless play.
[[nodiscard]] game_table with_loops_for_drawn_ends(game_table table);

/// Solves a table from the definitions, by synchronous value iteration: W_t(p) are the positions from which p forces a
/// win within t plies, T_t those from which a tie is reached within t plies by players that prefer it to endless play.
/// The distance of a position is the first t whose set contains it. Drawn terminals are in none of these sets.
/// `iterate_margins` solves tables with points.
[[nodiscard]] std::vector<position_value> iterate_values(const game_table& table);
/// Solves a table whose terminals have any points: iterates the best margin of the moves, starting at 0 for endless
/// play, then finds the ply after which each position is decided, by moves that keep its margin.
[[nodiscard]] std::vector<position_value> iterate_margins(const game_table& table);

[[nodiscard]] std::vector<position_value> entries_of(const solution_entries& values);

/// Entries from a list, including entries that do not fit any table.
class listed_entries final : public solution_entries {
 public:
  explicit listed_entries(const std::vector<position_value>& entries) : m_entries(entries) {}
  [[nodiscard]] std::uint64_t size() const override { return m_entries.size(); }
  [[nodiscard]] std::uint32_t distance_bound() const override { return no_distance; }
  [[nodiscard]] std::uint32_t margin_bound() const override { return result::largest_margin; }
  [[nodiscard]] index_range read_together(position) const override { return {0, size()}; }
  void read(position first, std::span<position_value> entries) const override {
    std::copy_n(m_entries.begin() + static_cast<std::ptrdiff_t>(first), entries.size(), entries.begin());
  }

 private:
  const std::vector<position_value>& m_entries;
};

// The solvers under test.

[[nodiscard]] solution solve_explicit(const table_game& game, const retrograde_options& options,
                                      solve_visitor& visitor = silent, saved_solve* saved = nullptr);
[[nodiscard]] solution solve_explicit(const forward_table_game& game, const retrograde_options& options);
/// Solves like the engine `explicit` with moves stored as numbers.
[[nodiscard]] solution solve_recorded(const table_game& game, const retrograde_options& options,
                                      solve_visitor& visitor = silent, saved_solve* saved = nullptr);
[[nodiscard]] solution solve_implicit(const table_game& game, const retrograde_options& options,
                                      solve_visitor& visitor = silent, saved_solve* saved = nullptr);
[[nodiscard]] value_table solve_queue(const table_game& game, solve_visitor& visitor = silent);
[[nodiscard]] value_table solve_queue(const forward_table_game& game);
[[nodiscard]] verify_report verify(const table_game& game, const std::vector<position_value>& entries,
                                   unsigned threads = 1);

}  // namespace zermelo::test
