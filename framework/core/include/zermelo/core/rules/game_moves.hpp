// SPDX-License-Identifier: MIT
// The positions of a ranked game and its moves, by number: the hooks by index where the game has them, else by state.
// Holes have no moves in or out. With the hook `canonical`, only representatives are legal, and moves between the same
// two classes are merged.
#pragma once

#include <cstdint>
#include <optional>

#include <zermelo/core/game/check_hooks.hpp>
#include <zermelo/core/game/fallbacks.hpp>
#include <zermelo/core/game/game.hpp>
#include <zermelo/core/graph/position_label.hpp>
#include <zermelo/core/rules/for_each_distinct.hpp>

namespace zermelo {

/// True where `for_each_predecessor` gives all predecessors inside the index space. False for a game whose
/// index space was explored from its start, since its author's predecessors may lie outside.
template <class G>
inline constexpr bool predecessors_stay_inside = true;

/// True where every index is that of a legal position, whatever hooks the game has: of an explored game.
template <class G>
inline constexpr bool has_no_holes = false;

/// Whether position p, whose state is s, is no hole: s is legal, and p is the number of its representative.
template <class G>
[[nodiscard]] bool is_no_hole(const G& game, [[maybe_unused]] position p, [[maybe_unused]] const typename G::state& s) {
  if constexpr (has_no_holes<G>) return true;
  if constexpr (HasIsLegal<G>) {
    if (!game.is_legal(s)) return false;
  }
  if constexpr (HasCanonical<G>) {
    if (!is_folded(game)) return true;
    if constexpr (HasCanonicalIndex<G>) return game.is_canonical_index(p);
    return game.rank(game.canonical(s)) == p;
  }
  return true;
}

/// Holds a pointer: the game must outlive this. Thread-safe as far as the game's const members are.
template <RankedGameOrWrong G>
class game_moves {
  static_assert(check_game_hooks<G>());

 public:
  using state = typename G::state;
  static constexpr bool has_predecessors = HasPredecessors<G> && predecessors_stay_inside<G>;

  explicit game_moves(const G& game) : m_game(&game) {}

  [[nodiscard]] const G& game() const { return *m_game; }
  [[nodiscard]] position num_positions() const { return m_game->num_positions(); }

  // PositionLabels, see position_labels.hpp

  [[nodiscard]] position_label label(position p) const {
    const state s = m_game->unrank(p);
    if (!is_legal(s, p)) return {false, player::first, std::nullopt};
    return {true, player_to_move_of(*m_game, s), m_game->terminal(s)};
  }
  template <class Callback>
  [[gnu::always_inline]] bool inspect(position p, const Callback& f) const {
    const state s = m_game->unrank(p);
    if (!is_legal(s, p)) return false;
    f(player_to_move_of(*m_game, s), m_game->terminal(s));
    return true;
  }
  [[nodiscard]] bool is_legal(position p) const {
    if constexpr (!has_no_holes<G> && (HasIsLegal<G> || HasCanonical<G>)) return is_legal(m_game->unrank(p), p);
    return true;
  }
  [[nodiscard]] result no_moves(position p) const { return m_game->no_moves(m_game->unrank(p)); }
  [[nodiscard]] std::optional<player> infinite_play() const { return infinite_play_of(*m_game); }
  [[nodiscard]] viewpoint seen_by() const { return viewpoint_of_game<G>; }

  /// A position with its state, for callers that ask more than one question about it. Valid during the call that passes
  /// it.
  class view {
   public:
    view(const game_moves& graph, position p, const state& s) : m_graph(graph), m_position(p), m_state(s) {}

    [[nodiscard]] bool is_legal() const { return m_graph.is_legal(m_state, m_position); }
    // Preconditions: the position is legal; for the last two members it is no terminal.
    [[nodiscard]] player to_move() const { return player_to_move_of(*m_graph.m_game, m_state); }
    [[nodiscard]] std::optional<result> terminal() const { return m_graph.m_game->terminal(m_state); }
    [[nodiscard]] result no_moves() const { return m_graph.m_game->no_moves(m_state); }
    [[nodiscard]] std::uint64_t num_successors() const { return m_graph.num_successors_of(m_position, m_state); }
    template <class Callback>
    void for_each_successor(Callback&& f) const {
      m_graph.for_each_successor_of(m_position, m_state, f);
    }

   private:
    const game_moves& m_graph;
    position m_position;
    const state& m_state;
  };

  /// Calls f(position, view of it) for the positions begin .. end - 1 in order, holes included.
  template <class Callback>
  [[gnu::always_inline]] void for_each_view(position begin, position end, const Callback& f) const {
    if constexpr (HasStatesInOrder<G>) {
      position p = begin;
      m_game->for_each_state(begin, end, [&](const state& s) {
        f(p, view(*this, p, s));
        ++p;
      });
    } else {
      for (position p = begin; p != end; ++p) {
        const state s = m_game->unrank(p);
        f(p, view(*this, p, s));
      }
    }
  }

  // Walking. Precondition of `num_successors` and `for_each_live_successor`: p is legal and no terminal; of
  // `for_each_predecessor`: p is legal. `for_each_successor` takes any position.

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
      m_game->for_each_successor_index(p, f);
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

  // The same by the hooks for states only, for verifiers, which do not trust the hooks by index.

  template <class Callback>
  void for_each_live_successor_by_state(position p, Callback&& f) const {
    const state s = m_game->unrank(p);
    call_with_indices(f, [&](auto&& g) { m_game->for_each_successor(s, g); });
  }
  template <class Callback>
  void for_each_predecessor_by_state(position p, Callback&& f) const
    requires has_predecessors
  {
    const state s = m_game->unrank(p);
    call_with_indices(f, [&](auto&& g) { m_game->for_each_predecessor(s, g); });
  }

 private:
  [[nodiscard]] bool is_legal(const state& s, position p) const { return is_no_hole(*m_game, p, s); }

  // The moves of p, which is s.
  [[nodiscard]] std::uint64_t num_successors_of(position p, [[maybe_unused]] const state& s) const {
    std::uint64_t count = 0;
    if constexpr (HasNumSuccessors<G>) {
      count = m_game->num_successors(p);
    } else if constexpr (HasSuccessorIndex<G> || HasCanonical<G>) {
      for_each_successor_of(p, s, [&count](position) { ++count; });
    } else {
      m_game->for_each_successor(s, [&count](const state&) { ++count; });
    }
    return count;
  }
  template <class Callback>
  void for_each_successor_of(position p, const state& s, Callback&& f) const {
    if constexpr (HasSuccessorIndex<G>) {
      m_game->for_each_successor_index(p, f);
    } else {
      call_with_indices(f, [&](auto&& g) { m_game->for_each_successor(s, g); });
    }
  }

  /// Calls f with the index of every state that `walk_states` gives to its callback; in a game that is folded, once
  /// with that of each representative. An orbit may reach one by several moves, and the transpose would count them
  /// differently: both directions list distinct representatives.
  template <class Callback, class WalkStates>
  void call_with_indices(Callback& f, const WalkStates& walk_states) const {
    const auto walk = [&](auto&& g) {
      walk_states([&](const state& s) { g(m_game->rank(representative_of(*m_game, s))); });
    };
    if constexpr (HasCanonical<G>) {
      for_each_distinct(walk, f, is_folded(*m_game) ? repeats::possible : repeats::none);
    } else {
      walk(f);
    }
  }

  const G* m_game;
};

}  // namespace zermelo
