// SPDX-License-Identifier: MIT
// Tests graphs as text: equivalent forms, ambiguous texts, and error messages.
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/formats/graph_text.hpp>
#include <zermelo/testkit/error_of.hpp>
#include <zermelo/testkit/graph_of.hpp>

namespace zermelo::graph_text_test {
namespace {

using testkit::matches_pattern;

constexpr std::uint32_t most_nodes = 1 << 15;

parsed_graph parsed(std::string_view text, graph_read_options read_options = {}) {
  return parse_graph(text, "g.txt", most_nodes, read_options);
}

std::string rejection(std::string_view text, graph_read_options read_options = {}) {
  return testkit::error_of<error>([&] { (void)parsed(text, read_options); });
}

/// @param strings  texts, each with the pattern of its error after the name of the file
void expect_errors(const std::vector<std::pair<std::string_view, std::string>>& strings) {
  for (const auto& [text, pattern] : strings) {
    EXPECT_PRED_FORMAT2(matches_pattern, "g.txt: " + pattern, rejection(text)) << text;
  }
}

const adjacency_lists& path() {
  static const adjacency_lists of_four = testkit::graph_of("1/0 2/1 3/2");
  return of_four;
}

TEST(graph_text, reads_same_graph_from_every_form) {
  for (const std::string_view text :
       {"1/0,2/1,3/2", "1\n0 2\n1 3\n2", "adjacency:1/0 2/1 3/2", "[[1],[0,2],[1,3],[2]]",
        " [ [1] ,\n [0, 2],\n\t[1, 3], [2] ]\n", "adjacency:[[1],[0,2],[1,3],[2]]",
        // edges
        "0 1/1 2/2 3", "# a path\n2 3\n0 1\n2 1\n", "# from a/b\n0 1\n1 2\n2 3\n", "edges:0 1/1 2/2 3",
        "edges:[[0,1],[1,2],[3,2]]", "0 1/1 0/1 2/2 1/2 3/3 2", "0, 1\n1, 2\n2, 3\n",
        // with a header
        "4 3/0 1/1 2/2 3", "edges:4 3/0 1/1 2/2 3", "4 3/0 1/1 0/1 2/2 1/2 3/3 2", "4 6/0 1/1 0/1 2/2 1/2 3/3 2",
        "# n m\n4 3\n0 1\n1 2\n2 3",
        // from 1
        "edges1:1 2/2 3/3 4", "edges1:4 3/1 2/2 3/3 4", "edges1:[[1,2],[2,3],[3,4]]",
        // arcs both ways
        "arcs:0 1/1 0/1 2/2 1/2 3/3 2", "arcs1:1 2/2 1/2 3/3 2/3 4/4 3",
        // DIMACS
        "c a path\np edge 4 3\ne 1 2\ne 2 3\ne 4 3\n", "c a/b\np col 4 3\ne 1 2\ne 2 3\ne 4 3\n",
        "p edge 4 3\nn 1 7\nn 4 2\ne 1 2\ne 2 3\ne 4 3", "p edge 4 6\ne 1 2\ne 2 1\ne 2 3\ne 3 2\ne 3 4\ne 4 3",
        "p edge 4 3\ne 1 2\ne 2 1\ne 2 3\ne 3 2\ne 3 4\ne 4 3", "dimacs:p edge 4 3/e 1 2/e 2 3/e 4 3",
        // PACE
        "p tw 4 3\n1 2\n2 3\n3 4\n", "c x\np td 4 3\nc y\n1 2\n2 3\n3 4", "pace:p tw 4 3/1 2/2 3/3 4",
        "c x/p tw 4 3/1 2/2 3/3 4", "\n\np tw 4 3\n1 2\n2 3\n3 4\n\n",
        // METIS
        "4 3\n2\n1 3\n2 4\n3", "% a path\n4 3 000\n2\n% node 2\n1 3\n2 4\n3\n", "metis:4 3/2/1 3/2 4/3",
        // characters
        "Ch", "Ch\n\n", ">>graph6<<Ch", "graph6:Ch", ":Cdv", ">>sparse6<<:Cdv", "sparse6::Cdv", "&CQdG",
        ">>digraph6<<&CQdG", "digraph6:&CQdG",
        // Matrix Market
        "%%MatrixMarket matrix coordinate pattern symmetric\n% a path\n4 4 3\n2 1\n3 2\n4 3\n",
        "%%MatrixMarket matrix coordinate integer symmetric\n4 4 3\n2 1 1\n3 2 1\n4 3 1\n",
        "%%matrixmarket matrix coordinate real general\n4 4 6\n1 2 1.0\n2 1 1.0\n2 3 1e0\n3 2 1\n3 4 1\n4 3 1",
        "matrix_market:%%MatrixMarket matrix coordinate pattern general/4 4 6/1 2/2 1/2 3/3 2/3 4/4 3"}) {
    SCOPED_TRACE(text);
    const parsed_graph found = parsed(text);
    EXPECT_EQ(found.graph, path());
    EXPECT_FALSE(found.one_way);
    EXPECT_FALSE(found.loop);
  }
}

TEST(graph_text, accepts_windows_line_ends_and_trailing_blanks) {
  const adjacency_lists of_three = testkit::graph_of("1/0 2/1");
  for (const std::string_view text :
       {"1\r\n0 2\r\n1\r", "1  \n0 2\t\n1 ", "# a path\r\n0 1\r\n\r\n1 2\r\n", "3 2 \r\n0 1\r\n1 2\r\n",
        "c\r\np edge 3 2\r\ne 1 2\r\ne 2 3\r\n", "p tw 3 2 \r\n1 2\r\n2 3\r\n",
        "%%MatrixMarket matrix coordinate pattern symmetric\r\n3 3 2\r\n2 1\r\n3 2\r\n"}) {
    EXPECT_EQ(parsed(text).graph, of_three) << text;
  }
}

TEST(graph_text, adjacency_lists_preserve_neighbour_order) {
  EXPECT_EQ(parsed("2 1/0 2/1 0").graph, testkit::graph_of("2 1/0 2/1 0"));
  const adjacency_lists lists = parsed("2 1 3/0/0/0").graph;
  EXPECT_EQ(std::vector<std::uint32_t>(lists.neighbours(0).begin(), lists.neighbours(0).end()),
            (std::vector<std::uint32_t>{2, 1, 3}));
  EXPECT_EQ(parsed("1/0/").graph.num_nodes(), 3U) << "empty line of node 2";
  EXPECT_EQ(parsed("adjacency:").graph.num_nodes(), 1U);
  EXPECT_EQ(parsed("[[]]").graph.num_nodes(), 1U);
}

TEST(graph_text, accepts_header_with_isolated_nodes) {
  EXPECT_EQ(parsed("5 2/0 1/1 2").graph, testkit::graph_of("1/0 2/1//"));
  EXPECT_EQ(parsed("edges1:5 2/1 2/2 3").graph, testkit::graph_of("1/0 2/1//"));
  EXPECT_EQ(parsed("1 0").graph, testkit::graph_of("1/0")) << "one edge";
}

TEST(graph_text, reports_location_of_one_way_edges_and_loops) {
  const auto one_way = [](std::string_view text) {
    const auto found = parsed(text, {.allows_one_way = true}).one_way;
    return found ? std::to_string(found->from) + ">" + std::to_string(found->to) + " " + found->where : "none";
  };
  EXPECT_EQ(one_way("1/0 2/0"), "1>2 adjacency lists, line 2 (node 1)");
  EXPECT_EQ(one_way("[[1],[0,2],[0]]"), "1>2 adjacency lists, element 2 (node 1)");
  EXPECT_EQ(one_way("arcs:0 1/1 0/1 2"), "1>2 arc list, line 3");
  EXPECT_EQ(one_way("&BP_"), "0>1 digraph6");
  EXPECT_EQ(one_way("%%MatrixMarket matrix coordinate pattern general\n2 2 1\n1 2"), "0>1 Matrix Market, line 3");
  EXPECT_EQ(one_way("0 1/1 2"), "none");
  const auto loop = [](std::string_view text) {
    const auto found = parsed(text).loop;
    return found ? std::to_string(found->from) + " " + found->where : "none";
  };
  EXPECT_EQ(loop("adjacency:0 1/0"), "0 adjacency lists, line 1 (node 0)");
  EXPECT_EQ(loop("0 1/1 1"), "1 edge list, line 2");
  EXPECT_EQ(loop("p edge 2 2\ne 1 2\ne 2 2"), "1 DIMACS, line 3");
  EXPECT_EQ(loop("1/0"), "none");
  EXPECT_EQ(parsed("0 1/1 1").graph, testkit::graph_of("1/0 1"));
}

TEST(graph_text, requires_prefix_for_ambiguous_text) {
  constexpr std::string_view both = "1 5/0 2/1 3/2 4/3 5/4 0";  // a cycle of 6, or triangles
  EXPECT_PRED_FORMAT2(matches_pattern, "g.txt: ... lists of 6 ... list of 6 ... both fit; ... edges:...",
                      rejection(both));
  EXPECT_EQ(ascending(parsed("adjacency:" + std::string(both)).graph), parsed("0 1/1 2/2 3/3 4/4 5/5 0").graph);
  EXPECT_EQ(parsed(both, {.is_stored_text = true}).graph, parsed("adjacency:" + std::string(both)).graph);
  EXPECT_EQ(parsed("1 2/0 2/0 1").graph.num_nodes(), 3U) << "edges would have a wrong header";
  EXPECT_EQ(parsed("1 2/2 0/0 1").graph, testkit::graph_of("1 2/2 0/0 1")) << "both forms contain a triangle";
  // Lists with one-way edges fit only if the game allows them.
  constexpr std::string_view one_way = "1 2/2 3/3 0/0 1";
  EXPECT_EQ(parsed(one_way).graph, parsed("edges:1 2/2 3/3 0/0 1").graph);
  EXPECT_PRED_FORMAT2(matches_pattern, "...both fit...", rejection(one_way, {.allows_one_way = true}));
}

TEST(graph_text, rejects_ambiguous_text_and_names_both_forms) {
  const graph_read_options directed{.allows_one_way = true};
  EXPECT_PRED_FORMAT2(matches_pattern, "g.txt: ... lists of 5 ... METIS of 4 ... metis:...",
                      rejection("4 3\n2\n1 3\n2 4\n3", directed));
  EXPECT_PRED_FORMAT2(matches_pattern, "g.txt: ... lists of 5 ... lists of 4 ... from 1 ... adjacency:...",
                      rejection("4\n2\n1 3\n2 4\n3", directed));
  expect_errors({{"4\n2\n1 3\n2 4\n3", "...lists of 4 ... from 1 ... edges, ..."},
                 {"4 2\n1 2\n2 3", "...edge list ... 4 nodes ... 0 ... 1 ... edges1:..."}});
  EXPECT_EQ(parsed("4 2\n1 2\n2 3", {.is_stored_text = true}).graph, testkit::graph_of("/2/1 3/2"));
  EXPECT_EQ(parsed("edges:4 2\n1 2\n2 3").graph, testkit::graph_of("/2/1 3/2"));
  EXPECT_PRED_FORMAT2(matches_pattern, "g.txt: ... lists of 4 ... lists of 4 ... once ... fit; ...",
                      rejection("1 2/2/3/", directed));
  EXPECT_EQ(parsed("adjacency:1 2/2/3/", directed).graph, testkit::graph_of("1 2/2/3/"));
  expect_errors({{"0 1 2\n1 2\n2 3\n3", "...lists of 4 ... its node... edges, ..."},
                 {"# a comment\n0 1 2\n1 2\n2 3\n3", "...write_adjlist...write_edgelist ... data=False"}});
  EXPECT_EQ(parsed("4 5\n0 1\n1 2\n2 3\n0 3\n0 2").graph.num_nodes(), 4U);
  expect_errors({{"edges1:4 3/1 2/2 3/1 4", "edge list ... 1, line 1: '4 3' may be ... p tw 4 3"}});
  EXPECT_EQ(parsed("edges1:1 2/2 3/1 4/4 3").graph.num_edges(), 8U);
  EXPECT_EQ(parsed("edges1:4 3/1 2/2 3/1 4", {.is_stored_text = true}).graph.num_edges(), 6U);
}

TEST(graph_text, rejects_faulty_adjacency_lists_that_fit_as_edges) {
  expect_errors({{"1 5/0 2/1 3/2 4/3 5/4 1", "... lists of 6 ... list of 6 ... nearly ..."}});
  EXPECT_EQ(parsed("edges:1 5/0 2/1 3/2 4/3 5/4 1").graph.num_edges(), 12U);
}

TEST(graph_text, rejects_ambiguous_edge_pairs_if_loops_are_allowed) {
  EXPECT_EQ(parsed("0 1/1 0").graph, testkit::graph_of("1/0"));
  EXPECT_PRED_FORMAT2(matches_pattern, "...both fit...", rejection("0 1/1 0", {.allows_loops = true}));
  EXPECT_EQ(parsed("adjacency:0 1/1 0", {.allows_loops = true}).graph, testkit::graph_of("0 1/1 0"));
}

TEST(graph_text, accepts_long_edge_list_without_prefix) {
  std::string complete;
  for (int a = 0; a < 257; ++a) {
    for (int b = 0; b < a; ++b) complete += std::to_string(a) + " " + std::to_string(b) + "\n";
  }
  complete.pop_back();
  EXPECT_EQ(parsed(complete).graph.num_nodes(), 257U);
}

TEST(graph_text, rejects_nearly_matching_header) {
  expect_errors({{"5 4/0 1/1 2/2 3", "edge list, line 1: '5 4' ... header..."},
                 {"edges1:5 4/1 2/1 3/1 4", "edge list ... 1, line 1: '5 4' ... header..."},
                 {"4 4/0 1/1 2/2 3", "edge list, line 1: '4 4' ... header ... 3 edges ... 0 to 3 ..."},
                 // A header 3 3 read as an edge would be a loop.
                 {"3 3/0 1/1 2/2 3", "edge list, line 1: '3 3' ... header ... 3 edges ... 0 to 3 ..."},
                 {"4 3/1 2/2 3/3 4", "edge list, line 1: '4 3' ... header ... 3 edges ... 1 to 4 ...; ... edges1: ..."},
                 {"edges1:4 2/1 2/2 3/3 4", "edge list ... 1, line 1: '4 2' ... header ... 3 edges ... 1 to 4 ..."}});
  EXPECT_EQ(parsed("0 1/1 2/2 0").graph.num_nodes(), 3U) << "0 cannot be a size";
  EXPECT_EQ(parsed("2 1/0 1/0 4/4 3").graph.num_nodes(), 5U) << "neither number fits";
  EXPECT_EQ(parsed("1 2/0 1/2 0").graph.num_nodes(), 3U) << "1 is far from 3";
  EXPECT_EQ(parsed("edges1:1 4/4 2/3 2/1 2").graph.num_nodes(), 4U);
}

TEST(graph_text, errors_name_location_form_line_value_and_range) {
  expect_errors(
      {{"1/0 3/1", "adjacency lists, line 2 (node 1): neighbour 3 ... 0 to 2"},
       {"1/0 99999999999999999999", "adjacency lists, line 2 (node 1): neighbour 99999999999999999999 ... 0 to 1"},
       {"1/-1", "adjacency lists, line 2 (node 1): ...'-1'..."},
       {"1/0/1 0 1", "adjacency lists, line 3 (node 2): neighbour 1 ... twice"},
       {"[[1.5],[0]]", "adjacency lists, element 1 (node 0): ...'1.5'..."},
       {"[[1],[2]]", "adjacency lists, element 2 (node 1): neighbour 2 ... 0 to 1"},
       {"[[1],[0]", "adjacency lists: invalid JSON ...: character 9, in element 2: expected ']', ..."},
       {"[[1],[0]] x", "adjacency lists: ... end ... character 11: 'x'"},
       {"[]", "adjacency lists: ... no nodes"},
       // Edges
       {"1 2/2 3", "edge list: node 0 ... edges1:..."},
       {"0 1/1 2/# again/0 1", "edge list, line 4: duplicate edge 0 1, first on line 1"},
       {"0 1/1 0/1 2",
        "edge list, line 3: edge 1 0 ... both directions, ... 1 2 ...; as adjacency lists, line 1 (node 0): a loop"},
       {"edges:0 1/1", "edge list, line 2: '1' ... an edge..."},
       {"0 1 0.5/1 2 0.25/2 0 1", "edge list, line 1: ... column 3, '0.5'; weights ..."},
       {"0 1 {}\n1 2 {}\n2 0 {}", "edge list, line 1: ... column 3, '{}'; weights ..."}});
  EXPECT_EQ(parsed("% from elsewhere\n0 1\n1 2").graph, testkit::graph_of("1/0 2/1"));
  expect_errors(
      {{"1 2/1 4", "edge list: node 0 ... without gaps"},
       {"edges1:0 1/1 2", "edge list ... 1, line 1: ... least 1, got '0'"},
       {"edges:0 4294967296", "edge list, line 1: ... 0 to 4294967295, got '4294967296'"},
       {"edges:0 40000", "edge list: ... 40001 nodes; ... 32768 ..."},
       {"arcs:0 1/0 1", "arc list, line 2: duplicate edge 0 1, first on line 1"},
       {"edges:# nothing", "edge list: ... no edges"},
       // DIMACS
       {"p edge 4 4\ne 1 2\ne 2 3\ne 3 4", "DIMACS, line 1: expected 4 edges ... 3"},
       {"p edge 3 2\ne 1 2\ne 2 3\ne 1 3", "DIMACS, line 1: expected 2 edges ... 3"},
       {"p edge 3 4\ne 1 2\ne 2 1", "DIMACS, line 1: expected 4 edges ... 2, 1 ... different"},
       {"p edge 3 2\ne 1 2\ne 1 2", "DIMACS, line 3: duplicate edge 1 2, first on line 2"},
       {"p edge 3 2\ne 1 4", "DIMACS, line 2: ... 1 to 3, got '4'"},
       {"p edge 3 2\nn 0 1", "DIMACS, line 2: ... 1 to 3, got '0'"},
       {"p edge 3 2\na 1 2 5", "DIMACS, line 2: ... NODE', got 'a 1 2 5'"},
       {"p edge 0 0", "DIMACS, line 1: ... at least 1, ... 'p edge 0 0'"},
       {"p edge 2 1\np edge 2 1", "DIMACS, line 2: duplicate line 'p edge 2 1'"},
       {"p edge 2", "DIMACS, line 1: expected 'p edge|edges|col ...', got 'p edge 2'"},
       {"e 1 2", "DIMACS, line 1: ... EDGES' before ..."},
       {"c nothing", "DIMACS: ... EDGES' is missing"},
       // PACE
       {"p tw 3 3\n1 2\n2 3", "PACE, line 1: expected 3 edges ... 2"},
       {"p tw 3 2\n1 2\n2 4", "PACE, line 3: ... 1 to 3, got '4'"},
       {"p tw 3 2\n1 2\n2 3 1", "PACE, line 3: ... NODE, got '2 3 1'"},
       {"p hs 4 3/1 2/2 3/3 4", "DIMACS, line 1: expected 'p edge|edges|col ...', got 'p hs 4 3'"},
       {"pace:p hs 4 3/1 2", "PACE, line 1: expected 'p tw|td|tww|cep|ds|vc ...', got 'p hs 4 3'"},
       {"dimacs:[[,1]]", "DIMACS: JSON ..."},
       {"[[1],[,0]]", "adjacency lists: invalid JSON ...: character 7, in element 2: ... ','"},
       {"0 1 7/1 2 3/2 0 4", "adjacency lists, line 1 (node 0): neighbour 7 ... 0 to 2; ... column 3 ... weights ..."},
       // METIS
       {"metis:4/1", "METIS, line 1: ... EDGES, got '4'"},
       {"metis:2 1 11/2 5/1 5", "METIS, line 1: '2 1 11' ... weights, ..."},
       {"metis:2 2/2/1", "METIS, line 1: expected 4 neighbours ... 2 edges, got 2"},
       {"metis:2 1/2/1/1", "METIS, line 4: expected 2 lines ..."},
       {"metis:2 1/3/1", "METIS, line 2: ... 1 to 2, got '3'"},
       {"metis:2 1/2 2/", "METIS, line 2: duplicate edge 1 2, first on line 2"},
       {"metis:2 1/1/1", "METIS, line 2: node 1 ... itself..."},
       {"metis:3 1/2/3/", "METIS, line 2: node 1 ... 2, but node 2 ... 1"},
       {"metis:% nothing", "METIS: ... is missing"}});
  EXPECT_EQ(parsed("metis:3 1/2/1").graph.num_nodes(), 3U) << "the empty line of node 3 may be missing";
  // Characters
  expect_errors({{"Dh", "graph6: ... too short"},
                 {"Dhcc", "graph6: too many ... 5 nodes"},
                 {"Dhc\nDhc", "graph6: ... one line..."},
                 {"graph6:Dh,", "graph6: character 3: ... 63 to 126, got 44"},
                 {"~~~~~~~~", "graph6: ... 1 to 32768 nodes, got 68719476735"},
                 {":Cdv~", "sparse6: too many ..."},
                 {"sparse6:Cdv", "sparse6: ... ':'..."},
                 {"&CQd", "digraph6: ... too short"},
                 // Matrix Market
                 {"%%MatrixMarket matrix array real general\n2 2\n1",
                  "Matrix Market, line 1: ... general, got '%%MatrixMarket matrix array real general'"},
                 {"%%MatrixMarket matrix coordinate pattern symmetric\n2 3 1\n2 1",
                  "Matrix Market, line 2: ... square ... '2 3 1'"},
                 {"%%MatrixMarket matrix coordinate pattern symmetric\n3 3 2\n2 1",
                  "Matrix Market, line 2: expected 2 edges ... 1"},
                 {"%%MatrixMarket matrix coordinate real symmetric\n3 3 1\n2 1 0.5",
                  "Matrix Market, line 3: ... 1, got '0.5'; weights ..."},
                 {"%%MatrixMarket matrix coordinate pattern symmetric\n3 3 1\n2 1 1",
                  "Matrix Market, line 3: ... COLUMN, got '2 1 1'"}});
}

TEST(graph_text, reads_graph6_with_more_than_62_nodes) {
  // ~ and three characters, then 63 x 62 / 2 = 1953 bits in 326 characters.
  const std::string line = "~??~" + std::string(326, '~');
  expect_errors(
      {{line.substr(0, line.size() - 1), "graph6: ... too short"}, {line + '?', "graph6: too many ... 63 nodes"}});
  EXPECT_EQ(parsed(line).graph.num_edges(), 63U * 62U);
}

TEST(graph_text, reads_graph6_of_28_nodes_that_begins_like_json) {
  EXPECT_EQ(parsed("[" + std::string(63, '~')).graph.num_edges(), 28U * 27U);
}

TEST(graph_text, reads_sparse6_loops_and_padding) {
  // Written by hand from the specification: a loop on the only node, and sizes whose padding looks like an edge.
  EXPECT_EQ(parsed(":@").graph.num_nodes(), 1U);
  EXPECT_EQ(parsed(":A").graph, testkit::graph_of("/"));
  EXPECT_EQ(parsed(":An").graph, testkit::graph_of("1/0"));
  // The example in the specification: 7 nodes, edges 0-1, 0-2, 1-2 and 5-6.
  EXPECT_EQ(parsed(":Fa@x^").graph, testkit::graph_of("1 2/0 2/0 1///6/5"));
}

}  // namespace
}  // namespace zermelo::graph_text_test
