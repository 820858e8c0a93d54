// SPDX-License-Identifier: MIT
// Runs Boost.Graph's algorithms on a game and prints their results; see ../state_graph.md. If a file name is given, the
// program also writes the graph for Graphviz.
//
// A fox hunts a hare on the four fields around a pond. The hare is safe in its burrow behind field 1, which the fox
// cannot enter. They take turns: each moves to a neighbouring field or stays.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <optional>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include <fmt/core.h>
#include <boost/graph/breadth_first_search.hpp>
#include <boost/graph/graphviz.hpp>
#include <boost/graph/strong_components.hpp>
#include <boost/range/iterator_range.hpp>

#include <zermelo/core/positions/state_graph.hpp>
#include <zermelo/core/solve/retrograde_analysis.hpp>

namespace {

class fox_and_hare {
 public:
  static constexpr auto hare = zermelo::player::first;
  static constexpr auto fox = zermelo::player::second;

  struct state {
    zermelo::player turn = hare;
    std::uint32_t hare_field = 2;
    std::uint32_t fox_field = 3;
    friend bool operator==(const state&, const state&) = default;
  };

  zermelo::position num_positions() const { return 2 * num_fields * num_fields; }
  zermelo::position rank(const state& s) const {
    return (index_of(s.turn) * num_fields + s.hare_field) * num_fields + s.fox_field;
  }
  state unrank(zermelo::position p) const {
    return {p < num_fields * num_fields ? hare : fox, static_cast<std::uint32_t>(p / num_fields % num_fields),
            static_cast<std::uint32_t>(p % num_fields)};
  }
  bool is_legal(const state& s) const { return s.fox_field != burrow; }

  zermelo::player player_to_move(const state& s) const { return s.turn; }
  std::optional<zermelo::result> terminal(const state& s) const {
    if (s.hare_field == burrow) return zermelo::result::won_by(hare);
    if (s.hare_field == s.fox_field) return zermelo::result::won_by(fox);
    return std::nullopt;
  }
  template <class Callback>
  void for_each_successor(const state& s, Callback&& f) const {
    for (std::uint32_t to = 0; to < num_fields; ++to) {
      if (s.turn == hare && leads(s.hare_field, to)) f(state{fox, to, s.fox_field});
      if (s.turn == fox && leads(s.fox_field, to) && to != burrow) f(state{hare, s.hare_field, to});
    }
  }
  zermelo::result no_moves(const state& s) const { return zermelo::result::won_by(opponent(s.turn)); }
  state start() const { return {}; }

 private:
  static constexpr std::uint32_t num_fields = 5;
  static constexpr std::uint32_t burrow = 0;
  /// Whether a move leads from field to field. The burrow is behind field 1; fields 1 to 4 lie around the pond.
  static bool leads(std::uint32_t from, std::uint32_t to) {
    if (from == to) return true;
    if (from == burrow || to == burrow) return from + to == 1;
    return (from + to) % 2 == 1;
  }
};

constexpr auto hare = fox_and_hare::hare;

/// Returns the fields, such as "hare 3, fox 1". The picture shows the player to move by the shape.
std::string text_of(const fox_and_hare& game, zermelo::position p) {
  const auto s = game.unrank(p);
  return s.hare_field == 0 ? fmt::format("hare home, fox {}", s.fox_field)
                           : fmt::format("hare {}, fox {}", s.hare_field, s.fox_field);
}

/// Prints the number of strong components, within which play can return to a position, and the size of the largest.
void print_components(const zermelo::state_graph& graph) {
  std::vector<std::uint32_t> component(num_vertices(graph));
  const auto component_map = boost::make_iterator_property_map(component.begin(), get(boost::vertex_index, graph));
  const std::uint32_t count = boost::strong_components(graph, component_map);
  std::vector<std::uint32_t> sizes(count);
  for (const auto v : boost::make_iterator_range(vertices(graph))) {
    if (get(zermelo::vertex_is_legal, graph, v)) ++sizes[component[v]];
  }
  const auto unused = std::count(sizes.begin(), sizes.end(), 0U);
  fmt::print("{} components, the largest of {} positions\n", count - unused,
             *std::max_element(sizes.begin(), sizes.end()));
}

/// Prints a shortest line of play from the start to any terminal, whoever wins.
void print_shortest_play(const fox_and_hare& game, const zermelo::state_graph& graph) {
  const auto start = static_cast<zermelo::state_graph::vertex>(game.rank(game.start()));
  std::vector<std::uint32_t> predecessors(num_vertices(graph));
  std::vector<std::uint32_t> plies(num_vertices(graph));
  boost::breadth_first_search(graph, start,
                              boost::visitor(boost::make_bfs_visitor(
                                  std::pair(boost::record_distances(plies.data(), boost::on_tree_edge()),
                                            boost::record_predecessors(predecessors.data(), boost::on_tree_edge())))));

  auto nearest = start;
  for (const auto v : boost::make_iterator_range(vertices(graph))) {
    const bool is_reached_end = get(zermelo::vertex_end, graph, v) && plies[v] > 0;
    if (is_reached_end && (nearest == start || plies[v] < plies[nearest])) nearest = v;
  }
  std::string line = text_of(game, nearest);
  for (auto v = nearest; v != start; v = predecessors[v]) line = text_of(game, predecessors[v]) + " -> " + line;
  fmt::print("the shortest play: {}\n", line);
}

/// Writes the graph for Graphviz: ellipses are the hare's turns, boxes the fox's; blue positions are won by the hare,
/// orange ones by the fox, white ones by nobody.
void write_picture(std::ostream& out, const fox_and_hare& game, const zermelo::state_graph& graph,
                   const zermelo::value_table& values) {
  const auto outcomes = zermelo::outcome_map(values);
  const auto plies = zermelo::distance_map(values);
  const auto write_position = [&](std::ostream& to, zermelo::state_graph::vertex v) {
    if (!get(zermelo::vertex_is_legal, graph, v)) {
      to << "[style=invis]";
      return;
    }
    const zermelo::player to_move = get(zermelo::vertex_player, graph, v);
    const auto winner = zermelo::raw_winner(get(outcomes, v), to_move);
    const char* const colour = !winner ? "white" : *winner == hare ? "lightblue" : "orange";
    const std::string value = winner ? fmt::format("{} wins in {}", *winner == hare ? "hare" : "fox", get(plies, v))
                                     : std::string("nobody wins");
    to << fmt::format(R"([label="{}\n{}", shape={}, style=filled, fillcolor={}])", text_of(game, v), value,
                      to_move == hare ? "ellipse" : "box", colour);
  };
  boost::write_graphviz(out, graph, write_position);
}

}  // namespace

int main(int argc, char** argv) {
  const fox_and_hare game;
  const zermelo::state_graph graph(game);
  fmt::print("{} positions, {} moves\n", num_vertices(graph), num_edges(graph));
  print_components(graph);
  print_shortest_play(game, graph);

  const zermelo::value_table values = zermelo::retrograde_analysis(graph, graph).values;
  const auto start = game.rank(game.start());
  fmt::print("start: {} in {}\n", to_string(get(zermelo::outcome_map(values), start)),
             get(zermelo::distance_map(values), start));
  if (argc < 2) return EXIT_SUCCESS;
  std::ofstream picture(argv[1]);
  write_picture(picture, game, graph, values);
  return picture.flush() ? EXIT_SUCCESS : EXIT_FAILURE;
}
