// SPDX-License-Identifier: MIT
// Northcott's game, step 3: the way back.
#pragma once

#include "step_2.hpp"

class northcott_3 : public northcott_2 {
 public:
  using northcott_2::northcott_2;

  /// Who has just moved takes the man back to where it may have come from: wherever it could also go on to.
  template <class Callback>
  void for_each_predecessor(const state& s, Callback&& f) const {
    const state back{s.rows, opponent(s.to_move)};
    for_each_successor(back, [&](const state& moved) { f(state{moved.rows, back.to_move}); });
  }
};
