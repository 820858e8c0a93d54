// SPDX-License-Identifier: MIT
// Northcott's game, step 3: predecessors.
#pragma once

#include "step_2.hpp"

class northcott_3 : public northcott_2 {
 public:
  using northcott_2::northcott_2;

  /// Moves are reversible: a man that has just moved came from a column that it could move back to.
  template <class Callback>
  void for_each_predecessor(const state& s, Callback&& f) const {
    const state reversed{s.rows, opponent(s.to_move)};
    for_each_successor(reversed, [&](const state& moved) { f(state{moved.rows, reversed.to_move}); });
  }
};
