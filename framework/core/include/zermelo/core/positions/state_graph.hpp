// SPDX-License-Identifier: MIT
// A game as a stored Boost.Graph graph with one edge per move. Any algorithm of Boost.Graph runs on it at the speed of
// array accesses, while game_graph.hpp calls the rules at every step.
//
//   const zermelo::state_graph graph(game);
//   std::vector<std::uint32_t> component(num_vertices(graph));
//   boost::strong_components(graph, boost::make_iterator_property_map(component.begin(), get(boost::vertex_index,
//   graph)));
//
// Vertices are all positions of the index range. Unused indices and terminals have no out-edges. The following property
// maps are read with get(name, graph) and get(name, graph, v):
//
//   vertex_is_legal   bool: whether the position is legal
//   vertex_player     player: the player to move, even in a terminal; for an unused index, the first player
//   vertex_end        std::optional<result>: the result of a terminal position, or of a position without moves
//
// `outcome_map` and `distance_map` are property maps of the entries of a solution.
//
// A state_graph models VertexListGraph, EdgeListGraph, IncidenceGraph and AdjacencyGraph, and the concept
// PositionLabels, so that `retrograde_analysis(graph, graph)` solves it. Immutable and thread-safe once built.
//
//   time    two walks over all moves, in parallel
//   memory  4 E + 9 V bytes, with E moves and V positions
//   throws  resource_error for 2^32 - 1 positions or more, interrupted, std::bad_alloc
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <type_traits>
#include <utility>
#include <vector>

#include <fmt/core.h>
#include <boost/graph/properties.hpp>
#include <boost/property_map/property_map.hpp>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/game/game.hpp>
#include <zermelo/core/graph/build_rows.hpp>
#include <zermelo/core/graph/compressed_rows_graph.hpp>
#include <zermelo/core/graph/graph_access.hpp>
#include <zermelo/core/graph/packed_labels.hpp>
#include <zermelo/core/graph/position_labels.hpp>
#include <zermelo/core/positions/game_graph.hpp>
#include <zermelo/core/value/outcome.hpp>

namespace zermelo {

class state_graph;

/// A readable property map: the value of the member function `Read` of a state_graph for each vertex.
template <auto Read>
class state_property_map {
 public:
  using key_type = std::uint32_t;
  using value_type = decltype((std::declval<const state_graph&>().*Read)(key_type{}));
  using reference = value_type;
  using category = boost::readable_property_map_tag;

  explicit state_property_map(const state_graph& graph) : m_graph(&graph) {}
  friend value_type get(const state_property_map& map, key_type v) { return (map.m_graph->*Read)(v); }
  value_type operator[](key_type v) const { return (m_graph->*Read)(v); }

 private:
  const state_graph* m_graph;
};

/// The name of a property map.
template <auto Read>
struct state_property {
  using kind = boost::vertex_property_tag;
};

class state_graph : public compressed_rows<std::uint32_t, std::uint64_t> {
 public:
  using vertex = std::uint32_t;

  /// The graph of a game. @param threads  0 uses all processors
  template <RankedGame G>
  explicit state_graph(const G& game, unsigned threads = 0, work_monitor&& monitor = {})
      : state_graph(game, threads, monitor) {}
  template <RankedGame G>
  state_graph(const G& game, unsigned threads, work_monitor& monitor)
      : state_graph(game_graph<G>(game), game_graph<G>(game), threads, monitor) {}
  /// The graph of any graph with labels.
  template <SuccessorGraph Graph, PositionLabels<vertex_of<Graph>> Labels>
  state_graph(const Graph& graph, const Labels& labels, unsigned threads, work_monitor& monitor)
      : m_infinite_play(labels.infinite_play()),
        m_seen_by(viewpoint_of(labels)),
        m_max_margin(max_margin_of_labels(labels)) {
    const std::uint64_t n = num_vertices(graph);
    if (n >= std::numeric_limits<vertex>::max()) {
      throw resource_error(fmt::format("state_graph: expected at most 2^32 - 2 positions, got {}", n));
    }
    m_labels = packed_labels(n);
    const unsigned workers = resolve_threads(threads);
    std::mutex guard;
    const std::vector<std::uint64_t> first_edges = detail::count_rows(n, workers, monitor, [&](std::uint64_t i) {
      const auto v = static_cast<vertex_of<Graph>>(i);
      const position_label label = labels.label(v);
      std::uint64_t moves = 0;
      if (label.is_legal && !label.terminal) walk(graph, v, [&moves](auto) { ++moves; });
      if (!label.is_legal) {
        m_labels.set_unused(i);
      } else if (label.terminal || moves > 0) {
        m_labels.set(i, label.to_move, label.terminal, guard);
      } else {
        m_labels.set(i, label.to_move, labels.no_moves(v), guard);
      }
      return moves;
    });
    static_cast<compressed_rows&>(*this) = detail::fill_rows<vertex, std::uint64_t>(
        n, first_edges, workers, monitor, [&](std::uint64_t i, const auto& add) {
          if (is_legal(i) && !end(i)) walk(graph, static_cast<vertex_of<Graph>>(i), add);
        });
  }

  // Precondition of the members with a vertex v: v < num_vertices(*this).
  [[nodiscard]] bool is_legal(position v) const { return m_labels.is_legal(v); }
  [[nodiscard]] player player_to_move(position v) const { return m_labels.player_to_move(v); }
  [[nodiscard]] std::optional<result> end(position v) const { return m_labels.end(v); }
  /// The player that wins endless play; empty if endless play is a draw.
  [[nodiscard]] std::optional<player> infinite_play() const { return m_infinite_play; }
  /// The meaning of `first` and `second` in `player_to_move` and `end`.
  [[nodiscard]] viewpoint seen_by() const { return m_seen_by; }
  /// The greatest margin of any position.
  [[nodiscard]] std::uint32_t max_margin() const { return m_max_margin; }

  // The other members of the concept PositionLabels.
  [[nodiscard]] position_label label(position v) const { return m_labels.label(v); }
  /// The result in a position without moves. @throws std::logic_error if v has moves.
  [[nodiscard]] result no_moves(position v) const {
    const std::optional<result> no_move = end(v);
    if (!no_move) throw std::logic_error("no_moves was called at a position with moves");
    return *no_move;
  }

 private:
  /// Calls f(target) for the moves of a legal position that is not terminal.
  template <class Graph, class Callback>
  static void walk(const Graph& graph, vertex_of<Graph> v, const Callback& f) {
    if constexpr (requires { graph.for_each_live_successor(v, f); }) {
      graph.for_each_live_successor(v, f);
    } else {
      for_each_successor(v, graph, f);
    }
  }

  std::optional<player> m_infinite_play;
  viewpoint m_seen_by;
  std::uint32_t m_max_margin;
  packed_labels m_labels;
};

using vertex_is_legal_t = state_property<&state_graph::is_legal>;
using vertex_player_t = state_property<&state_graph::player_to_move>;
using vertex_end_t = state_property<&state_graph::end>;
inline constexpr vertex_is_legal_t vertex_is_legal{};
inline constexpr vertex_player_t vertex_player{};
inline constexpr vertex_end_t vertex_end{};

template <auto Read>
[[nodiscard]] state_property_map<Read> get(state_property<Read> /*name*/, const state_graph& g) {
  return state_property_map<Read>(g);
}
template <auto Read>
[[nodiscard]] auto get(state_property<Read> /*name*/, const state_graph& g, state_graph::vertex v) {
  return (g.*Read)(v);
}

/// A readable property map: one member of every entry of a solution, which must outlive the map.
/// @tparam Entries  a type whose operator[] returns a position_value, such as value_table or solution_entries
template <class Entries, auto Member>
class entry_member_map {
 public:
  using key_type = position;
  using value_type = std::remove_cvref_t<decltype(std::declval<position_value>().*Member)>;
  using reference = value_type;
  using category = boost::readable_property_map_tag;

  explicit entry_member_map(const Entries& entries) : m_entries(&entries) {}
  friend value_type get(const entry_member_map& map, position p) { return (*map.m_entries)[p].*Member; }
  value_type operator[](position p) const { return (*m_entries)[p].*Member; }

 private:
  const Entries* m_entries;
};

/// [position]: the outcome for the player to move.
template <class Entries>
[[nodiscard]] entry_member_map<Entries, &position_value::outcome> outcome_map(const Entries& entries) {
  return entry_member_map<Entries, &position_value::outcome>(entries);
}
/// [position]: the distance to the end of play in plies; `no_distance` for draws and illegal positions.
template <class Entries>
[[nodiscard]] entry_member_map<Entries, &position_value::distance_plies> distance_map(const Entries& entries) {
  return entry_member_map<Entries, &position_value::distance_plies>(entries);
}

}  // namespace zermelo

namespace boost {
template <auto Read>
struct property_map<zermelo::state_graph, zermelo::state_property<Read>> {
  using type = zermelo::state_property_map<Read>;
  using const_type = type;
};
}  // namespace boost
