// SPDX-License-Identifier: MIT
// Games whose position is a product: the turn, and the place of each of several walkers on a board of its own. The
// moves of a walker depend on its own place alone. Pursuit on a grid or a graph is such a game. Games in product form
// can be solved for 64 positions and more at a time, see product_solver.hpp. Two hooks state the form:
//
//   product_form product()                   the walkers with their moves, and the order of turns. A form without
//                                            walkers says that this instance is no product
//   void for_each_terminal(turn, others, f)  calls f(place, result) once for every terminal position of a row: `turn`
//                                            is the turn's place in product_form::turns, `others` are the places of
//                                            all walkers but the last, and `place` is a place of the last walker. The
//                                            results have distance 0, and may be draws
//
// In a player's turn all of the player's walkers move at once, each along one of its own moves; a walker that may
// stay has its own place among its moves. A player with a walker that has no move cannot move: `no_moves` gives the
// result. The index space is turn x place of walker 0 x place of walker 1 x ..., the last place running fastest, and
// all of it is legal. The game's hooks by state describe the same game; the conformance kit compares both.
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

/// The place of a walker on its board, from 0.
using node_number = adjacency_lists::node;

struct product_walker {
  player owner = player::first;
  adjacency_lists moves;         ///< [place]: the places to which the walker can move, its own if it may stay
  std::vector<grid_cell> cells;  ///< for speed, [place]: its cell on a grid; empty if the board is no grid
};

struct product_form {
  std::vector<product_walker> walkers;  ///< none if this instance is no product
  std::vector<player> turns;  ///< the player of each turn, repeated from the first; at least two; each owns a walker
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

/// The index space of a product, in rows: a row is all the places of the last walker for one turn and one place of
/// each other walker. Rows are numbered within their turn.
class product_index {
 public:
  /// @throws contract_error if there are no walkers, or a walker has no places; resource_error for more than 2^64 - 1
  ///   positions.
  explicit product_index(const product_form& form);

  [[nodiscard]] std::uint64_t num_rows() const noexcept { return m_rows; }
  [[nodiscard]] std::uint64_t row_length() const noexcept { return m_sizes.back(); }
  [[nodiscard]] position first_position(std::size_t turn, std::uint64_t row) const noexcept {
    return (turn * m_rows + row) * row_length();
  }
  /// The number of rows from one place of a walker to its next place. Precondition: not the last walker.
  [[nodiscard]] std::uint64_t stride(std::size_t walker) const noexcept { return m_strides[walker]; }
  /// The place of a walker in the positions of a row. Precondition: not the last walker.
  [[nodiscard]] node_number node_in(std::uint64_t row, std::size_t walker) const noexcept {
    return static_cast<node_number>(row / m_strides[walker] % m_sizes[walker]);
  }
  /// Sets `others` to the places of all walkers but the last in the positions of a row.
  void list_nodes(std::uint64_t row, std::vector<node_number>& others) const {
    others.resize(m_sizes.size() - 1);
    for (std::size_t w = 0; w < others.size(); ++w) others[w] = node_in(row, w);
  }

 private:
  std::vector<std::uint64_t> m_sizes;    ///< [walker]: its number of places
  std::vector<std::uint64_t> m_strides;  ///< [walker], see `stride`; 0 for the last
  std::uint64_t m_rows = 1;              ///< of one turn
};

}  // namespace zermelo
