// SPDX-License-Identifier: MIT
// Holds the hook orbit_size against canonical: states with one representative are counted.
//
//   all     every state of the game is met: each orbit has as many states as orbit_size says
//   evenly  each is met with the same chance: none is found too often, and representatives are as frequent as they are
//           if one state of every orbit is one. With n states their number is off by 3 sqrt(n) with a chance of some
//           10^-8 (Hoeffding 1963, doi 10.1080/01621459.1963.10500830), so that a size that is wrong by a constant
//           factor is found
//   some    none is found too often
//   play    what the start leads to is met, of a game without a ranking. None is found too often, and an orbit of
//           which all states were met leads to such orbits alone: a symmetry takes a move to a move
//
// A ranking up to symmetry numbers no states but orbits: there is nothing to count them by.
//
//   time    n log n for n states
//   memory  a key of each
//   throws  interrupted, and what the rules throw
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <set>
#include <utility>
#include <vector>

#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/game/game.hpp>
#include <zermelo/core/rules/game_moves.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/verify/verify_report.hpp>

namespace zermelo::detail {

/// How the states were chosen that an orbit_check has met.
enum class states_met { all, evenly, some, play };

/// Of a game with the hook.
template <Game G>
class orbit_check {
 public:
  using state = typename G::state;

  explicit orbit_check(const G& game) : m_game(game) {}

  /// Meets a state, each once.
  void add(const state& s) {
    const state representative = m_game.canonical(s);
    m_met.push_back(number_of_state(m_game, representative));
    if (representative == s) ++m_representatives;
  }
  /// Calls on_orbit(representative, what orbit_size says, how many states were met) for each orbit that is not so, and
  /// on_share(states met, representatives met, how many it should be) if these are too many or too few.
  template <class OnOrbit, class OnShare>
  void finish(states_met how, const OnOrbit& on_orbit, const OnShare& on_share) {
    std::sort(m_met.begin(), m_met.end());
    double expected = 0;
    for_each_orbit([&](const state& representative, std::uint64_t size, std::uint64_t met) {
      if (met > size || (how == states_met::all && met != size)) on_orbit(representative, size, met);
      if (size > 0) expected += static_cast<double>(met) / static_cast<double>(size);
      ++m_orbits;
      if (met != size) return;
      ++m_whole_orbits;
      if (how == states_met::play) check_moves_of_whole(representative, on_orbit);
    });
    if (how != states_met::evenly) return;
    constexpr double deviations = 3;
    const double off = std::abs(static_cast<double>(m_representatives) - expected);
    if (off > deviations * std::sqrt(static_cast<double>(m_met.size()))) {
      on_share(m_met.size(), m_representatives, expected);
    }
  }
  [[nodiscard]] std::uint64_t orbits() const noexcept { return m_orbits; }
  /// Those of which as many states were met as orbit_size says.
  [[nodiscard]] std::uint64_t whole_orbits() const noexcept { return m_whole_orbits; }

 private:
  using number = decltype(number_of_state(std::declval<const G&>(), std::declval<const state&>()));
  /// Calls f(representative, what orbit_size says, how many states were met). What was met is sorted.
  template <class Callback>
  void for_each_orbit(const Callback& f) const {
    for (auto orbit = m_met.begin(); orbit != m_met.end();) {
      const auto end = std::upper_bound(orbit, m_met.end(), *orbit);
      const state representative = state_of(*orbit);
      f(representative, m_game.orbit_size(representative), static_cast<std::uint64_t>(end - orbit));
      orbit = end;
    }
  }
  template <class OnOrbit>
  void check_moves_of_whole(const state& representative, const OnOrbit& on_orbit) const {
    if (m_game.terminal(representative)) return;
    m_game.for_each_successor(representative, [&](const state& to) {
      const state next = m_game.canonical(to);
      const auto [first, end] = std::equal_range(m_met.begin(), m_met.end(), number_of_state(m_game, next));
      const auto met = static_cast<std::uint64_t>(end - first);
      const std::uint64_t size = m_game.orbit_size(next);
      if (met < size) on_orbit(next, size, met);
    });
  }
  [[nodiscard]] state state_of(const number& n) const {
    if constexpr (HasRanking<G> && !has_no_holes<G>) {
      return m_game.unrank(n);
    } else {
      return m_game.unpack(n);
    }
  }

  const G& m_game;
  std::vector<number> m_met;
  std::uint64_t m_representatives = 0;
  std::uint64_t m_orbits = 0;
  std::uint64_t m_whole_orbits = 0;
};

/// Whether a number is seen to be that of one state alone. Where a ranking is up to symmetry, it numbers orbits: the
/// numbers do not say how many states share one, and their sizes have to be held against counts from elsewhere. Some
/// moves are looked at.
template <RankedGame G>
[[nodiscard]] bool tells_states_apart(const G& game, work_monitor& monitor) {
  constexpr std::uint64_t most_positions = 1 << 10;
  const verify_scope even(1, most_positions);
  bool are_apart = true;
  std::uint64_t moves = 0;
  for (std::uint64_t i = 0; are_apart && i < std::min<position>(most_positions, game.num_positions()); ++i) {
    monitor.check_stop();
    const auto s = game.unrank(position_to_check(game.num_positions(), even, i));
    if constexpr (HasIsLegal<G>) {
      if (!game.is_legal(s)) continue;
    }
    if (game.terminal(s)) continue;
    game.for_each_successor(s, [&](const typename G::state& to) {
      ++moves;
      are_apart = are_apart && game.unrank(game.rank(to)) == to;
    });
  }
  return are_apart && moves > 0;
}

/// Meets every state of the index space or, if these are more than `spread`, an even sample of so many positions.
template <RankedGame G>
states_met meet_positions(const G& game, std::uint64_t spread, work_monitor& monitor, orbit_check<G>& orbits) {
  const auto meet = [&](position p) {
    monitor.check_stop();
    const auto s = game.unrank(p);
    if constexpr (HasIsLegal<G>) {
      if (!game.is_legal(s)) return;
    }
    orbits.add(s);
  };
  const position size = game.num_positions();
  if (spread >= size) {
    for (position p = 0; p < size; ++p) meet(p);
    return states_met::all;
  }
  const verify_scope even(1, spread);
  for (std::uint64_t i = 0; i < spread; ++i) meet(position_to_check(size, even, i));
  return states_met::evenly;
}

/// Meets the states that play reaches from the start and from its representative, up to a number of moves or of states;
/// none of them is taken for another one.
template <Game G>
  requires(HasStart<G> && HasPacking<G>)
states_met meet_in_play(const G& game, std::uint64_t most_moves, work_monitor& monitor, orbit_check<G>& orbits) {
  using state = typename G::state;
  constexpr std::size_t most_states = 1 << 16;
  std::set<decltype(game.pack(game.start()))> met;
  std::vector<state> open;
  bool are_all = true;
  std::uint64_t moves = 0;
  const auto meet = [&](const state& s) {
    ++moves;
    if (met.size() >= most_states) {
      are_all = are_all && met.contains(game.pack(s));
    } else if (met.insert(game.pack(s)).second) {
      open.push_back(s);
      orbits.add(s);
    }
  };
  meet(game.start());
  meet(game.canonical(game.start()));
  while (!open.empty() && moves <= most_moves) {
    monitor.check_stop();
    const state s = open.back();
    open.pop_back();
    if (!game.terminal(s)) game.for_each_successor(s, meet);
  }
  return are_all && open.empty() ? states_met::play : states_met::some;
}

}  // namespace zermelo::detail
