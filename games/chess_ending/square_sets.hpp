// SPDX-License-Identifier: MIT
// Numbers of sets of squares among all sets of their size, ordered by their greatest square, then by the next, and so
// on (the combinatorial number system).
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <zermelo/core/game_module.hpp>

#include "board.hpp"

namespace zermelo::games::chess {

/// Thread-safe: immutable once constructed.
class square_sets {
 public:
  /// No sets.
  square_sets() = default;
  /// @param largest  squares of the largest sets
  square_sets(std::size_t num_squares, std::size_t largest)
      : m_binomials(largest + 1, std::vector<position>(num_squares + 1, 0)) {
    m_binomials[0].assign(num_squares + 1, 1);
    for (std::size_t k = 1; k <= largest; ++k) {
      for (std::size_t n = 1; n <= num_squares; ++n) {
        m_binomials[k][n] = m_binomials[k][n - 1] + m_binomials[k - 1][n - 1];
      }
    }
  }

  /// The number of sets of `size` of the given number of squares.
  [[nodiscard]] position count(std::size_t size, std::size_t num_squares) const {
    return m_binomials[size][num_squares];
  }
  /// @param squares  ascending, `size` of them and at least one
  /// @param zero     the square that is counted as 0
  [[nodiscard]] position number_of(const square_number* squares, std::size_t size, square_number zero) const {
    position number = std::size_t{squares[0]} - zero;
    for (std::size_t i = 1; i < size; ++i) number += m_binomials[i + 1][std::size_t{squares[i]} - zero];
    return number;
  }
  /// Writes the squares of the set with a number, as `number_of` takes them.
  void write(square_number* squares, std::size_t size, square_number zero, position number) const {
    for (std::size_t i = size; i-- > 1;) {
      const std::vector<position>& of_size = m_binomials[i + 1];
      const auto square = std::upper_bound(of_size.begin(), of_size.end(), number) - of_size.begin() - 1;
      squares[i] = static_cast<square_number>(square + zero);
      number -= of_size[static_cast<std::size_t>(square)];
    }
    squares[0] = static_cast<square_number>(number + zero);
  }
  [[nodiscard]] std::uint64_t bytes() const {
    std::uint64_t bytes = 0;
    for (const std::vector<position>& of_size : m_binomials) bytes += of_size.size() * sizeof(position);
    return bytes;
  }

 private:
  std::vector<std::vector<position>> m_binomials;  ///< [k][n]: n over k
};

}  // namespace zermelo::games::chess
