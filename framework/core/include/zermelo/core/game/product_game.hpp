// SPDX-License-Identifier: MIT
// Games whose position is a product: the turn, and the node of each of several walkers on its board. The moves of a
// walker depend only on its node. An example is pursuit on a grid or graph. Games in product form can be solved for 64
// or more positions at a time, see product_solver.hpp. Two hooks define the form:
//
//   product_form product()                   the walkers with their moves, and the order of turns. An instance is not
//                                            a product if its form has no walkers
//   void for_each_terminal(turn, others, f)  calls f(node, result) once for every terminal position of a row: `turn`
//                                            is an index in product_form::turns, `others` are the nodes of all
//                                            walkers but the last, and `node` is a node of the last walker. The
//                                            results have distance 0, and may be draws
//
// In a player's turn, all walkers of the player move at the same time, each by one of its moves; a walker that may stay
// has its own node among its moves. If a walker of the player has no move, the player cannot move, and `no_moves`
// returns the result. The index space is turn x node of walker 0 x node of walker 1 x ..., where the last node varies
// fastest, and every index is legal. The hooks by state describe the same game; the conformance kit compares them.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <zermelo/core/board/adjacency.hpp>
#include <zermelo/core/board/grid.hpp>
#include <zermelo/core/game/game.hpp>
#include <zermelo/core/value/outcome.hpp>

namespace zermelo {

/// A node of a walker's board, numbered from 0.
using node_number = adjacency_lists::node;

struct product_walker {
  player owner = player::first;
  adjacency_lists moves;         ///< [node]: the nodes to which the walker can move, with itself if it may stay
  std::vector<grid_cell> cells;  ///< [node]: its cell on a grid, used for speed; empty if the board is not a grid
};

struct product_form {
  std::vector<product_walker> walkers;  ///< empty if this instance is not a product
  std::vector<player> turns;  ///< the player of each turn, repeated cyclically; at least two; each has a walker
};

/// A game in product form.
template <class G>
concept ProductGame = RankedGame<G> && HasProductForm<G>;

/// Whether this instance of a game is a product.
template <class G>
[[nodiscard]] bool is_product(const G& game) {
  if constexpr (ProductGame<G>) return !game.product().walkers.empty();
  return false;
}

/// The index space of a product, in rows. A row contains all nodes of the last walker, for one turn and one node of
/// each other walker. Rows are numbered within their turn.
class product_index {
 public:
  /// @throws contract_error if the form has no walkers, or a walker has no nodes; resource_error for more than
  ///   2^64 - 1 positions.
  explicit product_index(const product_form& form);

  [[nodiscard]] std::uint64_t num_rows() const noexcept { return m_rows; }
  [[nodiscard]] std::uint64_t row_length() const noexcept { return m_sizes.back(); }
  [[nodiscard]] position first_position(std::size_t turn, std::uint64_t row) const noexcept {
    return (turn * m_rows + row) * row_length();
  }
  /// The number of rows between consecutive nodes of a walker. Precondition: not the last walker.
  [[nodiscard]] std::uint64_t stride(std::size_t walker) const noexcept { return m_strides[walker]; }
  /// The node of a walker in the positions of a row. Precondition: not the last walker.
  [[nodiscard]] node_number node_in(std::uint64_t row, std::size_t walker) const noexcept {
    return static_cast<node_number>(row / m_strides[walker] % m_sizes[walker]);
  }
  /// Sets `others` to the nodes of all walkers but the last in the positions of a row.
  void list_nodes(std::uint64_t row, std::vector<node_number>& others) const {
    others.resize(m_sizes.size() - 1);
    for (std::size_t w = 0; w < others.size(); ++w) others[w] = node_in(row, w);
  }

 private:
  std::vector<std::uint64_t> m_sizes;    ///< [walker]: its number of nodes
  std::vector<std::uint64_t> m_strides;  ///< [walker], see `stride`; 0 for the last
  std::uint64_t m_rows = 1;              ///< per turn
};

}  // namespace zermelo
