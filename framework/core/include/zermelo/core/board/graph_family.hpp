// SPDX-License-Identifier: MIT
// Undirected graphs by the name of a family and its sizes.
//
//   path:8, cycle:8, complete:5   nodes in their order
//   grid:4x6                      steps up, down, left and right; node = row x 6 + column
//   king_grid:4x6                 steps of a king
//   torus:4x6                     a grid whose rows and columns are cycles; both sides at least 3
//   cylinder:6x4                  a cycle of 6 times a path of 4; node = place on the cycle x 4 + place on the path
//   hypercube:4                   nodes that differ in one bit
//   kneser:6,2                    the sets of 2 out of 6, in lexicographic order; joined where they are disjoint
//   generalized_petersen:5,2      a rim 0 .. 4, and 5 .. 9 in steps of 2, each joined to the rim
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

/// A member of a family: its size is known before it is built.
class graph_family {
 public:
  using node = adjacency_lists::node;

  /// Whether a text is the name of a family, known or not, perhaps with sizes: small letters and `_` up to a colon.
  [[nodiscard]] static bool is_meant(std::string_view text);

  /// @param text        has to outlive this
  /// @param place       where the text comes from, for messages
  /// @param most_nodes  of a graph
  /// @throws input_error for an unknown name or sizes that it does not have; what has more than `most_nodes` may be
  ///   left unmeasured but for its nodes.
  graph_family(std::string_view text, std::string_view place, std::uint32_t most_nodes);

  [[nodiscard]] std::uint64_t num_nodes() const noexcept { return m_nodes; }
  /// Each counted once.
  [[nodiscard]] std::uint64_t most_edges() const noexcept { return m_edges; }
  /// Of the rectangle that the nodes fill row by row; 0 if they fill none.
  [[nodiscard]] std::uint32_t rows() const noexcept { return m_rows; }
  [[nodiscard]] std::uint32_t columns() const noexcept { return m_columns; }

  /// Neighbours ascending. @throws interrupted.
  [[nodiscard]] adjacency_lists build(const work_monitor& monitor) const;

 private:
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
  static constexpr std::uint64_t least_of_cycle = 3;

  [[noreturn]] void refuse(const std::string& why) const;

  /// The numbers behind the colon, as many as the family has.
  [[nodiscard]] std::vector<std::uint64_t> numbers(char between, std::size_t count, std::uint64_t least) const;

  void measure();
  void measure_rectangle(std::uint64_t least_row, std::uint64_t least_column);
  void measure_petersen();
  void measure_random();

  /// Calls f(neighbour) for the neighbours of a node, in any order, perhaps more than once.
  template <class Callback>
  void for_each_neighbour(node v, const std::vector<std::uint64_t>& sets, const Callback& f) const;
  /// The sets of a Kneser graph as bits, in lexicographic order of their elements.
  [[nodiscard]] std::vector<std::uint64_t> kneser_sets() const;

  std::string m_place;
  std::uint32_t m_max_nodes;
  std::string_view m_text;
  std::string_view m_sizes{};
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
