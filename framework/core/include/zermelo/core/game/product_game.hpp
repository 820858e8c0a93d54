// SPDX-License-Identifier: MIT
// Games whose position is a product: walkers, each somewhere on its own board, and whose turn it is. What a walker
// may do depends on its own place alone. Pursuit on a grid or a graph is of this kind. Such games can be solved
// for 64 positions and more at a time, see product_solver.hpp.
//
// A game says that it is one with two hooks:
//
//   product_form product()                   the walkers with their moves, and the order of turns
//   void for_each_terminal(turn, others, f)  calls f(place, result) once for every terminal position of a row: `turn`
//                                            counts the turns from 0, `others` are the places of all walkers but the
//                                            last, and `place` is the last one's. Results have distance 0, and may
//                                            be drawn.
//
// Whether a game is one may depend on its parameters: a form without walkers says that this instance is none, and
// for_each_terminal is not called.
//
// In a player's turn all of the player's walkers move at once, each along one of its own moves; a walker that may
// stay has its own place among its moves. A player with a walker that has no move cannot move: `no_moves` says what
// that means. The index space is turn x place of walker 0 x place of walker 1 x ..., the last place running
// fastest, and all of it is legal. The hooks by state say the same once more; the conformance kit compares the two.
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

/// The place of a walker: 0 .. the number of its places - 1.
using place_number = adjacency_lists::node;

struct product_walker {
  player owner = player::first;
  adjacency_lists moves;         ///< [place]: the places to which the walker can move, its own if it may stay
  std::vector<grid_cell> cells;  ///< for speed, [place]: its cell on a grid; empty if the board is no grid
};

struct product_form {
  std::vector<product_walker> walkers;  ///< at least one; none if this instance is no product
  std::vector<player> turns;            ///< at least two, then again from the first; each owns a walker
};

/// A game in product form. It has no holes, and no symmetry is used.
template <class G>
concept ProductGame = RankedGame<G> && HasProductForm<G>;

/// Whether this instance is a product.
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
  /// For all walkers but the last: the distance between the rows of two neighbouring places, and the place in a row.
  [[nodiscard]] std::uint64_t stride(std::size_t walker) const noexcept { return m_strides[walker]; }
  [[nodiscard]] place_number place_in(std::uint64_t row, std::size_t walker) const noexcept {
    return static_cast<place_number>(row / m_strides[walker] % m_sizes[walker]);
  }
  /// Sets `others` to the places of all walkers but the last.
  void places(std::uint64_t row, std::vector<place_number>& others) const {
    others.resize(m_sizes.size() - 1);
    for (std::size_t w = 0; w < others.size(); ++w) others[w] = place_in(row, w);
  }

 private:
  std::vector<std::uint64_t> m_sizes;
  std::vector<std::uint64_t> m_strides;
  std::uint64_t m_rows = 1;
};

}  // namespace zermelo
