// SPDX-License-Identifier: MIT
// Tests that a game models the concepts of Boost.Graph, that Boost's algorithms run on it, and that its stored
// transpose is correct.
#include <algorithm>
#include <array>
#include <concepts>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <numeric>
#include <optional>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include <gtest/gtest.h>
#include <boost/concept/assert.hpp>
#include <boost/graph/breadth_first_search.hpp>
#include <boost/graph/graph_concepts.hpp>
#include <boost/property_map/property_map.hpp>
#include <boost/range/iterator_range.hpp>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/uninitialized_array.hpp>
#include <zermelo/core/base/word_access.hpp>
#include <zermelo/core/engines/engine_list.hpp>
#include <zermelo/core/engines/explicit_engine.hpp>
#include <zermelo/core/engines/game_task.hpp>
#include <zermelo/core/graph/compressed_rows_graph.hpp>
#include <zermelo/core/graph/transposed_graph.hpp>
#include <zermelo/core/positions/game_graph.hpp>
#include <zermelo/core/positions/graph_sample.hpp>
#include <zermelo/core/positions/unreached_positions.hpp>
#include <zermelo/core/progress/visitor.hpp>
#include <zermelo/core/rules/rules_of_game.hpp>
#include <zermelo/testkit/stop_after.hpp>

#include "table_game.hpp"

namespace zermelo::test::game_graph_test {
namespace {

using graph = game_graph<table_game>;
using forward_graph = game_graph<forward_table_game>;

BOOST_CONCEPT_ASSERT((boost::VertexListGraphConcept<graph>));
BOOST_CONCEPT_ASSERT((boost::IncidenceGraphConcept<graph>));
BOOST_CONCEPT_ASSERT((boost::BidirectionalGraphConcept<graph>));
BOOST_CONCEPT_ASSERT((boost::ReadablePropertyGraphConcept<graph, position, boost::vertex_index_t>));
BOOST_CONCEPT_ASSERT((boost::VertexListGraphConcept<forward_graph>));
BOOST_CONCEPT_ASSERT((boost::IncidenceGraphConcept<forward_graph>));

static_assert(std::derived_from<graph::traversal_category, boost::bidirectional_graph_tag>);
static_assert(std::derived_from<forward_graph::traversal_category, boost::incidence_graph_tag>);
static_assert(!std::derived_from<forward_graph::traversal_category, boost::bidirectional_graph_tag>);
template <class Graph>
concept HasInEdges = requires(const Graph& g) { in_edges(position{}, g); };
static_assert(HasInEdges<graph> && !HasInEdges<forward_graph>);
static_assert(PredecessorGraph<graph> && SuccessorGraph<graph>);
static_assert(!PredecessorGraph<forward_graph> && SuccessorGraph<forward_graph>);
static_assert(PositionLabels<graph, position> && PositionLabels<forward_graph, position>);

/// A game with every special case and the given size; many positions are reachable from position 0.
table_game odd_game(std::uint32_t num_positions, std::uint64_t seed) {
  random_generator random(seed);
  random_table_shape shape;
  shape.num_positions = num_positions;
  shape.unused_chance = 0.2;
  game_table table = random_table(random, shape);
  table.rows[0].is_legal = true;
  table.rows[0].terminal.reset();
  constexpr std::uint32_t lenders = 10;
  for (std::uint32_t v = 1; v <= lenders; ++v) {
    const auto& lent = table.rows[v].successors;
    table.rows[0].successors.insert(table.rows[0].successors.end(), lent.begin(), lent.end());
  }
  return table_game(std::move(table));
}

/// The positions reachable from position 0 with their least number of plies, by a search that only this test uses.
std::map<position, std::uint64_t> plies_from_start(const table_game& game) {
  std::map<position, std::uint64_t> plies{{0, 0}};
  std::vector<std::uint32_t> queue{0};
  for (std::size_t i = 0; i < queue.size(); ++i) {
    const table_row& row = game.table().rows[queue[i]];
    if (row.terminal) continue;
    for (const std::uint32_t to : row.successors) {
      if (plies.emplace(to, plies[queue[i]] + 1).second) queue.push_back(to);
    }
  }
  return plies;
}

TEST(game_graph, boost_breadth_first_search_finds_distances_in_a_game) {
  constexpr std::uint64_t unreached = 1'000'000;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const table_game game = odd_game(300, seed);
    const graph g(game);
    std::vector<std::uint64_t> distances(num_vertices(g), unreached);
    distances[0] = 0;
    std::vector<boost::default_color_type> colors(num_vertices(g));
    const auto index = get(boost::vertex_index, g);
    boost::breadth_first_search(
        g, position{0},
        boost::visitor(boost::make_bfs_visitor(boost::record_distances(
                           boost::make_iterator_property_map(distances.begin(), index), boost::on_tree_edge())))
            .color_map(boost::make_iterator_property_map(colors.begin(), index)));

    const auto expected = plies_from_start(game);
    ASSERT_GT(expected.size(), 10U) << seed;
    for (position p = 0; p < num_vertices(g); ++p) {
      const auto found = expected.find(p);
      ASSERT_EQ(distances[p], found == expected.end() ? unreached : found->second) << seed;
      ASSERT_EQ(colors[p] == boost::black_color, found != expected.end()) << seed;
    }

    for (const unsigned threads : {1U, 4U}) {
      const auto reached = find_reached(rules_of_game(game), game.rank(game.start()), threads, silent);
      for (position p = 0; p < num_vertices(g); ++p) ASSERT_EQ(is_reached(reached, p), expected.contains(p)) << seed;
    }
  }
}

using edge = std::tuple<position, position, std::uint32_t>;
edge tuple_of(const graph::edge_descriptor& e) { return {e.from, e.to, e.number}; }

TEST(game_graph, edge_has_equal_descriptors_from_both_ends) {
  const table_game game = odd_game(100, 1);
  const graph g(game);
  std::vector<edge> out;
  std::vector<edge> in;
  const auto [begin, end] = vertices(g);
  EXPECT_EQ(static_cast<std::uint64_t>(std::distance(begin, end)), num_vertices(g));
  for (auto v = begin; v != end; ++v) {
    std::uint64_t ahead = 0;
    for (auto [e, last] = out_edges(*v, g); e != last; ++e, ++ahead) {
      EXPECT_EQ(source(*e, g), *v);
      EXPECT_EQ(target(*e, g), game.table().rows[*v].successors[ahead]);
      out.push_back(tuple_of(*e));
    }
    const table_row& row = game.table().rows[*v];
    EXPECT_EQ(ahead, row.is_legal && !row.terminal ? row.successors.size() : 0);
    std::uint64_t behind = 0;
    for (auto [e, last] = in_edges(*v, g); e != last; ++e, ++behind) {
      EXPECT_EQ(target(*e, g), *v);
      in.push_back(tuple_of(*e));
    }
    EXPECT_EQ(out_degree(*v, g), ahead);
    EXPECT_EQ(in_degree(*v, g), behind);
    EXPECT_EQ(degree(*v, g), ahead + behind);
  }
  std::sort(out.begin(), out.end());
  std::sort(in.begin(), in.end());
  EXPECT_EQ(in, out);
  EXPECT_EQ(std::adjacent_find(out.begin(), out.end()), out.end()) << "parallel edges have different descriptors";
  const auto same_ends = [](const edge& a, const edge& b) {
    return std::get<0>(a) == std::get<0>(b) && std::get<1>(a) == std::get<1>(b);
  };
  EXPECT_NE(std::adjacent_find(out.begin(), out.end(), same_ends), out.end()) << "the graph has parallel edges";
}

TEST(game_graph, supports_several_edge_ranges_at_once) {
  const game_table table{{{true, player::first, std::nullopt, {}, {1, 2}},
                          {true, player::first, std::nullopt, {}, {2, 0, 0}},
                          {true, player::first, std::nullopt, {}, {0}}},
                         std::nullopt};
  const table_game game(table);
  const graph g(game);
  std::array ranges{out_edges(0, g), out_edges(1, g), out_edges(2, g), out_edges(0, g)};
  const auto retained = ranges[1].first;
  std::vector<position> targets;
  for (bool any = true; any;) {
    any = false;
    for (auto& [e, end] : ranges) {
      if (e == end) continue;
      targets.push_back(target(*e++, g));
      any = true;
    }
  }
  EXPECT_EQ(targets, (std::vector<position>{1, 2, 0, 1, 2, 0, 2, 0}));
  ranges = {};
  EXPECT_EQ(target(*retained, g), 2U) << "an iterator keeps its edges alive";
  EXPECT_EQ(target(*(retained + 2), g), 0U);
}

/// Lists position 0 as a predecessor of every position.
class false_predecessors : public forward_table_game {
 public:
  using forward_table_game::forward_table_game;
  template <class Callback>
  void for_each_predecessor(state, const Callback& f) const {
    f(0);
  }
};

TEST(game_graph, rejects_predecessor_without_its_move) {
  const false_predecessors game({{{true, player::first, std::nullopt, {}, {1}}, {}, {}}, std::nullopt});
  const game_graph<false_predecessors> g(game);
  EXPECT_EQ(source(*in_edges(1, g).first, g), 0U);
  EXPECT_THROW((void)in_edges(2, g), contract_error);
}

TEST(game_graph, sample_of_a_small_game_contains_all_positions) {
  const table_game game = odd_game(500, 2);
  std::uint64_t edges = 0;
  std::uint64_t largest = 0;
  for (position p = 0; p < 500; ++p) {
    edges += out_degree(p, graph(game));
    largest = std::max(largest, out_degree(p, graph(game)));
  }
  const graph_sample sample = sample_graph(rules_of_game(game));
  EXPECT_EQ(sample.positions, 500U);
  EXPECT_EQ(sample.largest_out_degree, largest);
  EXPECT_DOUBLE_EQ(sample.edges_per_position * 500, static_cast<double>(edges));
  const game_task<table_game> task(game);
  EXPECT_LT(implicit_engine.peak_bytes(task.on_threads(1), sample),
            explicit_engine.peak_bytes(task.on_threads(1), sample));
  EXPECT_EQ(sample_graph(rules_of_game(table_game({}))).positions, 0U);
}

using row_lists = std::vector<std::vector<std::uint32_t>>;

/// The rows of a stored transpose, sorted.
template <class Stored>
row_lists sorted_rows(const Stored& stored) {
  row_lists rows(num_vertices(stored));
  for (std::size_t v = 0; v < rows.size(); ++v) {
    for_each_predecessor(static_cast<vertex_of<Stored>>(v), stored,
                         [&](auto from) { rows[v].push_back(static_cast<std::uint32_t>(from)); });
    std::sort(rows[v].begin(), rows[v].end());
  }
  return rows;
}

TEST(materialize, rows_equal_the_transpose_for_any_number_of_threads_and_index_width) {
  const table_game game = odd_game(70'000, 3);  // several blocks for each thread
  const row_lists expected = predecessors_of(game.table());
  const auto edges = std::accumulate(expected.begin(), expected.end(), std::uint64_t{0},
                                     [](std::uint64_t sum, const auto& row) { return sum + row.size(); });
  for (const unsigned threads : {1U, 2U, 4U}) {
    for (const index_width width : {index_width::narrow, index_width::wide}) {
      const stored_graph stored = materialize(graph(game), {threads, width}, silent);
      EXPECT_EQ(num_vertices(stored), game.num_positions());
      EXPECT_EQ(stored.index(), width == index_width::narrow ? 0U : 2U);
      std::visit(
          [&](const auto& transposed) {
            EXPECT_EQ(transposed.num_edges(), edges);
            EXPECT_TRUE(sorted_rows(transposed) == expected) << threads << " threads";
            for (position p = 0; p < expected.size(); ++p) {
              using vertex = vertex_of<std::remove_cvref_t<decltype(transposed)>>;
              ASSERT_EQ(num_successors(static_cast<vertex>(p), transposed), out_degree(p, graph(game)));
            }
          },
          stored);
    }
  }
}

TEST(materialize, accepts_graph_without_edges_or_vertices) {
  EXPECT_EQ(num_vertices(materialize(graph(table_game({})), {2})), 0U);
  const table_game lonely({{{true, player::first, std::nullopt, {}, {}}}, std::nullopt});
  const stored_graph stored = materialize(graph(lonely), {2});
  EXPECT_EQ(num_vertices(stored), 1U);
  std::visit([](const auto& transposed) { EXPECT_EQ(transposed.num_edges(), 0U); }, stored);
}

TEST(materialize, supports_edge_numbers_wider_than_vertices) {
  const table_game game = odd_game(40'000, 5);
  const auto narrow = std::get<0>(materialize(graph(game), {2}));
  const std::uint64_t n = game.num_positions();
  std::mutex guard;
  degree_array degrees(n);
  edges_of_threads edges;
  edges.emplace_back(n);
  for (std::uint32_t v = 0; v < n; ++v) {
    degrees.set(v, num_successors(v, narrow), guard);
    for_each_predecessor(v, narrow, [&](std::uint32_t from) { edges.back().add(from, v); });
  }
  const transposed_graph<std::uint32_t, std::uint64_t> wide(
      zermelo::detail::rows_of_edges<std::uint32_t, std::uint64_t>(n, std::move(edges), 2, silent), std::move(degrees));
  EXPECT_TRUE(sorted_rows(wide) == sorted_rows(narrow));
  EXPECT_EQ(entries_of(retrograde_analysis(wide, graph(game), {2}).values), iterate_values(game.table()));
}

TEST(compressed_rows, model_boost_graph_concepts) {
  using rows = compressed_rows<std::uint32_t, std::uint64_t>;
  BOOST_CONCEPT_ASSERT((boost::VertexListGraphConcept<rows>));
  BOOST_CONCEPT_ASSERT((boost::IncidenceGraphConcept<rows>));
  BOOST_CONCEPT_ASSERT((boost::AdjacencyGraphConcept<rows>));
  // 0 <-> 1 -> 2 -> 2, 2 -> 3 twice, and 4 isolated
  const auto filled = [](auto array, const auto& values) {
    std::copy(values.begin(), values.end(), array.data());
    return array;
  };
  const std::vector<std::uint64_t> starts{0, 1, 3, 6, 6, 6};
  const std::vector<std::uint32_t> targets{1, 0, 2, 2, 3, 3};
  const rows stored(filled(uninitialized_array<std::uint64_t>(starts.size()), starts),
                    filled(uninitialized_array<std::uint32_t>(targets.size()), targets));
  EXPECT_EQ(num_vertices(stored), 5U);
  EXPECT_EQ(num_edges(stored), 6U);
  EXPECT_EQ(out_degree(2, stored), 3U);
  std::vector<std::pair<std::uint32_t, std::uint32_t>> edges;
  for (const auto v : boost::make_iterator_range(vertices(stored))) {
    for (const auto e : boost::make_iterator_range(out_edges(v, stored))) {
      edges.emplace_back(source(e, stored), target(e, stored));
    }
  }
  EXPECT_EQ(edges, (decltype(edges){{0, 1}, {1, 0}, {1, 2}, {2, 2}, {2, 3}, {2, 3}}));
}

}  // namespace
}  // namespace zermelo::test::game_graph_test
