// SPDX-License-Identifier: MIT
// Numbers the pairs of kings that do not touch, up to symmetries of the board.
//
//   memory  8 bytes for every pair of squares, and 4 bytes for every numbered pair
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "board.hpp"

namespace zermelo::games::chess {

/// The numbering of a pair of squares of white's and black's king.
struct king_pair {
  std::uint32_t number = 0;
  std::uint8_t first_symmetry = 0;  ///< the first symmetry whose image of the pair is numbered
  std::uint8_t symmetries = 0;      ///< all such symmetries, one bit for each
  bool has_one_image = true;        ///< whether only one such symmetry exists
};

/// The numbered pairs of kings. From each orbit under the first symmetries of a board, the first pair is numbered, in
/// the order of white's square, then of black's. Immutable, and therefore thread-safe.
class king_pairs {
 public:
  /// An empty set of pairs.
  king_pairs() = default;
  king_pairs(const chess_board& board, std::size_t symmetries)
      : m_num_squares(board.num_squares()), m_num_symmetries(symmetries) {
    const std::size_t n = m_num_squares;
    m_pairs.resize(n * n);
    for (std::size_t of_white = 0; of_white < n; ++of_white) {
      for (std::size_t of_black = 0; of_black < n; ++of_black) {
        const auto a = static_cast<square_number>(of_white);
        const auto b = static_cast<square_number>(of_black);
        if (a == b || board.aims_at(piece_kind::king, a, b)) continue;
        king_pair& here = m_pairs[of_white * n + of_black];
        std::size_t least = std::numeric_limits<std::size_t>::max();
        for (std::size_t i = 0; i < m_num_symmetries; ++i) {
          const std::size_t at = board.image(i, a) * n + board.image(i, b);
          if (at < least) {
            least = at;
            here.first_symmetry = static_cast<std::uint8_t>(i);
            here.symmetries = 0;
          }
          if (at == least) here.symmetries = static_cast<std::uint8_t>(here.symmetries | 1U << i);
        }
        here.has_one_image = std::has_single_bit(here.symmetries);
        // The first pair of an orbit is visited before the others.
        if (here.first_symmetry == 0) {
          here.number = static_cast<std::uint32_t>(m_squares.size());
          m_squares.emplace_back(a, b);
        } else {
          here.number = m_pairs[least].number;
        }
      }
    }
    m_squares.shrink_to_fit();
  }

  [[nodiscard]] std::size_t num_symmetries() const { return m_num_symmetries; }
  /// The number of numbered pairs.
  [[nodiscard]] std::size_t size() const { return m_squares.size(); }
  [[nodiscard]] const king_pair& at(square_number of_white, square_number of_black) const {
    return m_pairs[of_white * m_num_squares + of_black];
  }
  /// The squares of white's and black's king in a numbered pair.
  [[nodiscard]] const std::pair<square_number, square_number>& squares(std::size_t number) const {
    return m_squares[number];
  }
  [[nodiscard]] std::uint64_t bytes() const {
    return m_pairs.size() * sizeof(king_pair) + m_squares.size() * sizeof(m_squares[0]);
  }

 private:
  std::size_t m_num_squares = 0;
  std::size_t m_num_symmetries = 1;
  std::vector<king_pair> m_pairs;                                  ///< indexed by white's square, then black's
  std::vector<std::pair<square_number, square_number>> m_squares;  ///< by number
};

}  // namespace zermelo::games::chess
