// SPDX-License-Identifier: MIT
// Numbers the sets of squares of each size, ordered by the greatest square, then by the next, and so on (the
// combinatorial number system).
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <zermelo/core/game_module.hpp>

#include "board.hpp"

namespace zermelo::games::chess {

/// The numbering of sets of squares. Immutable, and therefore thread-safe.
class square_sets {
 public:
  /// An empty numbering.
  square_sets() = default;
  /// @param max_size  the number of squares in the largest sets
  square_sets(std::size_t num_squares, std::size_t max_size)
      : m_binomials(max_size + 1, std::vector<position>(num_squares + 1, 0)) {
    m_binomials[0].assign(num_squares + 1, 1);
    for (std::size_t k = 1; k <= max_size; ++k) {
      for (std::size_t n = 1; n <= num_squares; ++n) {
        m_binomials[k][n] = m_binomials[k][n - 1] + m_binomials[k - 1][n - 1];
      }
    }
  }

  /// The number of sets of `size` squares among `num_squares` squares.
  [[nodiscard]] position count(std::size_t size, std::size_t num_squares) const {
    return m_binomials[size][num_squares];
  }
  /// The number of a set among all sets of its size.
  /// @param squares  the set: `size` squares, at least one, ascending
  /// @param zero     the first square that sets can contain; it counts as 0
  [[nodiscard]] position number_of(const square_number* squares, std::size_t size, square_number zero) const {
    position number = std::size_t{squares[0]} - zero;
    for (std::size_t i = 1; i < size; ++i) number += m_binomials[i + 1][std::size_t{squares[i]} - zero];
    return number;
  }
  /// The inverse of `number_of`: writes the `size` squares of the set with this number, ascending.
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
  std::vector<std::vector<position>> m_binomials;  ///< the binomial coefficient n over k at [k][n]
};

}  // namespace zermelo::games::chess
