// SPDX-License-Identifier: MIT
// Compares the hook orbit_size with counts of the states that have the same canonical state. An orbit must not have
// more states than orbit_size returns. The choice of the states determines what else is checked:
//
//   all     all states of the game: each orbit has as many states as orbit_size returns
//   evenly  an even sample: one state of every orbit is canonical, so the number of canonical states is about the sum
//           of 1 / orbit_size over the states. With n states, the difference exceeds 3 sqrt(n) with a probability of
//           about 10^-8 (Hoeffding 1963, doi 10.1080/01621459.1963.10500830), so that a size that is wrong by a
//           constant factor is found
//   some    some states: nothing else is checked
//   play    all states that play reaches, in a game without a ranking: an orbit whose states were all visited leads
//           only to such orbits, since a symmetry maps moves to moves
//
// A ranking up to symmetry numbers orbits, not states, so that states cannot be counted.
//
//   time    n log n for n states
//   memory  a key per state
#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include <zermelo/core/verify/check_game.hpp>
#include <zermelo/core/verify/verify_scope.hpp>

#include "check_parts.hpp"

namespace zermelo::detail {
namespace {

/// The choice of the counted states, see the comment at the top.
enum class states_met { all, evenly, some, play };

/// Visits states, and counts them by their canonical states.
class orbit_check {
 public:
  explicit orbit_check(check_context& check) : m_check(check), m_game(check.hooks()) {}

  void run() {
    m_check.monitor().phase("check", 0);
    if (m_check.is_ranked() && !distinguishes_states()) {
      m_check.report_so_far().unchecked =
          "orbit_size was not checked: no move shows that the ranking distinguishes the states of an orbit";
      return;
    }
    check_sizes(m_check.is_ranked() ? meet_positions() : meet_in_play());
    if (m_check.is_ranked() || m_whole_orbits == m_orbits) return;
    m_check.report_so_far().unchecked = fmt::format(
        "orbit_size was not checked for {} of {} orbits: play missed states", m_orbits - m_whole_orbits, m_orbits);
  }

 private:
  // Visiting states.

  /// Counts a state, which must not have been counted before.
  void meet(state_ref s) {
    const state_copy representative = m_game.canonical(s);
    m_met.push_back(m_check.number_of(representative));
    if (m_game.are_equal(representative, s)) ++m_representatives;
  }

  /// Whether the targets of some moves show that the ranking numbers the states of an orbit differently.
  [[nodiscard]] bool distinguishes_states() const {
    constexpr std::uint64_t max_positions = 1 << 10;
    const position size = m_check.num_positions();
    const verify_scope even(1, max_positions);
    bool are_apart = true;
    std::uint64_t moves = 0;
    for (std::uint64_t i = 0; are_apart && i < std::min<position>(max_positions, size); ++i) {
      m_check.monitor().check_stop();
      const state_copy s = m_game.unrank(position_to_check(size, even, i));
      if (!m_game.is_legal(s) || m_game.terminal(s)) continue;
      m_game.for_each_successor(s, [&](state_ref to) {
        ++moves;
        are_apart = are_apart && m_game.are_equal(m_game.unrank(m_game.rank(to)), to);
      });
    }
    return are_apart && moves > 0;
  }

  /// Visits all states of the index space, or an even sample if the scope is smaller.
  states_met meet_positions() {
    const auto meet_position = [&](position p) {
      m_check.monitor().check_stop();
      if (const state_copy s = m_game.unrank(p); m_game.is_legal(s)) meet(s);
    };
    const position size = m_check.num_positions();
    if (m_check.checks_all_positions()) {
      for (position p = 0; p < size; ++p) meet_position(p);
      return states_met::all;
    }
    const std::uint64_t sampled = m_check.scope().sampled;
    const verify_scope even(1, sampled);
    for (std::uint64_t i = 0; i < sampled; ++i) meet_position(position_to_check(size, even, i));
    return states_met::evenly;
  }

  /// Visits the states that play reaches from the start and from its canonical state, up to a limit on moves and
  /// states. Equivalent states count as different states here.
  states_met meet_in_play() {
    constexpr std::size_t max_states = 1 << 16;
    std::set<wide_key> met;
    std::vector<state_copy> open;
    bool are_all = true;
    std::uint64_t moves = 0;
    const auto enter = [&](state_ref s) {
      ++moves;
      if (met.size() >= max_states) {
        are_all = are_all && met.contains(m_game.pack(s));
      } else if (met.insert(m_game.pack(s)).second) {
        open.push_back(m_game.keep(s));
        meet(s);
      }
    };
    enter(m_game.start());
    enter(m_game.canonical(m_game.start()));
    while (!open.empty() && moves <= m_check.scope().max_moves) {
      m_check.monitor().check_stop();
      const state_copy s = std::move(open.back());
      open.pop_back();
      if (!m_game.terminal(s)) m_game.for_each_successor(s, enter);
    }
    return are_all && open.empty() ? states_met::play : states_met::some;
  }

  // Counting states.

  /// Counts the states of each orbit, and checks the sizes.
  void check_sizes(states_met how) {
    std::sort(m_met.begin(), m_met.end());
    double expected = 0;
    for (auto orbit = m_met.begin(); orbit != m_met.end();) {
      const auto end = std::upper_bound(orbit, m_met.end(), *orbit);
      const auto met = static_cast<std::uint64_t>(end - orbit);
      const state_copy representative = m_check.is_ranked() ? m_game.unrank(orbit->low) : m_game.unpack(*orbit);
      const std::uint64_t size = m_game.orbit_size(representative);
      if (met > size || (how == states_met::all && met != size)) report_size(representative, size, met);
      if (size > 0) expected += static_cast<double>(met) / static_cast<double>(size);
      ++m_orbits;
      if (met == size) {
        ++m_whole_orbits;
        if (how == states_met::play) check_moves_of_whole(representative);
      }
      orbit = end;
    }
    if (how != states_met::evenly) return;
    constexpr double max_deviations = 3;  // see the comment at the top
    const double off = std::abs(static_cast<double>(m_representatives) - expected);
    if (off <= max_deviations * std::sqrt(static_cast<double>(m_met.size()))) return;
    m_check.report("orbit_size: expected about {:.0f} canonical states among {} states, got {}", expected, m_met.size(),
                   m_representatives);
  }
  /// Checks the orbits to which the moves of a completely visited orbit lead.
  void check_moves_of_whole(state_ref representative) {
    if (m_game.terminal(representative)) return;
    m_game.for_each_successor(representative, [&](state_ref to) {
      const state_copy next = m_game.canonical(to);
      const auto [first, end] = std::equal_range(m_met.begin(), m_met.end(), m_check.number_of(next));
      const auto met = static_cast<std::uint64_t>(end - first);
      const std::uint64_t size = m_game.orbit_size(next);
      if (met < size) report_size(next, size, met);
    });
  }
  void report_size(state_ref representative, std::uint64_t size, std::uint64_t met) {
    m_check.report("{}: orbit_size is {}, but {} states have this canonical position",
                   name_of_state(m_game, representative), size, met);
  }

  check_context& m_check;
  const game_hooks& m_game;
  std::vector<wide_key> m_met;          ///< [visited state]: the number of its canonical state
  std::uint64_t m_representatives = 0;  ///< number of canonical states among the visited states
  std::uint64_t m_orbits = 0;
  std::uint64_t m_whole_orbits = 0;  ///< number of orbits with as many visited states as orbit_size returns
};

}  // namespace

void check_orbits(check_context& check) {
  check.try_to([] { return "counting the states of orbits"; }, [&] { orbit_check(check).run(); });
}

}  // namespace zermelo::detail
