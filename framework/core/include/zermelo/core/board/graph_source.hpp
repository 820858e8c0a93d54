// SPDX-License-Identifier: MIT
// Undirected graphs as people name them: by a family and its sizes, or as the text of a file in one of the usual forms.
//
//   path:8, cycle:8, complete:5   nodes in their order
//   grid:4x6                      steps up, down, left and right; node = row x 6 + column
//   king_grid:4x6                 steps of a king
//   torus:4x6                     a grid whose rows and columns are cycles; both sides at least 3
//   cylinder:6x4                  a cycle of 6 times a path of 4; node = place on the cycle x 4 + place on the path
//   hypercube:4                   nodes that differ in one bit
//   kneser:6,2                    the sets of 2 out of 6, in lexicographic order; joined where they are disjoint
//   generalized_petersen:5,2      a rim 0 .. 4, and 5 .. 9 in steps of 2, each joined to the rim
//   petersen                      the same as generalized_petersen:5,2
//   random:20,3,1                 connected, 20 nodes of mean degree 3, seed 1, see random_graph.hpp
//   1,3/0,2/1,3/0,2               adjacency lists, a node between '/' or line ends; `adjacency:` may be before it
//   0 1/1 2/2 3                   an edge list: two nodes a line, '#' before a comment; `edges:` may be before it
//   p edge 4 3, e 1 2, ...        DIMACS, a line each, nodes from 1, c before a comment
//   Dhc                           graph6
//
// Lines of two numbers each are an edge list, unless they are adjacency lists whose every edge leads back.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/board/adjacency.hpp>

namespace zermelo {

/// A graph, and the rectangle that its nodes fill row by row, if its source says so.
struct sourced_graph {
  adjacency_lists graph;  ///< neighbours ascending, each once, and every edge both ways
  std::uint32_t rows = 0;
  std::uint32_t columns = 0;
};

/// Reads a source as above, in two steps: what it says of the size is known before the graph is built.
class graph_source {
 public:
  using node = adjacency_lists::node;

  /// @param place       where the text comes from, for messages
  /// @param most_nodes  of a graph
  /// @throws input_error naming the place, and the line where there are several; resource_error for more nodes or edges
  ///   than there may be.
  graph_source(std::string_view text, std::string_view place, std::uint32_t most_nodes);

  /// Of nodes exactly for a family, at most for a text; of edges, each counted once, at most.
  [[nodiscard]] std::uint64_t most_nodes() const noexcept { return m_nodes; }
  [[nodiscard]] std::uint64_t most_edges() const noexcept { return m_edges; }
  /// The most that building it holds, in bytes.
  [[nodiscard]] std::uint64_t bytes_to_build() const noexcept;

  /// @throws as the constructor, for what shows only now; interrupted.
  [[nodiscard]] sourced_graph build(const work_monitor& monitor = work_monitor()) const;

 private:
  enum class form : std::uint8_t { family, adjacency, edges, dimacs, graph6 };
  enum class family : std::uint8_t {
    path,
    cycle,
    complete,
    grid,
    king_grid,
    torus,
    cylinder,
    hypercube,
    kneser,
    generalized_petersen,
    petersen,
    random
  };
  struct family_name {
    std::string_view name;
    family is;
    std::string_view example;
  };
  static constexpr std::array families{
      family_name{"path", family::path, "path:8"},
      family_name{"cycle", family::cycle, "cycle:8"},
      family_name{"complete", family::complete, "complete:5"},
      family_name{"grid", family::grid, "grid:4x6"},
      family_name{"king_grid", family::king_grid, "king_grid:4x6"},
      family_name{"torus", family::torus, "torus:4x6"},
      family_name{"cylinder", family::cylinder, "cylinder:6x4"},
      family_name{"hypercube", family::hypercube, "hypercube:4"},
      family_name{"kneser", family::kneser, "kneser:6,2"},
      family_name{"generalized_petersen", family::generalized_petersen, "generalized_petersen:10,3"},
      family_name{"petersen", family::petersen, "petersen"},
      family_name{"random", family::random, "random:20,3,1"},
  };
  using edge = std::pair<node, node>;
  static constexpr std::uint64_t least_of_cycle = 3;

  [[noreturn]] void refuse(const std::string& why) const;
  [[nodiscard]] static std::string_view trimmed(std::string_view text);
  [[nodiscard]] static bool is_name(std::string_view word);

  void find_form();

  // Families

  /// The numbers behind the colon, as many as the family has.
  [[nodiscard]] std::vector<std::uint64_t> numbers(char between, std::size_t count, std::uint64_t least) const;

  void measure_rectangle(std::uint64_t least_row, std::uint64_t least_column);

  void measure_family();
  void measure_petersen();
  void measure_random();

  /// Calls f(neighbour) for the neighbours of a node, in any order, perhaps more than once.
  template <class Callback>
  void for_each_neighbour(node v, const std::vector<std::uint64_t>& sets, const Callback& f) const;
  /// The sets of a Kneser graph as bits, in lexicographic order of their elements.
  [[nodiscard]] std::vector<std::uint64_t> kneser_sets() const;
  [[nodiscard]] adjacency_lists family_graph(const work_monitor& monitor) const;

  // Texts

  /// What is between lines: '/' in a text of one line alone, since comments may have it.
  [[nodiscard]] std::string_view line_ends() const;
  /// Calls f(line, number) for each line, numbered from 1.
  template <class Callback>
  void for_each_line(const Callback& f) const;
  [[nodiscard]] static std::vector<std::string_view> words_of(std::string_view line);
  [[nodiscard]] static bool is_comment(std::string_view line);

  /// Whether every line has two words, and they are not adjacency lists that lead back.
  [[nodiscard]] bool looks_like_edges() const;

  void measure_text();

  [[nodiscard]] adjacency_lists adjacency_graph() const;

  /// The edges of an edge list, the lower node first; sets the number of nodes.
  [[nodiscard]] std::vector<edge> listed_edges();
  /// Refuses the second line that names an edge.
  [[noreturn]] void refuse_second(const edge& twice) const;
  /// The edges of a DIMACS text, sorted and each once; sets the number of nodes.
  [[nodiscard]] std::vector<edge> dimacs_edges();
  /// The node that a word names, numbered from 0. @param first the number that the text gives the first node
  [[nodiscard]] node edge_end(std::string_view word, std::size_t line, std::uint32_t first) const;
  [[nodiscard]] adjacency_lists edge_list_graph() const;
  [[nodiscard]] adjacency_lists dimacs_graph() const;
  [[nodiscard]] adjacency_lists graph6_graph() const;
  /// Precondition: every edge once.
  [[nodiscard]] adjacency_lists lists_of(const std::vector<edge>& all) const;

  std::string m_place;
  std::uint32_t m_most_nodes;
  std::string_view m_text;
  std::string_view m_sizes{};
  form m_form = form::adjacency;
  family_name m_family{};
  std::vector<std::uint64_t> m_numbers{};
  double m_degree = 0;
  std::uint64_t m_seed = 0;
  std::uint64_t m_nodes = 0;
  std::uint64_t m_edges = 0;
  std::uint32_t m_rows = 0;
  std::uint32_t m_columns = 0;
};

}  // namespace zermelo
