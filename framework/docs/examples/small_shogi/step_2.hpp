// SPDX-License-Identifier: MIT
// Small shogi, step 2: symmetry.
#pragma once

#include "step_1.hpp"

class small_shogi_2 : public small_shogi_1 {
 public:
  using small_shogi_1::small_shogi_1;

  /// A position and its mirror image have the same value. The one with the smaller key represents both.
  state canonical(const state& s) const {
    const state image = mirror_image(s);
    return pack(image) < pack(s) ? image : s;
  }
  /// The number of positions that a state represents: 2, or 1 if the state is its own mirror image.
  std::uint64_t orbit_size(const state& s) const { return mirror_image(s) == s ? 1 : 2; }

 private:
  static state mirror_image(const state& s) {
    state image = s;
    for (std::size_t i = 0; i < s.board.size(); i += 3) std::swap(image.board[i], image.board[i + 2]);
    return image;
  }
};
