// SPDX-License-Identifier: MIT
#include <zermelo/catalog/query/game_structure.hpp>

#include <algorithm>
#include <cstddef>
#include <limits>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/core.h>
#include <boost/graph/strong_components.hpp>
#include <boost/property_map/property_map.hpp>

#include <zermelo/catalog/base/memory.hpp>
#include <zermelo/catalog/base/text.hpp>
#include <zermelo/catalog/games/any_game.hpp>
#include <zermelo/catalog/query/one_position.hpp>
#include <zermelo/core/base/random.hpp>
#include <zermelo/core/base/saturating.hpp>
#include <zermelo/core/positions/sample_positions.hpp>

namespace zermelo {
namespace {

using vertex = state_graph::vertex;
using component_numbers = std::vector<vertex>;  ///< [vertex]

/// The number of vertices between two reports of progress.
constexpr std::uint64_t report_interval = 1 << 14;

/// Presents a game as a graph with labels, from which a state_graph is built.
class erased_graph {
 public:
  using vertex_descriptor = position;

  explicit erased_graph(const any_game& game) : m_game(&game) {}

  friend std::uint64_t num_vertices(const erased_graph& g) { return g.m_game->num_positions(); }
  template <class Callback>
  void for_each_successor(position p, Callback&& f) const {
    for (const numbered_move& move : moves_of(*m_game, p)) f(move.to);
  }
  [[nodiscard]] position_label label(position p) const {
    if (!is_legal(*m_game, p)) return {false, player::first, std::nullopt};
    return {true, player_to_move(*m_game, p), end_at(*m_game, p)};  // includes the result of a position without moves
  }
  [[nodiscard]] result no_moves(position p) const { return end_at(*m_game, p).value(); }
  [[nodiscard]] std::optional<player> infinite_play() const { return m_game->result_rule().infinite_play; }
  [[nodiscard]] viewpoint seen_by() const { return m_game->seen_by(); }

 private:
  const any_game* m_game;
};

/// A property map from vertices to components. Boost writes `none` when it finds a vertex, and the component's number
/// when the component is complete, which is reported as progress.
class reporting_component_map {
 public:
  using key_type = vertex;
  using value_type = vertex;
  using reference = vertex;
  using category = boost::read_write_property_map_tag;
  static constexpr vertex none = std::numeric_limits<vertex>::max();

  reporting_component_map(component_numbers& numbers, std::uint64_t& done, work_monitor& monitor)
      : m_numbers(&numbers), m_done(&done), m_monitor(&monitor) {}

  friend vertex get(const reporting_component_map& map, vertex v) { return (*map.m_numbers)[v]; }
  friend void put(const reporting_component_map& map, vertex v, vertex component) {
    (*map.m_numbers)[v] = component;
    if (component == none || ++*map.m_done % report_interval != 0) return;
    map.m_monitor->check_stop();
    map.m_monitor->advance(report_interval);
  }

 private:
  component_numbers* m_numbers;
  std::uint64_t* m_done;  ///< the number of vertices in complete components; shared by Boost's copies of the map
  work_monitor* m_monitor;
};

/// Numbers the components so that edges never lead to a higher number. Returns the number of components.
vertex number_components(const state_graph& graph, component_numbers& component, work_monitor& monitor) {
  const std::uint64_t n = num_vertices(graph);
  monitor.phase("components", n);
  std::uint64_t done = 0;
  std::vector<vertex> root(n);
  std::vector<vertex> discovered(n);
  std::vector<boost::default_color_type> color(n);
  const auto index = get(boost::vertex_index, graph);
  return boost::strong_components(graph, reporting_component_map(component, done, monitor),
                                  boost::root_map(boost::make_iterator_property_map(root.begin(), index))
                                      .discover_time_map(boost::make_iterator_property_map(discovered.begin(), index))
                                      .color_map(boost::make_iterator_property_map(color.begin(), index)));
}

/// Returns the vertices sorted by component. @param ends  [component]: the number of vertices up to its last vertex
std::vector<vertex> sort_by_component(const component_numbers& component, std::vector<vertex> ends) {
  std::vector<vertex> sorted(component.size());
  for (std::size_t v = component.size(); v-- > 0;) sorted[--ends[component[v]]] = static_cast<vertex>(v);
  return sorted;
}

/// Estimates the number of moves of a game from a sample of its positions.
std::uint64_t estimate_moves(const any_game& game) {
  random_generator random(0);
  std::uint64_t moves = 0;
  const position num_sampled = for_each_sampled(game.num_positions(), positions_sampled, random, [&](position p) {
    if (is_legal(game, p)) moves += moves_of(game, p).size();
  });
  if (num_sampled == 0) return 0;
  return saturating_number(static_cast<double>(moves) / static_cast<double>(num_sampled) *
                           static_cast<double>(game.num_positions()));
}

}  // namespace

game_structure find_structure(const state_graph& graph, work_monitor& monitor) {
  const std::uint64_t n = num_vertices(graph);
  game_structure structure;
  structure.positions = n;
  structure.moves = num_edges(graph);
  component_numbers component(n);
  const vertex num_components = number_components(graph, component, monitor);

  monitor.phase("order", n);
  std::vector<vertex> ends(num_components, 0);  // ends of each component's vertices in the sorted list
  for (const vertex c : component) ++ends[c];
  std::vector<vertex> sizes = ends;
  std::inclusive_scan(ends.begin(), ends.end(), ends.begin());
  const std::vector<vertex> sorted = sort_by_component(component, std::move(ends));
  std::vector<vertex> depth(num_components, 1);
  // An edge leads to the same or an earlier component. The depth of earlier components is known.
  for (std::uint64_t i = 0; i < n; ++i) {
    if (i % report_interval == 0) {
      monitor.check_stop();
      monitor.advance(std::min(report_interval, n - i));
    }
    const vertex v = sorted[i];
    if (!graph.is_legal(v)) continue;
    const vertex c = component[v];
    ++structure.legal_positions;
    if (graph.end(v)) ++structure.ends;
    bool has_loop = false;
    for (const vertex to : graph.row(v)) {
      if (component[to] == c) {
        has_loop |= to == v;
      } else {
        depth[c] = std::max(depth[c], depth[component[to]] + 1);
      }
    }
    if (sizes[c] > 1 || has_loop) ++structure.cyclic_positions;
    structure.largest_component = std::max<std::uint64_t>(structure.largest_component, sizes[c]);
    structure.depth = std::max<std::uint64_t>(structure.depth, depth[c]);
  }
  structure.components = num_components - (n - structure.legal_positions);  // without the components of unused indices
  return structure;
}

game_structure find_structure(const any_game& game, unsigned threads, work_monitor& monitor) {
  // A vertex takes 9 bytes in the graph, four numbers in the search, and, in a deep search, a stack frame in a vector
  // of Boost.Graph that grows by doubling.
  constexpr std::uint64_t bytes_per_vertex = 220;
  const std::uint64_t bytes = saturating_sum(saturating_product(game.num_positions(), bytes_per_vertex),
                                             saturating_product(estimate_moves(game), sizeof(vertex)));
  expect_available(fmt::format("{} positions: finding the structure may need", grouped_digits(game.num_positions())),
                   bytes);
  const erased_graph erased(game);
  return find_structure(state_graph(erased, erased, threads, monitor), monitor);
}

}  // namespace zermelo
