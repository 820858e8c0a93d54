// SPDX-License-Identifier: MIT
// Undirected graphs described by the name of a family and its sizes.
//
//   path:8, cycle:8, complete:5   nodes in their order
//   grid:4x6                      steps up, down, left and right; node = row x 6 + column
//   king_grid:4x6                 steps of a king
//   torus:4x6                     a grid whose rows and columns are cycles; both sides at least 3
//   cylinder:6x4                  a cycle of 6 times a path of 4; node = index on the cycle x 4 + index on the path
//   hypercube:4                   nodes that differ in one bit
//   kneser:6,2                    the sets of 2 out of 6, in lexicographic order; joined where they are disjoint
//   generalized_petersen:5,2      a rim 0 .. 4; 5 .. 9 joined in steps of 2, and node 5 + i to node i
//   petersen                      generalized_petersen:5,2
//   random:20,3,1                 connected, 20 nodes of mean degree 3, seed 1, see random_graph.hpp
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/board/adjacency.hpp>

namespace zermelo {

/// A graph of a family. The size is known before the graph is built.
class graph_family {
 public:
  using node = adjacency_lists::node;

  /// Whether a text has the form of a family's name, optionally with sizes: lower-case letters and `_` up to a colon or
  /// the end.
  [[nodiscard]] static bool may_be_family(std::string_view text);

  /// Parses the name of a family and its sizes. If the graph has more than `max_nodes` nodes, its other sizes may be 0.
  /// @param text   must outlive this object
  /// @param location  the origin of the text, for messages
  /// @throws input_error for an unknown name or invalid sizes; resource_error for a random graph with too many edges.
  graph_family(std::string_view text, std::string_view location, std::uint32_t max_nodes);

  [[nodiscard]] std::uint64_t num_nodes() const noexcept { return m_nodes; }
  /// Returns an upper bound on the number of edges. Each edge counts once.
  [[nodiscard]] std::uint64_t max_edges() const noexcept { return m_edges; }
  // The size of the rectangle that the nodes fill row by row; 0 if they do not fill a rectangle.
  [[nodiscard]] std::uint32_t rows() const noexcept { return m_rows; }
  [[nodiscard]] std::uint32_t columns() const noexcept { return m_columns; }

  /// Builds the graph, with neighbours in ascending order. @throws interrupted.
  [[nodiscard]] adjacency_lists build(const work_monitor& monitor) const;

 private:
  enum class family_kind : std::uint8_t {
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
  struct family {
    std::string_view name;
    family_kind kind;
    std::string_view example;
  };
  static constexpr std::array families{
      family{"path", family_kind::path, "path:8"},
      family{"cycle", family_kind::cycle, "cycle:8"},
      family{"complete", family_kind::complete, "complete:5"},
      family{"grid", family_kind::grid, "grid:4x6"},
      family{"king_grid", family_kind::king_grid, "king_grid:4x6"},
      family{"torus", family_kind::torus, "torus:4x6"},
      family{"cylinder", family_kind::cylinder, "cylinder:6x4"},
      family{"hypercube", family_kind::hypercube, "hypercube:4"},
      family{"kneser", family_kind::kneser, "kneser:6,2"},
      family{"generalized_petersen", family_kind::generalized_petersen, "generalized_petersen:10,3"},
      family{"petersen", family_kind::petersen, "petersen"},
      family{"random", family_kind::random, "random:20,3,1"},
  };
  static constexpr std::uint64_t min_cycle_nodes = 3;

  [[noreturn]] void reject(const std::string& why) const;

  /// Returns the numbers after the colon. @param count  the expected number of numbers. @throws input_error
  [[nodiscard]] std::vector<std::uint64_t> numbers(char separator, std::size_t count, std::uint64_t min_number) const;

  /// Computes the numbers of nodes and edges, and the rectangle.
  void measure();
  void measure_rectangle(std::uint64_t min_rows, std::uint64_t min_columns);
  void measure_petersen();
  void measure_random();

  /// Calls f(neighbour) for the neighbours of a node, in any order and possibly several times. @param sets
  /// kneser_sets()
  template <class Callback>
  void for_each_neighbour(node v, const std::vector<std::uint64_t>& sets, const Callback& f) const;
  /// [node]: the set of a Kneser graph as bits, in lexicographic order of the elements; empty for other families.
  [[nodiscard]] std::vector<std::uint64_t> kneser_sets() const;

  std::string m_location;
  std::uint32_t m_max_nodes;
  std::string_view m_text;
  std::string_view m_sizes{};  ///< the text after the colon
  family m_family{};
  std::vector<std::uint64_t> m_numbers{};  ///< the sizes, except of `random`
  double m_degree = 0;                     ///< for `random`, like m_seed
  std::uint64_t m_seed = 0;
  std::uint64_t m_nodes = 0;
  std::uint64_t m_edges = 0;
  std::uint32_t m_rows = 0;
  std::uint32_t m_columns = 0;
};

}  // namespace zermelo
