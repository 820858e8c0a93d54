// SPDX-License-Identifier: MIT
// Tests the game `graph_file`: conformance for every kind of graph, and parsing and formatting of positions.
#include "graph_file.hpp"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <zermelo/core/base/random.hpp>
#include <zermelo/testkit/catalog_game.hpp>
#include <zermelo/testkit/conformance.hpp>
#include <zermelo/testkit/expect_errors.hpp>

#include "erased_graph_file.hpp"

namespace zermelo::games::graph_file_test {
namespace {

template <class T>
uninitialized_array<T> array_of(const std::vector<T>& values) {
  uninitialized_array<T> array(values.size());
  std::copy(values.begin(), values.end(), array.data());
  return array;
}

position_names names_of(const std::vector<std::string>& strings) {
  std::string all;
  std::vector<std::uint64_t> indptr{0};
  for (const std::string& text : strings) {
    all += text;
    indptr.push_back(all.size());
  }
  return {array_of(std::vector<char>(all.begin(), all.end())), array_of(indptr)};
}

/// A random graph with terminals of all kinds, illegal positions, positions without moves, loops and parallel moves.
named_graph random_graph(std::uint64_t seed, const graph_conventions& conventions) {
  constexpr std::uint64_t size = 60;
  random_generator random(seed);
  std::vector<std::uint8_t> terminal;
  for (std::uint64_t v = 0; v < size; ++v) {
    constexpr std::uint64_t num_codes = 6;
    terminal.push_back(random.chance(0.7) ? std::uint8_t{0} : static_cast<std::uint8_t>(random.below(num_codes)));
  }
  std::vector<std::uint64_t> indptr{0};
  std::vector<std::uint32_t> indices;
  std::vector<std::uint8_t> to_move;
  std::vector<std::uint32_t> distance;
  for (std::uint64_t v = 0; v < size; ++v) {
    const auto end = static_cast<graph_end>(terminal[v]);
    for (std::uint64_t moves = end == graph_end::none ? random.below(4) : 0; moves > 0; --moves) {
      const auto to = static_cast<std::uint32_t>(random.below(size));
      if (static_cast<graph_end>(terminal[to]) != graph_end::illegal) indices.push_back(to);
    }
    indptr.push_back(indices.size());
    const bool is_first = conventions.seen_by == viewpoint::to_move || end == graph_end::illegal;
    to_move.push_back(is_first ? std::uint8_t{0} : static_cast<std::uint8_t>(random.below(2)));
    const bool has_distance = end != graph_end::none && end != graph_end::illegal && end != graph_end::draw;
    distance.push_back(has_distance ? static_cast<std::uint32_t>(random.below(3)) : 0U);
  }
  named_graph graph;
  graph.moves = {array_of(indptr),   array_of(indices),  array_of(to_move),
                 array_of(terminal), array_of(distance), conventions};
  if (seed % 2 == 0) graph.start = indices.front();
  return graph;
}

std::shared_ptr<const checked_graph> checked(named_graph graph) {
  work_monitor silent;
  return std::make_shared<const checked_graph>(std::move(graph), 1, silent);
}

TEST(graph_file, conforms_to_contract) {
  std::uint64_t seed = 0;
  for (const no_moves_rule no_moves :
       {no_moves_rule::loses, no_moves_rule::wins, no_moves_rule::ties, no_moves_rule::draws}) {
    for (const std::optional<player> infinite_play :
         {std::optional<player>(), std::optional(player::first), std::optional(player::second)}) {
      for (const viewpoint seen_by : {viewpoint::players, viewpoint::to_move}) {
        if (seen_by == viewpoint::to_move && infinite_play) continue;
        const auto game = erase(checked(random_graph(seed++, {no_moves, infinite_play, seen_by})));
        testkit::expect_no_violations("graph_file", testkit::check_conformance_of(*game), __FILE__, __LINE__);
      }
    }
  }
}

/// A graph with a vertex for each name, whose only move is a self-loop.
graph_file named_loops(const std::vector<std::string>& names) {
  named_graph graph;
  std::vector<std::uint64_t> indptr{0};
  std::vector<std::uint32_t> indices;
  for (std::size_t v = 0; v < names.size(); ++v) {
    indices.push_back(static_cast<std::uint32_t>(v));
    indptr.push_back(indices.size());
  }
  graph.moves.indptr = array_of(indptr);
  graph.moves.indices = array_of(indices);
  graph.moves.to_move = array_of(std::vector<std::uint8_t>(names.size(), 0));
  graph.moves.terminal = array_of(std::vector<std::uint8_t>(names.size(), 0));
  graph.names = names_of(names);
  return graph_file(checked(std::move(graph)));
}

TEST(graph_file, formats_position_by_name_if_the_name_is_unique) {
  const graph_file game = named_loops(
      {"gate", "x=1 y=2", "", "twin", "twin", "start", "moves=1", "position=3", "a\nb", "5", "\xff", "Tür"});
  const std::vector<std::string> strings{"gate",       "x=1 y=2",    "position=2",  "position=3",
                                         "position=4", "position=5", "position=6",  "position=7",
                                         "position=8", "5",          "position=10", "Tür"};
  for (position p = 0; p < strings.size(); ++p) {
    EXPECT_EQ(game.format({p}), strings[p]);
    EXPECT_EQ(game.parse(strings[p]).number, p);
  }
  EXPECT_EQ(game.parse("5").number, 9U) << "a name takes precedence over a number";
  EXPECT_EQ(game.parse("4").number, 4U);
}

TEST(graph_file, rejects_unknown_position_names) {
  const graph_file named = named_loops({"gate", "mill"});
  testkit::expect_parse_errors(named, {{"well", "... position=0 to position=1, got 'well'"},
                                       {"position=2", "... position=0 to position=1, got 'position=2'"}});
  const graph_file bare(checked(random_graph(1, {})));
  testkit::expect_parse_errors(bare, {{"gate", "expected position=0 to position=59, got 'gate'"}});
}

}  // namespace
}  // namespace zermelo::games::graph_file_test
