// SPDX-License-Identifier: MIT
// Tests that random graphs, written in every form, are either read as the same graph or rejected.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/random.hpp>
#include <zermelo/formats/graph_text.hpp>
#include <zermelo/testkit/graph_of.hpp>

namespace zermelo::graph_read_options_test {
namespace {

using edge = std::pair<unsigned, unsigned>;

struct random_graph {
  unsigned num_nodes = 0;
  std::vector<edge> edges;  ///< the smaller node first

  [[nodiscard]] bool has(unsigned a, unsigned b) const {
    return std::find(edges.begin(), edges.end(), edge(std::min(a, b), std::max(a, b))) != edges.end();
  }
  [[nodiscard]] bool has_isolated_node() const {
    for (unsigned v = 0; v < num_nodes; ++v) {
      if (std::none_of(edges.begin(), edges.end(), [v](const edge& e) { return e.first == v || e.second == v; }))
        return true;
    }
    return false;
  }
};

random_graph draw(random_generator& random) {
  random_graph graph;
  graph.num_nodes = 2 + static_cast<unsigned>(random.below(8));
  const std::uint64_t percent = 10 + random.below(80);
  for (unsigned b = 1; b < graph.num_nodes; ++b) {
    for (unsigned a = 0; a < b; ++a) {
      if (random.below(100) < percent) graph.edges.emplace_back(a, b);
    }
  }
  if (graph.edges.empty()) graph.edges.emplace_back(0, graph.num_nodes - 1);
  return graph;
}

/// Writes a line for each node.
/// @param begin  the beginning of the line of a node @param listed  whether the line of a contains b
std::string lists(const random_graph& graph, unsigned first, const std::function<std::string(unsigned)>& begin,
                  const std::function<bool(unsigned, unsigned)>& listed) {
  std::string text;
  for (unsigned a = 0; a < graph.num_nodes; ++a) {
    std::string line = begin(a);
    for (unsigned b = 0; b < graph.num_nodes; ++b) {
      if (graph.has(a, b) && a != b && listed(a, b)) line += fmt::format("{}{}", line.empty() ? "" : " ", b + first);
    }
    text += line + "\n";
  }
  return text;
}

std::string plain_lists(const random_graph& graph, unsigned first) {
  return lists(graph, first, [](unsigned) { return ""; }, [](unsigned, unsigned) { return true; });
}

std::string larger_lists(const random_graph& graph, unsigned first) {
  return lists(graph, first, [](unsigned) { return ""; }, [](unsigned a, unsigned b) { return a < b; });
}

std::string lists_behind_nodes(const random_graph& graph, unsigned first, bool are_larger) {
  return lists(
      graph, first, [first](unsigned a) { return std::to_string(a + first); },
      [are_larger](unsigned a, unsigned b) { return !are_larger || a < b; });
}

std::string lines_of(const std::vector<edge>& edges, unsigned first) {
  std::string text;
  for (const auto& [a, b] : edges) text += fmt::format("{} {}\n", a + first, b + first);
  return text;
}

std::vector<edge> both_directions(std::vector<edge> edges) {
  const std::size_t size = edges.size();
  for (std::size_t i = 0; i < size; ++i) edges.emplace_back(edges[i].second, edges[i].first);
  return edges;
}

/// The edges in random order and random directions.
std::vector<edge> shuffled(std::vector<edge> edges, random_generator& random) {
  for (std::size_t i = edges.size(); i > 1; --i) std::swap(edges[i - 1], edges[random.below(i)]);
  for (edge& e : edges) {
    if (random.below(2) == 0) std::swap(e.first, e.second);
  }
  return edges;
}

std::string header(const random_graph& graph) { return fmt::format("{} {}\n", graph.num_nodes, graph.edges.size()); }
std::string count(const random_graph& graph) { return fmt::format("{}\n", graph.num_nodes); }

using strings_by_form = std::map<std::string, std::string>;

/// Whether the first edge is read as a header: it fits the other edges, which have the smaller node first.
bool begins_as_header(const std::vector<edge>& edges) {
  const std::vector<edge> others(edges.begin() + 1, edges.end());
  return edges.front().second == others.size() &&
         std::all_of(others.begin(), others.end(), [](const edge& e) { return e.first < e.second; });
}

strings_by_form written(const random_graph& graph, random_generator& random) {
  strings_by_form strings;
  for (const unsigned first : {0U, 1U}) {
    const std::string from = fmt::format(" from {}", first);
    strings["lists" + from] = plain_lists(graph, first);
    strings["count, lists" + from] = count(graph) + plain_lists(graph, first);
    strings["header, lists" + from] = header(graph) + plain_lists(graph, first);
    strings["larger neighbours" + from] = larger_lists(graph, first);
    strings["count, larger neighbours" + from] = count(graph) + larger_lists(graph, first);
    strings["lists behind nodes" + from] = lists_behind_nodes(graph, first, false);
    strings["larger neighbours behind nodes" + from] = lists_behind_nodes(graph, first, true);
    strings["header, edges" + from] = header(graph) + lines_of(graph.edges, first);
    strings["header, shuffled edges" + from] = header(graph) + lines_of(shuffled(graph.edges, random), first);
    strings["header, both directions" + from] = header(graph) + lines_of(both_directions(graph.edges), first);
    strings["comment, header, edges" + from] = "# a graph\n" + header(graph) + lines_of(graph.edges, first);
    strings["% comment, header, lists" + from] = "% a graph\n" + header(graph) + plain_lists(graph, first);
    if (graph.has_isolated_node()) continue;  // the following forms do not contain the number of nodes
    strings["edges" + from] = lines_of(graph.edges, first);
    std::vector<edge> edges = shuffled(graph.edges, random);
    while (begins_as_header(edges)) edges = shuffled(graph.edges, random);
    strings["shuffled edges" + from] = lines_of(edges, first);
    strings["both directions" + from] = lines_of(both_directions(graph.edges), first);
    strings["comment, edges" + from] = "% a graph\n" + lines_of(graph.edges, first) + "# end\n";
  }
  return strings;
}

adjacency_lists expected(const random_graph& graph) {
  const std::string lists = plain_lists(graph, 0);
  return ascending(testkit::graph_of(lists.substr(0, lists.size() - 1)));
}

TEST(graph_read_options, random_text_is_read_as_the_graph_it_was_written_from_or_rejected) {
  constexpr std::uint32_t most_nodes = 100;
  constexpr int num_graphs = 300;
  random_generator random(56);
  std::map<std::string, int> read;
  for (int number = 0; number < num_graphs; ++number) {
    const random_graph graph = draw(random);
    const adjacency_lists right = expected(graph);
    for (const auto& [form, whole] : written(graph, random)) {
      const std::string last_line_cut = whole.substr(0, whole.size() - 1);
      const std::string trimmed = whole.substr(0, whole.find_last_not_of('\n') + 1);
      for (const std::string& text : {last_line_cut, trimmed}) {
        // Without the last empty lines, a text that does not contain the number of nodes has fewer nodes.
        const bool says_size = form.find("header") != std::string::npos || form.find("count") != std::string::npos;
        if (text != last_line_cut && !says_size) continue;
        for (const graph_read_options read_options :
             {graph_read_options{}, graph_read_options{.allows_one_way = true},
              graph_read_options{.allows_loops = true},
              graph_read_options{.allows_one_way = true, .allows_loops = true}}) {
          try {
            const parsed_graph found = parse_graph(text, "g.txt", most_nodes, read_options);
            if ((found.one_way && !read_options.allows_one_way) || (found.loop && !read_options.allows_loops))
              continue;  // games reject such graphs
            EXPECT_EQ(ascending(found.graph), right) << form << ":\n" << text;
            ++read[form];
          } catch (const input_error&) {}
        }
      }
    }
    if (testing::Test::HasFailure()) return;
  }
  for (const char* form : {"lists from 0", "header, edges from 0", "header, both directions from 0", "edges from 0",
                           "shuffled edges from 0", "both directions from 0", "comment, edges from 0",
                           "header, lists from 1", "% comment, header, lists from 1"}) {
    EXPECT_GT(read[form], num_graphs / 2) << form;
  }
}

}  // namespace
}  // namespace zermelo::graph_read_options_test
