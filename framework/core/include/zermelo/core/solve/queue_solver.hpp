// SPDX-License-Identifier: MIT
// A baseline and an oracle: the plain one-thread solver that a good engineer writes in an afternoon. It asks a
// game by state only, keeps one byte or one number per position and fact, and takes positions from a first-in
// first-out queue. Neither slowed nor tuned; it shares nothing with retrograde_analysis but the game.
//
//   time    O(V + E), one thread
//   memory  outcome 1, owner 1, distance 4, counter 4 bytes a position, the queue at most 8, and for a game
//           without predecessors 8 (V + E) of reversed edges
//   throws  interrupted, contract_error if a distance exceeds 2^29 - 1
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <queue>
#include <string>
#include <utility>
#include <vector>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/positions/game_graph.hpp>
#include <zermelo/core/solve/visitor.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/packed_word.hpp>
#include <zermelo/core/value/value_table.hpp>

namespace zermelo {

/// Solves a ranked game with one queue per kind of end.
template <RankedGame G>
class queue_solver {
 public:
  explicit queue_solver(const G& game) : m_game(game), m_graph(game) {}

  [[nodiscard]] value_table solve(solve_visitor& visitor) {
    const position n = m_game.num_positions();
    visitor.phase("seed", n);
    set_up(n, visitor);
    visitor.phase("propagate", n);
    run(m_decisive, visitor, [this](position from, const reached& to) { decide_from_win(from, to); });
    run(m_tied, visitor, [this](position from, const reached& to) { decide_from_tie(from, to); });

    std::uint32_t longest = 0;
    for (position p = 0; p < n; ++p) {
      if (m_distance[p] != no_distance) longest = std::max(longest, m_distance[p]);
    }
    refuse_if_too_long(longest);
    value_table table = value_table::with_capacity(n, longest);
    for (position p = 0; p < n; ++p) table.set(p, {m_outcome[p], m_distance[p]}, m_owner[p]);
    return table;
  }

 private:
  /// What a move leads to.
  struct reached {
    std::optional<player> winner;  ///< as the position before calls the players; nothing: a tie
    std::uint32_t distance = 0;
  };
  /// A move out of a part of a game.
  struct outside_move {
    position from = 0;
    std::optional<player> winner;  ///< as in `reached`
  };
  struct due_at_once {
    std::vector<position> ends;
    std::vector<outside_move> outside;
  };
  /// Positions in the order of their distance. Ends, and what lies outside, come with a distance of their own: they
  /// wait in `due` until the queue has reached it.
  struct agenda {
    std::queue<position> queue;
    std::map<std::uint32_t, due_at_once> due;
  };

  static void refuse_if_too_long(std::uint32_t distance) {
    constexpr std::uint32_t most = packed_word<std::uint32_t>::max_low;
    if (distance <= most) return;
    throw contract_error("the distance " + std::to_string(distance) + " exceeds the largest that can be stored, " +
                         std::to_string(most));
  }

  void set_up(position n, solve_visitor& visitor) {
    m_outcome.assign(n, outcome::illegal);
    m_owner.assign(n, player::first);
    m_distance.assign(n, no_distance);
    m_open_moves.assign(n, 0);
    if constexpr (!game_graph<G>::has_predecessors) m_predecessors.assign(n, {});
    constexpr position report_every = 1 << 16;
    for (position p = 0; p < n; ++p) {
      if (p % report_every == 0) {
        visitor.check_stop();
        visitor.advance(std::min(report_every, n - p));
      }
      const position_label label = m_graph.label(p);
      if (!label.is_legal) continue;
      m_outcome[p] = outcome::draw;  // until something better is known
      m_owner[p] = label.to_move;
      std::optional<result> end = label.terminal;
      if (!end) {
        for_each_move(p, [&](position to) {
          ++m_open_moves[p];
          if constexpr (!game_graph<G>::has_predecessors) m_predecessors[to].push_back(p);
          (void)to;
        });
        if constexpr (LeadsOutside<G>) note_outside(p);
        if (m_open_moves[p] == 0) end = m_game.no_moves(m_game.unrank(p));
      }
      if (!end || end->is_drawn) continue;
      refuse_if_too_long(end->distance_plies);
      m_outcome[p] = !end->winner ? outcome::tie : *end->winner == label.to_move ? outcome::win : outcome::loss;
      m_distance[p] = end->distance_plies;
      (end->winner ? m_decisive : m_tied).due[end->distance_plies].ends.push_back(p);
    }
  }

  /// What moves out of a part of a game lead to spreads to p when its distance is due, as every other position does.
  void note_outside(position p) {
    (void)m_graph.for_each_outside(p, [&](const result& to) {
      ++m_open_moves[p];
      if (to.is_drawn) return;
      refuse_if_too_long(to.distance_plies);
      (to.winner ? m_decisive : m_tied).due[to.distance_plies].outside.push_back({p, to.winner});
    });
  }

  template <class Spread>
  void run(agenda& todo, solve_visitor& visitor, const Spread& spread) {
    m_todo = &todo;
    constexpr std::uint64_t report_every = 1 << 16;
    std::uint64_t done = 0;
    const auto take = [&](position p) {
      if (done % report_every == 0) visitor.check_stop();
      spread_from(p, spread);
      if (++done % report_every == 0) visitor.advance(report_every);
    };
    while (!todo.queue.empty() || !todo.due.empty()) {
      // What is due goes before everything in the queue that is as far away or farther.
      if (!todo.due.empty() && (todo.queue.empty() || todo.due.begin()->first <= m_distance[todo.queue.front()])) {
        const auto& [distance, due] = *todo.due.begin();
        for (const position p : due.ends) take(p);
        for (const outside_move& move : due.outside) spread(move.from, reached{move.winner, distance});
        todo.due.erase(todo.due.begin());
        continue;
      }
      const position p = todo.queue.front();
      todo.queue.pop();
      take(p);
    }
  }

  template <class Spread>
  void spread_from(position p, const Spread& spread) {
    reached here{std::nullopt, m_distance[p]};
    if (m_outcome[p] != outcome::tie) {
      here.winner = across_move(m_outcome[p] == outcome::win ? m_owner[p] : opponent(m_owner[p]), viewpoint_of_game<G>);
    }
    if constexpr (game_graph<G>::has_predecessors) {
      m_graph.for_each_predecessor_by_state(p, [&](position from) { spread(from, here); });
    } else {
      for (const position from : m_predecessors[p]) spread(from, here);
    }
  }

  template <class Callback>
  void for_each_move(position p, const Callback& f) const {
    m_graph.for_each_live_successor_by_state(p, f);
  }

  void decide(position p, outcome o, const reached& because_of) {
    m_outcome[p] = o;
    m_distance[p] = because_of.distance + 1;
    m_todo->queue.push(p);
  }

  void decide_from_win(position from, const reached& to) {
    if (m_outcome[from] != outcome::draw) return;
    if (to.winner == m_owner[from]) {
      decide(from, outcome::win, to);
    } else if (--m_open_moves[from] == 0) {
      decide(from, outcome::loss, to);
    }
  }

  void decide_from_tie(position from, const reached& to) {
    if (m_outcome[from] != outcome::draw) return;
    const bool prefers_endless_play = infinite_play_of(m_game) == m_owner[from];
    if (!prefers_endless_play || --m_open_moves[from] == 0) decide(from, outcome::tie, to);
  }

  const G& m_game;
  game_graph<G> m_graph;
  std::vector<outcome> m_outcome;
  std::vector<player> m_owner;
  std::vector<std::uint32_t> m_distance;
  std::vector<std::uint32_t> m_open_moves;  ///< successors not yet known to be won by the opponent
  std::vector<std::vector<position>> m_predecessors;
  agenda m_decisive;
  agenda m_tied;
  agenda* m_todo = nullptr;
};

}  // namespace zermelo
