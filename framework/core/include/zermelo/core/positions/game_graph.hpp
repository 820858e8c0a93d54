// SPDX-License-Identifier: MIT
// A game as a Boost.Graph graph. Nothing is stored: vertices are positions (the whole index range, holes
// included), edges are generated from the game's rules when somebody walks them.
//
// Models VertexListGraph and IncidenceGraph, and BidirectionalGraph where the game has predecessors, so that
// any Boost.Graph algorithm runs on a game. Holes and terminals have no edges out; holes have none in. With
// the hook `canonical`, only representatives are legal, and parallel edges are merged: an edge a -> b stands
// for any number of moves between their classes.
//
// `out_edges` gathers a position's edges in a buffer that its iterators share, which costs an allocation per
// call: it is there for interoperability. The framework's own algorithms call the members with callbacks.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include <boost/container/small_vector.hpp>
#include <boost/graph/graph_traits.hpp>
#include <boost/graph/properties.hpp>
#include <boost/iterator/counting_iterator.hpp>
#include <boost/iterator/iterator_facade.hpp>
#include <boost/property_map/property_map.hpp>

#include <zermelo/core/game/check_hooks.hpp>
#include <zermelo/core/game/fallbacks.hpp>
#include <zermelo/core/game/game.hpp>
#include <zermelo/core/graph/graph_access.hpp>
#include <zermelo/core/graph/position_labels.hpp>
#include <zermelo/core/positions/for_each_distinct.hpp>
#include <zermelo/core/value/value_table.hpp>

namespace zermelo {

/// True where `for_each_predecessor` gives all predecessors inside the index space. False for a game whose
/// index space was explored from its start, since its author's predecessors may lie outside.
template <class G>
inline constexpr bool predecessors_stay_inside = true;

/// True where every index is that of a legal position, whatever hooks the game has: of an explored game.
template <class G>
inline constexpr bool has_no_holes = false;

/// A part of a game: some moves lead out of it, to positions whose worth is known. The hook is the framework's own, see
/// slice_game.hpp: it calls f(result) for each such move of a legal position that is no terminal, with who has won
/// there as that position calls the players, and returns how many moves stay inside.
template <class G>
concept LeadsOutside = requires(const G& g, position p) {
  {
    g.for_each_outside(p, [](const result&) {})
  } -> std::same_as<std::uint64_t>;
};

/// Whether p, which is s, is no hole: legal, and the number of what stands for s.
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

/// What tells a state from others: its rank, or its key where there is none or it would have to be looked up.
template <Game G>
[[nodiscard]] auto number_of_state(const G& game, const typename G::state& s) {
  if constexpr (HasRanking<G> && !has_no_holes<G>) {
    return game.rank(s);
  } else {
    return game.pack(s);
  }
}

/// The implicit graph of a ranked game. Holds a pointer: the game must outlive the graph. Thread-safe as far
/// as the game's const members are.
template <RankedGameOrWrong G>
class game_graph {
  static_assert(check_game_hooks<G>());

 public:
  using state = typename G::state;
  static constexpr bool has_predecessors = HasPredecessors<G> && predecessors_stay_inside<G>;

  // Boost.Graph's associated types.
  struct edge_descriptor {
    position from = 0;
    position to = 0;
    std::uint32_t number = 0;  ///< tells parallel edges apart
    friend bool operator==(const edge_descriptor&, const edge_descriptor&) = default;
  };
  struct traversal_category
      : boost::vertex_list_graph_tag,
        std::conditional_t<has_predecessors, boost::bidirectional_graph_tag, boost::incidence_graph_tag> {};
  using vertex_descriptor = position;
  using directed_category = std::conditional_t<has_predecessors, boost::bidirectional_tag, boost::directed_tag>;
  using edge_parallel_category = boost::allow_parallel_edge_tag;
  using vertices_size_type = position;
  using edges_size_type = std::uint64_t;
  using degree_size_type = std::uint64_t;
  using vertex_iterator = boost::counting_iterator<position>;
  static vertex_descriptor null_vertex() { return static_cast<position>(-1); }

  /// Iterates over edges that it owns together with the other iterators of its range.
  class edge_iterator : public boost::iterator_facade<edge_iterator, edge_descriptor,
                                                      boost::random_access_traversal_tag, edge_descriptor> {
   public:
    edge_iterator() = default;
    edge_iterator(std::shared_ptr<const std::vector<edge_descriptor>> edges, std::ptrdiff_t at)
        : m_edges(std::move(edges)), m_at(at) {}

   private:
    friend class boost::iterator_core_access;
    [[nodiscard]] edge_descriptor dereference() const { return (*m_edges)[static_cast<std::size_t>(m_at)]; }
    [[nodiscard]] bool equal(const edge_iterator& other) const { return m_at == other.m_at; }
    void increment() { ++m_at; }
    void decrement() { --m_at; }
    void advance(std::ptrdiff_t steps) { m_at += steps; }
    [[nodiscard]] std::ptrdiff_t distance_to(const edge_iterator& other) const { return other.m_at - m_at; }
    std::shared_ptr<const std::vector<edge_descriptor>> m_edges;
    std::ptrdiff_t m_at = 0;
  };
  using out_edge_iterator = edge_iterator;
  using in_edge_iterator = edge_iterator;

  explicit game_graph(const G& game) : m_game(&game) {}

  [[nodiscard]] const G& game() const { return *m_game; }
  [[nodiscard]] position num_positions() const { return m_game->num_positions(); }

  // PositionLabels

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

  /// A position with its state in hand, for who asks more than one thing of it. Lives as long as the call that gives
  /// it.
  class view {
   public:
    view(const game_graph& graph, position p, const state& s) : m_graph(graph), m_position(p), m_state(s) {}

    [[nodiscard]] bool is_legal() const { return m_graph.is_legal(m_state, m_position); }
    // Precondition of these: legal; of the last two also: no terminal.
    [[nodiscard]] player to_move() const { return player_to_move_of(*m_graph.m_game, m_state); }
    [[nodiscard]] std::optional<result> terminal() const { return m_graph.m_game->terminal(m_state); }
    [[nodiscard]] result no_moves() const { return m_graph.m_game->no_moves(m_state); }
    [[nodiscard]] std::uint64_t num_successors() const { return m_graph.num_successors_of(m_position, m_state); }
    template <class Callback>
    void for_each_successor(Callback&& f) const {
      m_graph.for_each_successor_of(m_position, m_state, f);
    }
    template <class Callback>
    [[nodiscard]] std::uint64_t for_each_outside(const Callback& f) const
      requires LeadsOutside<G>
    {
      return m_graph.for_each_outside(m_position, f);
    }

   private:
    const game_graph& m_graph;
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
      if (MergesMoves<G> || !is_folded(*m_game)) return m_game->num_successors(p);
    }
    return num_successors_of(p, m_game->unrank(p));
  }

  template <class Callback>
  void for_each_live_successor(position p, Callback&& f) const {
    if constexpr (HasSuccessorIndex<G>) {
      call_merged_by_index(f, [&](auto&& g) { m_game->for_each_successor_index(p, g); });
    } else {
      for_each_successor_of(p, m_game->unrank(p), f);
    }
  }

  template <class Callback>
  void for_each_successor(position p, Callback&& f) const {
    const position_label here = label(p);
    if (here.is_legal && !here.terminal) for_each_live_successor(p, f);
  }

  /// Of a part of a game, see LeadsOutside.
  template <class Callback>
  [[nodiscard]] std::uint64_t for_each_outside(position p, const Callback& f) const
    requires LeadsOutside<G>
  {
    return m_game->for_each_outside(p, f);
  }

  template <class Callback>
  void for_each_predecessor(position p, Callback&& f) const
    requires has_predecessors
  {
    if constexpr (HasPredecessorIndex<G>) {
      call_merged_by_index(f, [&](auto&& g) { m_game->for_each_predecessor_index(p, g); });
    } else {
      for_each_predecessor_by_state(p, f);
    }
  }

  // The same by the hooks for states alone, for who does not take those by index at their word.

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

  // Boost.Graph's functions, found by argument-dependent lookup.

  friend position num_vertices(const game_graph& g) { return g.num_positions(); }
  friend std::pair<vertex_iterator, vertex_iterator> vertices(const game_graph& g) {
    return {vertex_iterator(0), vertex_iterator(g.num_positions())};
  }
  friend position source(const edge_descriptor& e, const game_graph&) { return e.from; }
  friend position target(const edge_descriptor& e, const game_graph&) { return e.to; }
  friend std::pair<edge_iterator, edge_iterator> out_edges(position p, const game_graph& g) {
    auto edges = std::make_shared<std::vector<edge_descriptor>>();
    g.for_each_successor(p, [&](position to) { edges->push_back({p, to, static_cast<std::uint32_t>(edges->size())}); });
    return range_of(std::move(edges));
  }
  friend degree_size_type out_degree(position p, const game_graph& g) {
    degree_size_type degree = 0;
    g.inspect(p, [&](player, const std::optional<result>& terminal) {
      if (!terminal) degree = g.num_successors(p);
    });
    return degree;
  }
  friend std::pair<edge_iterator, edge_iterator> in_edges(position p, const game_graph& g)
    requires has_predecessors
  {
    auto edges = std::make_shared<std::vector<edge_descriptor>>();
    if (g.label(p).is_legal) {
      g.for_each_predecessor(p, [&](position from) { edges->push_back({from, p, 0}); });
    }
    // An edge is the same descriptor from both ends: parallel edges are numbered as the source lists them.
    std::sort(edges->begin(), edges->end(), [](const auto& a, const auto& b) { return a.from < b.from; });
    for (std::size_t i = 0; i < edges->size();) {
      const position from = (*edges)[i].from;
      std::uint32_t number = 0;
      g.for_each_successor(from, [&](position to) {
        if (to == p && i < edges->size() && (*edges)[i].from == from) (*edges)[i++].number = number;
        ++number;
      });
      // A predecessor that does not list p as its successor would never be numbered.
      if (i < edges->size() && (*edges)[i].from == from) {
        throw contract_error("a game's predecessors are not the transpose of its successors");
      }
    }
    return range_of(std::move(edges));
  }
  friend degree_size_type in_degree(position p, const game_graph& g)
    requires has_predecessors
  {
    degree_size_type count = 0;
    if (g.label(p).is_legal) g.for_each_predecessor(p, [&count](position) { ++count; });
    return count;
  }
  friend degree_size_type degree(position p, const game_graph& g)
    requires has_predecessors
  {
    return in_degree(p, g) + out_degree(p, g);
  }
  friend boost::typed_identity_property_map<position> get(boost::vertex_index_t, const game_graph&) { return {}; }
  friend position get(boost::vertex_index_t, const game_graph&, position p) { return p; }

 private:
  [[nodiscard]] bool is_legal(const state& s, position p) const { return is_no_hole(*m_game, p, s); }

  // The moves of p, which is s.
  [[nodiscard]] std::uint64_t num_successors_of(position p, const state& s) const {
    if constexpr (HasNumSuccessors<G>) {
      if (MergesMoves<G> || !is_folded(*m_game)) return m_game->num_successors(p);
    }
    std::uint64_t count = 0;
    if constexpr (HasSuccessorIndex<G> || HasCanonical<G>) {
      for_each_successor_of(p, s, [&count](position) { ++count; });
    } else {
      m_game->for_each_successor(s, [&count](const state&) { ++count; });
    }
    return count;
  }
  template <class Callback>
  void for_each_successor_of(position p, const state& s, Callback&& f) const {
    if constexpr (HasSuccessorIndex<G>) {
      call_merged_by_index(f, [&](auto&& g) { m_game->for_each_successor_index(p, g); });
    } else {
      call_with_indices(f, [&](auto&& g) { m_game->for_each_successor(s, g); });
    }
  }

  /// Calls f with the index of every state that `walk_states` gives to its callback.
  template <class Callback, class WalkStates>
  void call_with_indices(Callback& f, const WalkStates& walk_states) const {
    if constexpr (has_no_holes<G>) {
      call_with_found(f, walk_states);
    } else {
      call_merged(
          f, [&](auto&& g) { walk_states([&](const state& s) { g(m_game->rank(representative_of(*m_game, s))); }); });
    }
  }

  /// Calls f with every index that `walk` gives to its callback; in a game that is folded, once with each.
  template <class Callback, class Walk>
  void call_merged(Callback& f, const Walk& walk) const {
    if (!is_folded(*m_game)) {
      walk(f);
      return;
    }
    // An orbit may reach a representative by several moves, and the transpose would count them differently:
    // both directions list distinct representatives.
    constexpr std::size_t usual_degree = 64;
    boost::container::small_vector<position, usual_degree> found;
    walk([&found](position q) { found.push_back(q); });
    detail::for_each_distinct({found.data(), found.size()}, f);
  }

  /// The same for a walk by the hooks by index, which may have merged moves themselves.
  template <class Callback, class Walk>
  void call_merged_by_index(Callback& f, const Walk& walk) const {
    if constexpr (MergesMoves<G>) {
      walk(f);
    } else {
      call_merged(f, walk);
    }
  }

  /// The same where positions are found by their keys: those of all states together.
  template <class Callback, class WalkStates>
  void call_with_found(Callback& f, const WalkStates& walk_states) const {
    constexpr std::size_t usual_degree = 64;
    boost::container::small_vector<decltype(m_game->pack(std::declval<const state&>())), usual_degree> keys;
    walk_states([&](const state& s) { keys.push_back(key_of_representative(*m_game, s)); });
    if constexpr (HasCanonical<G>) {
      std::sort(keys.begin(), keys.end());
      keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
    }
    boost::container::small_vector<position, usual_degree> found(keys.size());
    m_game->find_all({keys.data(), keys.size()}, {found.data(), found.size()});
    for (const position q : found) {
      if (q == G::absent) throw input_error("a move leads to a position that cannot be reached from the start");
      f(q);
    }
  }

  [[nodiscard]] static std::pair<edge_iterator, edge_iterator> range_of(
      std::shared_ptr<const std::vector<edge_descriptor>> edges) {
    const auto size = static_cast<std::ptrdiff_t>(edges->size());
    return {edge_iterator(edges, 0), edge_iterator(edges, size)};
  }

  const G* m_game;
};

}  // namespace zermelo

namespace boost {
template <class G>
struct property_map<zermelo::game_graph<G>, vertex_index_t> {
  using type = typed_identity_property_map<zermelo::position>;
  using const_type = type;
};
}  // namespace boost
