// SPDX-License-Identifier: MIT
// The positions that can be reached from a game's start, terminals not expanded.
//
// Boost's breadth_first_visit on game_graph takes three times as long (3.2 times on 5.3 M positions): its out_edges
// gather the edges of every position in memory of their own. On a stored graph it would need that graph.
//
//   time  V' + E' for the part reached, one thread    memory  3 V bits, and a list of up to V / 64 positions, twice
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/game/fallbacks.hpp>
#include <zermelo/core/positions/game_graph.hpp>

namespace zermelo {
namespace detail {

/// Positions that are equally far away: the first of them in a list, the others as bits.
class search_level {
 public:
  explicit search_level(position num_positions)
      : m_most_listed(num_positions / positions_per_listed + 1), m_others(num_positions) {}

  [[nodiscard]] bool empty() const noexcept { return m_list.empty(); }
  void add(position p) {
    if (m_list.size() < m_most_listed) {
      m_list.push_back(p);
    } else {
      m_others[p] = true;
      m_has_others = true;
    }
  }
  /// Calls f for each, and forgets them. @throws interrupted.
  template <class Callback>
  void take_all(const work_monitor& monitor, const Callback& f) {
    for (std::size_t i = 0; i < m_list.size(); ++i) {
      if (i % check_every == 0) monitor.check_stop();
      f(m_list[i]);
    }
    m_list.clear();
    if (!std::exchange(m_has_others, false)) return;
    for (position p = 0; p < m_others.size(); ++p) {
      if (p % check_every == 0) monitor.check_stop();
      if (!m_others[p]) continue;
      m_others[p] = false;
      f(p);
    }
  }

 private:
  static constexpr position positions_per_listed = 64;
  static constexpr position check_every = 1 << 14;

  position m_most_listed;
  std::vector<position> m_list;
  std::vector<bool> m_others;
  bool m_has_others = false;
};

}  // namespace detail

/// Calls f(position) once for every position that can be reached from `start`, in breadth-first order.
/// @param start the number of a representative. @throws interrupted.
template <RankedGame G, class Callback>
void for_each_reachable_from(const G& game, position start, work_monitor& monitor, Callback&& f) {
  const game_graph<G> graph(game);
  monitor.phase("reach", 0);
  const position n = game.num_positions();
  std::vector<bool> seen(n);
  detail::search_level frontier(n);
  detail::search_level next(n);
  const auto discover = [&](position p) {
    if (seen[p]) return;
    seen[p] = true;
    next.add(p);
  };
  discover(start);
  while (!next.empty()) {
    std::swap(frontier, next);
    position done = 0;
    frontier.take_all(monitor, [&](position p) {
      ++done;
      f(p);
      graph.for_each_successor(p, discover);
    });
    monitor.advance(done);
  }
}

/// The same from the game's start.
template <RankedGame G, class Callback>
  requires HasStart<G>
void for_each_reachable(const G& game, work_monitor& monitor, Callback&& f) {
  for_each_reachable_from(game, game.rank(representative_of(game, game.start())), monitor, f);
}

}  // namespace zermelo
