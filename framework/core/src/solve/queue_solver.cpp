// SPDX-License-Identifier: MIT
#include <zermelo/core/solve/queue_solver.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <numeric>
#include <optional>
#include <queue>
#include <span>
#include <string>
#include <vector>

#include <zermelo/core/base/batch_list.hpp>
#include <zermelo/core/base/error.hpp>
#include <zermelo/core/rules/for_each_call.hpp>
#include <zermelo/core/rules/position_word.hpp>
#include <zermelo/core/value/outcome.hpp>

namespace zermelo {
namespace {

class queue_solver {
 public:
  explicit queue_solver(const rules& game) : m_game(game), m_traits(game.traits()) {}

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
  using packed = packed_word<position_word>;

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
    constexpr std::uint32_t max_distance = packed::max_low;
    if (distance <= max_distance) return;
    throw contract_error("the distance " + std::to_string(distance) + " exceeds the largest that can be stored, " +
                         std::to_string(max_distance));
  }

  void set_up(position n, solve_visitor& visitor) {
    m_outcome.assign(n, outcome::illegal);
    m_owner.assign(n, player::first);
    m_distance.assign(n, no_distance);
    m_open_moves.assign(n, 0);
    if (!m_traits.has_predecessors) m_predecessors.assign(n, {});
    std::array<position, positions_per_call> at;
    std::array<position_word, positions_per_call> words;
    batch_list<owned_target> moves;
    outside_rows outside;
    for (position first = 0; first < n;) {
      visitor.check_stop();
      const std::size_t size = std::min<position>(n - first, positions_per_call);
      std::iota(at.begin(), at.begin() + static_cast<std::ptrdiff_t>(size), first);
      moves.clear();
      m_game.plain_moves(std::span(at).first(size), std::span(words).first(size), moves);
      if (m_traits.leads_outside) {
        outside.clear();
        m_game.describe(first, std::span(words).first(size), &outside);
      }
      std::size_t next = 0;
      std::size_t next_outside = 0;
      for (std::size_t i = 0; i < size; ++i) {
        const std::size_t end_outside = m_traits.leads_outside ? outside.ends.all()[i] : 0;
        const std::size_t num_outside = end_outside - next_outside;
        const std::size_t degree = packed::is_open(words[i]) ? packed::low(words[i]) - num_outside : 0;
        set_up(first + i, words[i], moves.all().subspan(next, degree));
        note_outside(first + i, outside.results.all().subspan(next_outside, num_outside));
        next += degree;
        next_outside = end_outside;
      }
      visitor.advance(size);
      first += size;
    }
  }
  void set_up(position p, position_word word, std::span<const owned_target> moves) {
    if (word == packed::illegal) return;
    m_outcome[p] = outcome::draw;  // until something better is known
    m_owner[p] = packed::to_move(word);
    if (packed::is_open(word)) {
      for (const owned_target& move : moves) {
        const position to = move.at();
        if (to >= m_game.num_positions()) throw contract_error("a move leads to no position");
        ++m_open_moves[p];
        if (!m_traits.has_predecessors) m_predecessors[to].push_back(p);
      }
      return;
    }
    const result end = result_of_end(word);
    if (end.is_drawn) return;
    m_outcome[p] = !end.winner ? outcome::tie : *end.winner == m_owner[p] ? outcome::win : outcome::loss;
    m_distance[p] = end.distance_plies;
    (end.winner ? m_decisive : m_tied).due[end.distance_plies].ends.push_back(p);
  }

  /// What moves out of a part of a game lead to spreads to a position when its distance is due, as every other position
  /// does.
  void note_outside(position p, std::span<const result> results) {
    for (const result& to : results) {
      ++m_open_moves[p];
      if (to.is_drawn) continue;
      refuse_if_too_long(to.distance_plies);
      (to.winner ? m_decisive : m_tied).due[to.distance_plies].outside.push_back({p, to.winner});
    }
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
      here.winner = across_move(m_outcome[p] == outcome::win ? m_owner[p] : opponent(m_owner[p]), m_traits.seen_by);
    }
    if (m_traits.has_predecessors) {
      m_found.clear();
      m_ends.clear();
      m_game.plain_predecessors({&p, 1}, m_found, m_ends);
      for (const position from : m_found.all()) spread(from, here);
    } else {
      for (const position from : m_predecessors[p]) spread(from, here);
    }
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
    const bool prefers_endless_play = m_traits.infinite_play == m_owner[from];
    if (!prefers_endless_play || --m_open_moves[from] == 0) decide(from, outcome::tie, to);
  }

  const rules& m_game;
  rules_traits m_traits;
  std::vector<outcome> m_outcome;
  std::vector<player> m_owner;
  std::vector<std::uint32_t> m_distance;
  std::vector<std::uint32_t> m_open_moves;  ///< successors not yet known to be won by the opponent
  std::vector<std::vector<position>> m_predecessors;
  batch_list<position> m_found;
  batch_list<std::uint32_t> m_ends;
  agenda m_decisive;
  agenda m_tied;
  agenda* m_todo = nullptr;
};

}  // namespace

value_table solve_by_queue(const rules& game, solve_visitor& visitor) { return queue_solver(game).solve(visitor); }

}  // namespace zermelo
