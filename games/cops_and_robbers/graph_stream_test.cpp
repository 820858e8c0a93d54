// SPDX-License-Identifier: MIT
// Tests streams of small graphs: results per line, published counts, and comparison with solved games.
#include <algorithm>
#include <cstdint>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <zermelo/core/base/random.hpp>
#include <zermelo/core/solve/queue_solver.hpp>
#include <zermelo/core/value/solution_summary.hpp>
#include <zermelo/testkit/catalog_game.hpp>
#include <zermelo/testkit/erase.hpp>
#include <zermelo/testkit/error_of.hpp>
#include <zermelo/testkit/solve_on_all_engines.hpp>

#include "cops_and_robbers.hpp"
#include "graph_stream.hpp"
#include "small_chase.hpp"

// Instantiated in the source of the game.
extern template class zermelo::erased_game_of<zermelo::games::cops_and_robbers>;

namespace zermelo::games::graph_stream_test {
namespace {

using testkit::answer_of;
using testkit::build;
using testkit::rejection;
using testkit::solve_on_all_engines;
using testkit::start_of;

using parameters = std::map<std::string, std::string>;

value_table solve(const cops_and_robbers& game) {
  solve_visitor silent;
  return solve_by_queue(testkit::erased_rules(game), silent);
}

small_graph small_graph_of(const adjacency_lists& graph) {
  small_graph small(static_cast<unsigned>(graph.num_nodes()));
  for (adjacency_lists::node v = 0; v < graph.num_nodes(); ++v) {
    for (const adjacency_lists::node to : graph.neighbours(v)) {
      if (v < to) small.add_edge(v, to);
    }
  }
  return small;
}

std::string stream_answer(const parameters& options, const std::vector<std::string>& lines) {
  std::map<std::string, parameter_values::value> given;
  for (const auto& [name, text] : options) given[name] = {text, "", true};
  graph_stream stream(parameter_values(graph_stream::options(), given));
  std::string out = stream.header();
  for (const std::string& line : lines) stream.answer(line, out);
  return out;
}

std::vector<std::string> connected_graphs() {
  std::vector<std::string> lines;
  for (const char* name : {"/graphs/connected_1_to_7.g6", "/graphs/connected_8.g6"}) {
    std::ifstream file(ZERMELO_DATA_DIR + std::string(name));
    for (std::string line; std::getline(file, line);) lines.push_back(line);
  }
  return lines;
}

TEST(graph_stream, prints_cop_number_and_capture_times_of_each_graph) {
  EXPECT_EQ(stream_answer({{"csv", "yes"}}, {"Ch", "Dhc", "@", "IsP@OkWHG"}),
            "graph,n,m,cop_number,capture_time_1,capture_time_2,capture_time_3,placement\n"
            "Ch,4,3,1,2,1,1,1\n"
            "Dhc,5,5,2,,1,1,0 2\n"
            "@,1,0,1,0,0,0,0\n"
            "IsP@OkWHG,10,15,3,,,1,0 4 5\n");
  EXPECT_EQ(stream_answer({{"csv", "yes"}, {"max_cops", "2"}}, {"A?", "C?"}),
            "graph,n,m,cop_number,capture_time_1,capture_time_2,placement\n"
            "A?,2,0,2,,0,0 1\n"
            "C?,4,0,,,,\n")
      << "one cop per connected component";
  EXPECT_EQ(stream_answer({{"max_cops", "1"}}, {"Dhc", "", " \t\r", ">>graph6<<", ">>graph6<<Ch\t\r"}),
            "Dhc  n 5  m 5  cop_number -  capture_time_1 -  placement -\n"
            "Ch  n 4  m 3  cop_number 1  capture_time_1 2  placement 1\n");
}

TEST(graph_stream, accepts_named_graphs_and_more_than_64_nodes) {
  EXPECT_EQ(stream_answer({{"csv", "yes"}}, {"petersen"}).substr(stream_answer({{"csv", "yes"}}, {}).size()),
            "petersen,10,15,3,,,1,0 2 6\n");
  EXPECT_EQ(stream_answer({{"max_cops", "2"}}, {"grid:9x9"}),
            "grid:9x9  n 81  m 144  cop_number 2  capture_time_1 -  capture_time_2 8  placement 22,49\n");
  EXPECT_EQ(stream_answer({{"max_cops", "1"}}, {"path:65"}),
            "path:65  n 65  m 64  cop_number 1  capture_time_1 32  placement 32\n");
}

TEST(graph_stream, accepts_graph6_of_more_than_64_nodes) {
  for (const unsigned nodes : {62U, 63U, 64U, 65U, 100U}) {
    // A path: the lowest bit of each column of the upper triangle.
    std::string bits;
    for (unsigned column = 1; column < nodes; ++column) bits += std::string(column - 1, '0') + '1';
    bits.resize((bits.size() + 5) / 6 * 6, '0');
    std::string line;
    if (nodes > 62) line = {'~', '?', static_cast<char>(63 + nodes / 64)};
    line += static_cast<char>(63 + (nodes > 62 ? nodes % 64 : nodes));
    for (std::size_t at = 0; at < bits.size(); at += 6) {
      line += static_cast<char>(63 + std::stoul(bits.substr(at, 6), nullptr, 2));
    }
    const auto answer_behind = [](const std::string& graph) {
      return stream_answer({{"max_cops", "2"}}, {graph}).substr(graph.size());
    };
    EXPECT_EQ(answer_behind(line), answer_behind(fmt::format("path:{}", nodes))) << nodes;
  }
}

TEST(graph_stream, finds_first_dominating_placement_without_full_search) {
  EXPECT_EQ(stream_answer({{"only", "capture_time_8=1"}, {"max_cops", "8"}}, {"complete:64"}), "complete:64\n");
  // Nodes 2 and 10 have all others as neighbours.
  small_graph graph(12);
  for (unsigned v = 0; v < graph.nodes; ++v) {
    if (v != 2) graph.add_edge(v, 2);
    if (v != 2 && v != 10) graph.add_edge(v, 10);
  }
  EXPECT_EQ(small_chase(chase_turn::all_cops).solve(graph, 1)->placement, std::vector<unsigned>{10}) << "as text";
}

TEST(graph_stream, option_only_selects_graphs_by_conditions) {
  const std::vector<std::string> lines{"Ch", "Dhc", "IsP@OkWHG"};
  EXPECT_EQ(stream_answer({{"only", "cop_number>=3"}}, lines), "IsP@OkWHG\n");
  EXPECT_EQ(stream_answer({{"only", "cop_number>2"}, {"max_cops", "1"}}, lines), "Dhc\nIsP@OkWHG\n")
      << "unknown values count as greater";
  EXPECT_EQ(stream_answer({{"only", "n<=5, capture_time_2=1"}}, lines), "Ch\nDhc\n");
  EXPECT_EQ(stream_answer({{"only", "cop_number!=2 m<10"}, {"csv", "yes"}, {"max_cops", "1"}}, {"Ch"}),
            "graph,n,m,cop_number,capture_time_1,placement\nCh,4,3,1,2,1\n");
}

TEST(graph_stream, numbers_of_graphs_by_cop_number_and_time_match_published_ones) {
  const auto counts = nlohmann::json::parse(std::ifstream(ZERMELO_DATA_DIR "/published/cop_win_counts.json")).at("n");
  small_chase chase(chase_turn::all_cops);
  small_chase lazy_chase(chase_turn::one_cop);
  std::map<std::string, std::map<std::string, std::uint64_t>> times;  // by nodes, then by time
  std::map<std::string, std::uint64_t> connected;
  std::map<std::string, std::uint64_t> cop_win;
  for (const std::string& line : connected_graphs()) {
    small_graph graph(1);
    read_graph6(
        line, 64, [&](std::uint64_t nodes) { graph = small_graph(static_cast<unsigned>(nodes)); },
        [&](std::uint32_t a, std::uint32_t b) { graph.add_edge(a, b); });
    const std::string nodes = std::to_string(graph.nodes);
    ++connected[nodes];
    const auto one = chase.solve(graph, 1);
    if (one) ++times[nodes][std::to_string(one->capture_time)];
    cop_win[nodes] += one ? 1 : 0;
    EXPECT_TRUE(chase.solve(graph, 2).has_value()) << line;
    EXPECT_TRUE(lazy_chase.solve(graph, 2).has_value())
        << line << ": the smallest graph that needs three lazy cops is K3 x K3";
  }
  EXPECT_EQ(connected.size(), counts.size());
  for (const auto& [nodes, number] : connected) {
    EXPECT_EQ(number, counts.at(nodes).at("connected").get<std::uint64_t>());
    EXPECT_EQ(cop_win[nodes], counts.at(nodes).at("cop_win").get<std::uint64_t>());
    EXPECT_EQ(times[nodes], (counts.at(nodes).at("t").get<std::map<std::string, std::uint64_t>>())) << nodes;
  }
}

TEST(graph_stream, small_graphs_match_the_solution_of_the_game) {
  random_generator random(5);
  for (const bool is_lazy : {false, true}) {
    small_chase chase(is_lazy ? chase_turn::one_cop : chase_turn::all_cops);
    for (const unsigned nodes : {2U, 5U, 8U, 12U, 17U, 33U}) {
      for (unsigned k = 1; k <= (nodes <= 8 ? 3U : 2U); ++k) {
        const unsigned least = 2 * (nodes - 1);
        const double degree = static_cast<double>(least + random.below(nodes)) / nodes;
        const std::string source =
            fmt::format("random:{},{},{}", nodes, std::min(degree, nodes - 1.0), random.below(99));
        SCOPED_TRACE(fmt::format("{} {} {}", source, k, is_lazy));
        const auto game =
            build<cops_and_robbers>({{"graph", source}, {"cops", std::to_string(k)}, {"lazy", is_lazy ? "yes" : "no"}});
        const value_table values = solve(game);
        const auto expected = answer_of(game, values);
        const small_graph graph = small_graph_of(game.graph());
        const auto found = chase.solve(graph, k);
        ASSERT_EQ(found.has_value(), expected.has_value());
        if (!found) continue;
        EXPECT_EQ(static_cast<int>(found->capture_time), *expected);
        const auto start = start_of(game, values);
        EXPECT_TRUE(std::equal(found->placement.begin(), found->placement.end(), start.cop.begin()));
      }
    }
  }
}

TEST(graph_stream, reports_invalid_graphs_and_options) {
  const auto message = [](const parameters& options, const std::string& line) {
    return testkit::error_of<error>([&] { (void)stream_answer(options, {line}); });
  };
  EXPECT_PRED_FORMAT2(testkit::matches_pattern, "graph6: character 2: ... 63 to 126, got 32", message({}, "D h"));
  EXPECT_EQ(message({}, "?"), "graph6: expected 1 to 32768 nodes, got 0");
  EXPECT_PRED_FORMAT2(testkit::matches_pattern, "graph: graph6: ... too short", message({}, "~?@@"));
  EXPECT_PRED_FORMAT2(testkit::matches_pattern, "graph: unknown graph 'peterson'; ... 'petersen'?",
                      message({}, "peterson"));
  EXPECT_PRED_FORMAT2(testkit::matches_pattern, "parameter 'max_cops': ... 1 to 8, got '9'",
                      message({{"max_cops", "9"}}, "@"));
  EXPECT_PRED_FORMAT2(testkit::matches_pattern, "--only: unknown field 'cops'; known: n, ...",
                      message({{"only", "cops>=3"}}, "@"));
  for (const std::string wrong : {"cop_number~3", "cop_number>="}) {
    EXPECT_PRED_FORMAT2(testkit::matches_pattern, "--only: ... a condition ... got '" + wrong + "'",
                        message({{"only", wrong}}, "@"));
  }
  EXPECT_PRED_FORMAT2(testkit::matches_pattern, "--only: ... conditions ... 'cop_number>=3'",
                      message({{"only", " "}}, "@"));
}

}  // namespace
}  // namespace zermelo::games::graph_stream_test
