// SPDX-License-Identifier: MIT
// Solves a game that is given as a Boost.Graph graph; see ../any_graph.md.
//
// A carriage stands in a small town of one-way streets. Each place belongs to one of two players, who chooses the next
// street. Anna wins at the harbour, Bert at the market; the church is a tie.
#include <cstdlib>
#include <optional>
#include <string>
#include <utility>

#include <fmt/core.h>
#include <boost/graph/adjacency_list.hpp>
#include <boost/range/iterator_range.hpp>

#include <zermelo/core/graph/position_labels.hpp>
#include <zermelo/core/solve/retrograde_analysis.hpp>
#include <zermelo/core/verify/verify_solution.hpp>

namespace {

constexpr auto anna = zermelo::player::first;
constexpr auto bert = zermelo::player::second;

struct junction {
  std::string name;
  zermelo::player to_move = anna;
  std::optional<zermelo::result> end{};
};

using town = boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS, junction>;

town build_town() {
  town streets;
  const auto gate = add_vertex({"gate", anna}, streets);
  const auto mill = add_vertex({"mill", bert}, streets);
  const auto bridge = add_vertex({"bridge", anna}, streets);
  const auto tower = add_vertex({"tower", bert}, streets);
  const auto well = add_vertex({"well", bert}, streets);
  const auto garden = add_vertex({"garden", anna}, streets);
  const auto harbour = add_vertex({"harbour", anna, zermelo::result::won_by(anna)}, streets);
  const auto market = add_vertex({"market", bert, zermelo::result::won_by(bert)}, streets);
  const auto church = add_vertex({"church", anna, zermelo::result::tied()}, streets);
  const auto dead_end = add_vertex({"dead end", bert}, streets);  // a player without a move loses
  for (const auto& [from, to] : {std::pair{gate, mill},
                                 {gate, tower},
                                 {mill, bridge},
                                 {mill, harbour},
                                 {bridge, dead_end},
                                 {bridge, market},
                                 {tower, gate},
                                 {tower, church},
                                 {well, garden},
                                 {garden, well},
                                 {garden, market}}) {
    add_edge(from, to, streets);
  }
  return streets;
}

}  // namespace

int main() {
  const town streets = build_town();
  const auto labels = zermelo::label_graph(get(&junction::to_move, streets), get(&junction::end, streets));
  const zermelo::value_table values = zermelo::retrograde_analysis(streets, labels).values;

  for (const auto v : boost::make_iterator_range(vertices(streets))) {
    const zermelo::position_value value = values[v];
    fmt::print("{:<9} {} to move: {}", streets[v].name, streets[v].to_move == anna ? "Anna" : "Bert",
               to_string(value.outcome));
    if (value.distance_plies != zermelo::no_distance) fmt::print(" in {}", value.distance_plies);
    fmt::print("\n");
  }

  zermelo::solve_visitor silent;
  const zermelo::verify_report report = zermelo::verify_solution(streets, labels, values, 1, silent);
  fmt::print("{} places checked, {} wrong\n", report.checked, report.wrong);
  return report.accepted() ? EXIT_SUCCESS : EXIT_FAILURE;
}
