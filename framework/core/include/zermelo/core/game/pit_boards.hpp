// SPDX-License-Identifier: MIT
// A ranking of the ways to distribute seeds to pits, for sowing games. Boards are ordered by the number of seeds in all
// pits, then by the number in all pits except the last, then in all pits except the last two, and so on.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include <zermelo/core/value/outcome.hpp>

namespace zermelo {

class pit_boards {
 public:
  static constexpr std::size_t max_pits = 12;
  static constexpr unsigned max_seeds = 72;

  /// The seeds of each pit; unused pits are empty.
  using board = std::array<std::uint8_t, max_pits>;

  /// @param pits  from 1 to max_pits
  /// @param seeds  the greatest number of seeds on a board, from 0 to max_seeds
  pit_boards(std::size_t pits, unsigned seeds) : m_pits(pits), m_seeds(seeds) {
    for (std::size_t pit = 0; pit < pits; ++pit) {
      // C(sum + pit, pit + 1), by Pascal's rule.
      for (unsigned sum = 1; sum <= seeds + 1; ++sum) {
        m_below[pit][sum] = m_below[pit][sum - 1] + (pit == 0 ? 1 : m_below[pit - 1][sum]);
      }
    }
  }

  [[nodiscard]] position num_boards() const { return num_below(m_seeds + 1); }
  /// The number of boards with fewer than `seeds` seeds, which have the lowest numbers. @param seeds  at most the bound
  /// of the constructor plus 1
  [[nodiscard]] position num_below(unsigned seeds) const { return m_below[m_pits - 1][seeds]; }

  [[nodiscard]] position rank(const board& pits) const {
    position number = 0;
    unsigned sum = 0;
    for (std::size_t pit = 0; pit < m_pits; ++pit) {
      sum += pits[pit];
      number += m_below[pit][sum];
    }
    return number;
  }
  /// The board with a number from 0 to num_boards() - 1; for a greater number, an unspecified board.
  [[nodiscard]] board unrank(position number) const {
    board pits{};
    unsigned sum = m_seeds;
    for (std::size_t pit = m_pits; pit-- > 0;) {
      const unsigned above = sum;
      while (m_below[pit][sum] > number) --sum;
      number -= m_below[pit][sum];
      if (pit + 1 < m_pits) pits[pit + 1] = static_cast<std::uint8_t>(above - sum);
    }
    pits[0] = static_cast<std::uint8_t>(sum);
    return pits;
  }
  /// Advances to the board with the next number. Precondition: the board is not the last one.
  void to_next(board& pits) const {
    std::size_t pit = 0;
    while (pit + 1 < m_pits && pits[pit + 1] == 0) ++pit;
    const auto moved = static_cast<std::uint8_t>(pits[0] + 1);
    pits[0] = 0;
    if (pit + 1 < m_pits) --pits[pit + 1];
    pits[pit] = moved;
  }

 private:
  std::size_t m_pits;
  unsigned m_seeds;
  /// [pit][sum]: the number of ways to distribute fewer than `sum` seeds to the pits up to this one.
  std::array<std::array<position, max_seeds + 2>, max_pits> m_below{};
};

}  // namespace zermelo
