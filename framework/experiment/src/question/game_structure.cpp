// SPDX-License-Identifier: MIT
// Strong components of a game's stored graph, and their order.
#include <zermelo/experiment/question/game_structure.hpp>

#include <algorithm>
#include <limits>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/core.h>
#include <boost/graph/strong_components.hpp>
#include <boost/property_map/property_map.hpp>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/random.hpp>
#include <zermelo/experiment/base/memory.hpp>
#include <zermelo/experiment/base/text.hpp>
#include <zermelo/experiment/catalog/any_game.hpp>
#include <zermelo/experiment/question/one_position.hpp>

namespace zermelo::experiment {
namespace {

using vertex = state_graph::vertex;
using components_of_vertices = std::vector<vertex>;

/// A game with its type erased as a graph with labels. Asked a few times per position, never per move.
class erased_graph {
 public:
  using vertex_descriptor = position;

  explicit erased_graph(const any_game& game) : m_game(&game) {}

  friend std::uint64_t num_vertices(const erased_graph& g) { return g.m_game->num_positions(); }
  template <class Callback>
  void for_each_successor(position p, Callback&& f) const {
    for (const position to : successors(*m_game, p)) f(to);
  }
  [[nodiscard]] position_label label(position p) const {
    if (!is_legal(*m_game, p)) return {false, player::first, std::nullopt};
    return {true, player_to_move(*m_game, p),
            end_at(*m_game, p)};  // `end_at` knows the positions without moves as well
  }
  [[nodiscard]] result no_moves(position p) const { return end_at(*m_game, p).value(); }
  [[nodiscard]] std::optional<player> infinite_play() const { return m_game->reading().infinite_play; }
  [[nodiscard]] viewpoint seen_by() const { return m_game->seen_by(); }

 private:
  const any_game* m_game;
};

/// The component of every vertex, for Boost, which writes it once when it finds the vertex and once when it is done
/// with its component: the second time counts as progress.
class watched_components {
 public:
  using key_type = vertex;
  using value_type = vertex;
  using reference = vertex;
  using category = boost::read_write_property_map_tag;
  /// What Boost writes first.
  static constexpr vertex none = std::numeric_limits<vertex>::max();

  watched_components(components_of_vertices& numbers, std::uint64_t& done, work_monitor& monitor)
      : m_numbers(&numbers), m_done(&done), m_monitor(&monitor) {}

  friend vertex get(const watched_components& map, vertex v) { return (*map.m_numbers)[v]; }
  friend void put(const watched_components& map, vertex v, vertex component) {
    (*map.m_numbers)[v] = component;
    if (component == none || ++*map.m_done % report_every != 0) return;
    map.m_monitor->check_stop();
    map.m_monitor->advance(report_every);
  }

 private:
  static constexpr std::uint64_t report_every = 1 << 14;

  components_of_vertices* m_numbers;
  std::uint64_t* m_done;
  work_monitor* m_monitor;
};

/// Numbers the components, so that every edge leads to the same number or a lower one. Returns how many there are.
vertex number_components(const state_graph& graph, components_of_vertices& component, work_monitor& monitor) {
  const std::uint64_t n = num_vertices(graph);
  monitor.phase("components", n);
  std::uint64_t done = 0;
  std::vector<vertex> root(n);
  std::vector<vertex> discovered(n);
  std::vector<boost::default_color_type> color(n);
  const auto index = get(boost::vertex_index, graph);
  return boost::strong_components(graph, watched_components(component, done, monitor),
                                  boost::root_map(boost::make_iterator_property_map(root.begin(), index))
                                      .discover_time_map(boost::make_iterator_property_map(discovered.begin(), index))
                                      .color_map(boost::make_iterator_property_map(color.begin(), index)));
}

/// The vertices by their component.
std::vector<vertex> sort_by_component(const components_of_vertices& component, std::vector<vertex> ends) {
  std::vector<vertex> sorted(component.size());
  for (std::size_t v = component.size(); v-- > 0;) sorted[--ends[component[v]]] = static_cast<vertex>(v);
  return sorted;
}

/// The moves of a game, from a sample of its positions.
std::uint64_t estimate_moves(const any_game& game) {
  constexpr position sample_size = 4096;
  const position n = game.num_positions();
  const position looked_at = std::min(n, sample_size);
  if (looked_at == 0) return 0;
  const position stretch = n / looked_at;
  random_generator random(0);
  std::uint64_t moves = 0;
  for (position i = 0; i < looked_at; ++i) {
    const position p = i * stretch + random.below(stretch);
    if (is_legal(game, p)) moves += successors(game, p).size();
  }
  constexpr double most = 1e19;  // less than 2^64
  return static_cast<std::uint64_t>(
      std::min(static_cast<double>(moves) / static_cast<double>(looked_at) * static_cast<double>(n), most));
}

}  // namespace

std::uint64_t structure_bytes(std::uint64_t positions, std::uint64_t moves) {
  constexpr std::uint64_t bytes_of_graph = 9;  // a row's start and a label
  // Boost keeps a frame for every vertex on the path of its search, in a vector that grows by doubling, so that while
  // it grows it takes three times what it needs at most; and the vertices of open components.
  using traits = boost::graph_traits<state_graph>;
  using frame = std::pair<vertex, std::pair<std::optional<traits::edge_descriptor>,
                                            std::pair<traits::out_edge_iterator, traits::out_edge_iterator>>>;
  constexpr std::uint64_t bytes_of_search = 3 * sizeof(frame) + 4 * sizeof(vertex) + sizeof(boost::default_color_type);
  const double bytes = static_cast<double>(positions) * static_cast<double>(bytes_of_graph + bytes_of_search) +
                       static_cast<double>(moves) * sizeof(vertex);
  constexpr double most = 1e19;  // less than 2^64: some games have positions that no machine has bytes for
  return static_cast<std::uint64_t>(std::min(bytes, most));
}

game_structure find_structure(const state_graph& graph, work_monitor& monitor) {
  const std::uint64_t n = num_vertices(graph);
  game_structure found;
  found.positions = n;
  found.moves = num_edges(graph);
  components_of_vertices component(n);
  const vertex num_components = number_components(graph, component, monitor);

  monitor.phase("order", n);
  std::vector<vertex> ends(num_components, 0);  // of each component's vertices in the sorted list
  for (const vertex c : component) ++ends[c];
  std::vector<vertex> sizes = ends;
  std::inclusive_scan(ends.begin(), ends.end(), ends.begin());
  const std::vector<vertex> sorted = sort_by_component(component, std::move(ends));
  std::vector<vertex> depth(num_components, 1);
  // Components that an edge leads to come first, and their depth is known by then.
  constexpr std::uint64_t report_every = 1 << 14;
  for (std::uint64_t i = 0; i < n; ++i) {
    if (i % report_every == 0) {
      monitor.check_stop();
      monitor.advance(std::min(report_every, n - i));
    }
    const vertex v = sorted[i];
    if (!graph.is_legal(v)) continue;
    const vertex c = component[v];
    ++found.legal;
    if (graph.end(v)) ++found.ends;
    bool has_loop = false;
    for (const vertex to : graph.row(v)) {
      if (component[to] == c) {
        has_loop |= to == v;
      } else {
        depth[c] = std::max(depth[c], depth[component[to]] + 1);
      }
    }
    if (sizes[c] > 1 || has_loop) ++found.on_cycles;
    found.largest_component = std::max<std::uint64_t>(found.largest_component, sizes[c]);
    found.depth = std::max<std::uint64_t>(found.depth, depth[c]);
  }
  found.components = num_components - (n - found.legal);  // a hole is a component to Boost, and to nobody else
  return found;
}

game_structure find_structure(const any_game& game, unsigned threads, work_monitor& monitor) {
  const std::uint64_t bytes = structure_bytes(game.num_positions(), estimate_moves(game));
  const std::uint64_t available = available_memory_bytes();
  if (bytes > available) {
    throw resource_error(fmt::format("{} positions: their structure may take {}, {} are available",
                                     counted(game.num_positions()), format_bytes(bytes), format_bytes(available)));
  }
  const erased_graph erased(game);
  return find_structure(state_graph(erased, erased, threads, monitor), monitor);
}

}  // namespace zermelo::experiment
