// SPDX-License-Identifier: MIT
// The moves of a ranked game between the numbers of its positions, from the hooks by index if the game has them,
// otherwise from the hooks by state. No moves lead from or to unused indices. In a game reduced by symmetry (hook
// `canonical`), only canonical positions are legal, and all moves from one orbit of positions to another are one move
// unless the game has the hook `num_symmetries`.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <utility>

#include <boost/container/small_vector.hpp>

#include <zermelo/core/game/check_hooks.hpp>
#include <zermelo/core/game/fallbacks.hpp>
#include <zermelo/core/game/game.hpp>
#include <zermelo/core/graph/position_label.hpp>
#include <zermelo/core/rules/for_each_distinct.hpp>
#include <zermelo/core/rules/for_each_weighted.hpp>

namespace zermelo {

/// Whether the hook `for_each_predecessor` lists only positions of the index space. False for a game whose index space
/// was explored from its start, since a predecessor may be unreachable.
template <class G>
inline constexpr bool predecessors_stay_inside = true;

/// Whether some numbers may be unused indices. False for every explored game.
template <class G>
inline constexpr bool may_have_unused = true;

/// Whether position p is legal: its state s is legal and, in a game reduced by symmetry, canonical.
template <class G>
[[nodiscard]] bool is_legal_position(const G& game, [[maybe_unused]] position p,
                                     [[maybe_unused]] const typename G::state& s) {
  if constexpr (!may_have_unused<G>) return true;
  if constexpr (HasIsLegal<G>) {
    if (!game.is_legal(s)) return false;
  }
  if constexpr (HasCanonical<G>) {
    if (!is_reduced(game)) return true;
    if constexpr (HasCanonicalIndex<G>) return game.is_canonical_index(p);
    return game.rank(game.canonical(s)) == p;
  }
  return true;
}

/// The game must outlive this object. As thread-safe as the game's const members.
template <RankedGameOrWrong G>
class game_moves {
  static_assert(check_game_hooks<G>());

 public:
  using state = typename G::state;
  static constexpr bool has_predecessors = HasPredecessors<G> && predecessors_stay_inside<G>;

  explicit game_moves(const G& game) : m_game(&game) {}

  [[nodiscard]] const G& game() const { return *m_game; }
  [[nodiscard]] position num_positions() const { return m_game->num_positions(); }

  // Members of the concept PositionLabels, see position_labels.hpp.

  [[nodiscard]] position_label label(position p) const {
    const state s = m_game->unrank(p);
    if (!is_legal_position(*m_game, p, s)) return {false, player::first, std::nullopt};
    return {true, player_to_move_of(*m_game, s), m_game->terminal(s)};
  }
  /// Calls f(player to move, result if play has ended) if p is legal; returns whether p is legal.
  template <class Callback>
  [[gnu::always_inline]] bool inspect(position p, const Callback& f) const {
    const state s = m_game->unrank(p);
    if (!is_legal_position(*m_game, p, s)) return false;
    f(player_to_move_of(*m_game, s), m_game->terminal(s));
    return true;
  }
  [[nodiscard]] bool is_legal(position p) const {
    if constexpr (may_have_unused<G> && (HasIsLegal<G> || HasCanonical<G>))
      return is_legal_position(*m_game, p, m_game->unrank(p));
    return true;
  }
  [[nodiscard]] result no_moves(position p) const { return m_game->no_moves(m_game->unrank(p)); }
  [[nodiscard]] std::optional<player> infinite_play() const { return infinite_play_of(*m_game); }
  [[nodiscard]] viewpoint seen_by() const { return viewpoint_of_game<G>; }
  [[nodiscard]] std::uint32_t max_margin() const { return max_margin_of(*m_game); }

  /// Calls f(p, state of p) for the positions p from begin to end - 1 in order, including unused indices.
  template <class Callback>
  [[gnu::always_inline]] void for_each_state(position begin, position end, const Callback& f) const {
    if constexpr (HasStatesInOrder<G>) {
      position p = begin;
      m_game->for_each_state(begin, end, [&](const state& s) { f(p++, s); });
    } else {
      for (position p = begin; p != end; ++p) f(p, m_game->unrank(p));
    }
  }

  // Preconditions: p is legal, and for `num_successors` and `for_each_live_successor` also not terminal. Only
  // `for_each_successor` accepts any position: unused indices and terminals have no successors.

  [[nodiscard]] std::uint64_t num_successors(position p) const {
    if constexpr (HasNumSuccessors<G>) {
      return m_game->num_successors(p);
    } else {
      return num_successors_of(p, m_game->unrank(p));
    }
  }

  template <class Callback>
  void for_each_live_successor(position p, Callback&& f) const {
    if constexpr (HasSuccessorIndex<G>) {
      m_game->for_each_successor_index(p, without_gains(f));
    } else {
      for_each_successor_of(p, m_game->unrank(p), f);
    }
  }

  template <class Callback>
  void for_each_successor(position p, Callback&& f) const {
    const position_label here = label(p);
    if (here.is_legal && !here.terminal) for_each_live_successor(p, f);
  }

  template <class Callback>
  void for_each_predecessor(position p, Callback&& f) const
    requires has_predecessors
  {
    if constexpr (HasPredecessorIndex<G>) {
      m_game->for_each_predecessor_index(p, f);
    } else {
      for_each_predecessor_by_state(p, f);
    }
  }

  // The following members are for callers that already have the state s of position p.
  [[nodiscard]] std::uint64_t num_successors_of(position p, [[maybe_unused]] const state& s) const {
    std::uint64_t count = 0;
    if constexpr (HasNumSuccessors<G>) {
      count = m_game->num_successors(p);
    } else if constexpr (HasSuccessorIndex<G> || lists_distinct_moves) {
      for_each_successor_of(p, s, [&count](position) { ++count; });
    } else {
      m_game->for_each_successor(s, [&count](const state&, int /*points*/ = 0) { ++count; });
    }
    return count;
  }
  template <class Callback>
  void for_each_successor_of(position p, const state& s, Callback&& f) const {
    if constexpr (HasSuccessorIndex<G>) {
      m_game->for_each_successor_index(p, without_gains(f));
    } else {
      for_each_successor_by_state(s, f);
    }
  }
  /// Calls f(position, points) for each move, with the points that it gains for the player that makes it. If all moves
  /// to one orbit are one move, it has the greatest of their gains.
  template <class Callback>
  void for_each_gain_of(position p, const state& s, const Callback& f) const {
    if constexpr (HasSuccessorIndex<G>) {
      m_game->for_each_successor_index(p, [&](position to, int points = 0) { f(to, points); });
    } else {
      for_each_gain_by_state(s, f);
    }
  }

  // The following members use only the hooks by state. They are for verifiers, which do not trust the hooks by index.

  template <class Callback>
  void for_each_live_successor_by_state(position p, Callback&& f) const {
    for_each_successor_by_state(m_game->unrank(p), f);
  }
  template <class Callback>
  void for_each_gain_by_state(const state& s, const Callback& f) const {
    using move = std::pair<position, int>;
    boost::container::small_vector<move, 16> moves;
    m_game->for_each_successor(s, [&](const state& next, int points = 0) {
      moves.emplace_back(m_game->rank(representative_of(*m_game, next)), points);
    });
    const auto listed = [&] { return std::span(moves.data(), moves.size()); };
    if constexpr (lists_distinct_moves) {
      if (is_reduced(*m_game)) moves.resize(keep_greatest_gains(listed(), &move::first, &move::second));
    }
    for (const auto& [to, points] : listed()) f(to, points);
  }
  template <class Callback>
  void for_each_predecessor_by_state(position p, Callback&& f) const
    requires has_predecessors
  {
    const state s = m_game->unrank(p);
    const auto walk = [&](const auto& g) { m_game->for_each_predecessor(s, g); };
    if constexpr (HasNumSymmetries<G>) {
      if (is_reduced(*m_game)) {
        const auto walk_representatives = [&](const auto& g) {
          walk([&](const state& before) {
            const state from = m_game->canonical(before);
            g(m_game->rank(from), stabilizer_size(*m_game, from));
          });
        };
        for_each_weighted(stabilizer_size(*m_game, s), walk_representatives, f);
        return;
      }
    }
    call_with_indices(f, walk);
  }

 private:
  /// Whether all moves from one canonical position to another are one move if the instance is reduced by symmetry.
  static constexpr bool lists_distinct_moves = HasCanonical<G> && !HasNumSymmetries<G>;

  /// A callback for hooks that may pass points in addition to a position.
  template <class Callback>
  [[nodiscard]] static decltype(auto) without_gains(Callback& f) {
    if constexpr (HasGains<G>) {
      return [&f](position p, int /*points*/ = 0) { f(p); };
    } else {
      return (f);
    }
  }
  template <class Callback>
  void for_each_successor_by_state(const state& s, Callback& f) const {
    call_with_indices(f, [&](const auto& g) { m_game->for_each_successor(s, g); });
  }
  /// Calls f with the index of the representative of every state that `walk_states` passes to its callback. If all
  /// moves from one orbit to another are one move, calls f once for each index: the hook for the other direction may
  /// list another number of such moves, but as lists of distinct indices, both directions agree.
  template <class Callback, class WalkStates>
  void call_with_indices(Callback& f, const WalkStates& walk_states) const {
    const auto walk = [&](auto&& g) {
      walk_states([&](const state& s, int /*points*/ = 0) { g(m_game->rank(representative_of(*m_game, s))); });
    };
    if constexpr (lists_distinct_moves) {
      for_each_distinct(walk, f, is_reduced(*m_game) ? repeats::possible : repeats::none);
    } else {
      walk(f);
    }
  }

  const G* m_game;
};

}  // namespace zermelo
