// SPDX-License-Identifier: MIT
// Computes images of positions under symmetries, and the representative of all images.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <tuple>

#include <zermelo/core/game_module.hpp>

#include "board.hpp"
#include "chess_set.hpp"
#include "en_passant.hpp"
#include "king_pairs.hpp"
#include "material.hpp"
#include "pieces.hpp"
#include "placing.hpp"

namespace zermelo::games::chess {

[[nodiscard]] inline const king_pair& pair_of(const chess_set& set, const state& s) {
  return set.kings_of(set.material_of(s)).at(s.squares[0], s.squares[1]);
}
/// The image of a state under a symmetry of the board.
[[nodiscard]] inline state image(const chess_set& set, const state& s, std::size_t symmetry) {
  if (symmetry == 0) return s;
  const material& m = set.material_of(s);
  state turned = s;
  for (std::size_t i = 0; i < m.size; ++i) turned.squares[i] = set.board().image(symmetry, s.squares[i]);
  if (m.has_identical) {
    for (const identical_pieces& same : m.kinds()) sort_identical(turned, same);
  }
  if (s.passed != no_square) put_right(set, turned, set.board().image(symmetry, s.passed));
  return turned;
}
/// A position up to symmetry.
struct orbit {
  state representative;      ///< the first, in the order of squares, of the images whose kings are a numbered pair
  std::uint64_t fixing = 1;  ///< the number of symmetries that leave a state as it is
};
[[nodiscard]] inline orbit orbit_of(const chess_set& set, const state& s) {
  const king_pair& kings = pair_of(set, s);
  orbit found{image(set, s, kings.first_symmetry)};
  for (unsigned others = kings.symmetries & (kings.symmetries - 1); others != 0; others &= others - 1) {
    const state other = image(set, s, static_cast<std::size_t>(std::countr_zero(others)));
    if (other == found.representative) {
      ++found.fixing;
    } else if (std::tie(other.squares, other.passed) <
               std::tie(found.representative.squares, found.representative.passed)) {
      found = {other};
    }
  }
  return found;
}
/// The number of symmetries of the board under which images of a state are one position.
[[nodiscard]] inline std::uint64_t num_symmetries(const chess_set& set, const state& s) {
  return set.kings_of(set.material_of(s)).num_symmetries();
}

}  // namespace zermelo::games::chess
