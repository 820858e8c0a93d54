// SPDX-License-Identifier: MIT
// Computes images of positions under symmetries, and the representative of all images.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <tuple>

#include <zermelo/core/game_module.hpp>
#include <zermelo/core/rules/for_each_distinct.hpp>

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
/// The first, in the order of squares, of the images whose kings are a numbered pair.
[[nodiscard]] inline state canonical(const chess_set& set, const state& s) {
  const king_pair& kings = pair_of(set, s);
  state least = image(set, s, kings.first_symmetry);
  for (unsigned others = kings.symmetries & (kings.symmetries - 1); others != 0; others &= others - 1) {
    const state other = image(set, s, static_cast<std::size_t>(std::countr_zero(others)));
    if (std::tie(other.squares, other.passed) < std::tie(least.squares, least.passed)) least = other;
  }
  return least;
}
/// The number of different images of a state, including itself.
[[nodiscard]] inline std::uint64_t orbit_size(const chess_set& set, const state& s) {
  const std::size_t num_symmetries = set.kings_of(set.material_of(s)).num_symmetries();
  if (pair_of(set, s).has_one_image) return num_symmetries;
  std::uint64_t fixing = 0;
  for (std::size_t i = 0; i < num_symmetries; ++i) fixing += image(set, s, i) == s ? 1 : 0;
  return num_symmetries / fixing;
}
/// Two moves may lead to, or come from, the same representative only if a symmetry keeps the square of the king of the
/// player who does not move.
[[nodiscard]] inline repeats repeats_of(const chess_set& set, const state& s, player unmoved) {
  return set.is_on_axis(king_square(s, unmoved)) ? repeats::possible : repeats::none;
}

}  // namespace zermelo::games::chess
