// SPDX-License-Identifier: MIT
// Northcott's game, step 2: the ranking, which numbers every state.
#pragma once

#include "step_1.hpp"

class northcott_2 : public northcott_1 {
 public:
  using northcott_1::northcott_1;
  using position = zermelo::position;

  position num_positions() const {
    position number = 2;
    for (unsigned row = 0; row < m_rows; ++row) number *= pairs_before(m_cols);
    return number;
  }
  position rank(const state& s) const {
    position number = index_of(s.to_move);
    for (const men& at : s.rows) number = number * pairs_before(m_cols) + pairs_before(at.black) + at.white;
    return number;
  }
  state unrank(position number) const {
    state s{std::vector<men>(m_rows), white};
    for (unsigned row = m_rows; row-- > 0; number /= pairs_before(m_cols)) {
      const position pair = number % pairs_before(m_cols);
      unsigned black = 1;
      while (pairs_before(black + 1) <= pair) ++black;
      s.rows[row] = {static_cast<unsigned>(pair - pairs_before(black)), black};
    }
    s.to_move = number == 0 ? white : player::second;
    return s;
  }

 private:
  /// The number of placements of a row's two men with the black man left of this column.
  static position pairs_before(unsigned column) { return position{column} * (column - 1) / 2; }
};
