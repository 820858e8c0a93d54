// SPDX-License-Identifier: MIT
// Counts the moves into a position of a game reduced by symmetry, from the moves back. Let p have m moves into the
// orbit of s, and let u moves back lead from s into the orbit of p. Moves between the two orbits are as many from
// either side, and an orbit has as many states as there are symmetries, divided by those that leave its states as they
// are (orbit and stabilizer), so that
//
//   m = u * (symmetries that leave p as it is) / (symmetries that leave s as it is)
//
// If s has more symmetries than p, such as after the last pawn has left the board, moves lead back from the images of s
// under these symmetries, too: one image for each coset of the symmetries of p. Moves must not lead to positions with
// fewer symmetries.
//
//   time    a move back is one call if no symmetry leaves s as it is, otherwise moves back are sorted: n log n
//   memory  1 KiB of stack, and 16 bytes per move back for more than 64
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

#include <boost/container/small_vector.hpp>

#include <zermelo/core/value/outcome.hpp>

namespace zermelo {
namespace detail {

/// @throws contract_error
[[noreturn]] void reject_weight(position from, std::uint64_t weight, std::uint64_t fixing);

}  // namespace detail

/// Calls f(p) for each move from a position p into the orbit of s.
/// @param fixing  the number of symmetries that leave s as it is
/// @param walk  walk(g) calls g(p, number of symmetries that leave p as it is) for each move back
/// @throws contract_error if the numbers of symmetries contradict the moves back
template <class Walk, class Callback>
void for_each_weighted(std::uint64_t fixing, const Walk& walk, Callback&& f) {
  constexpr std::size_t moves_on_stack = 64;  // more than most positions have
  boost::container::small_vector<std::pair<position, std::uint64_t>, moves_on_stack> moves;
  // Both cases share one callback, since the code of the walk is long and is compiled once per callback.
  walk([&](position from, std::uint64_t fixing_source) {
    if (fixing != 1) {
      moves.emplace_back(from, fixing_source);
    } else {
      for (std::uint64_t i = 0; i < fixing_source; ++i) f(from);
    }
  });
  std::sort(moves.begin(), moves.end());
  for (auto move = moves.begin(); move != moves.end();) {
    const position from = move->first;
    std::uint64_t weight = 0;
    for (; move != moves.end() && move->first == from; ++move) weight += move->second;
    if (weight % fixing != 0) detail::reject_weight(from, weight, fixing);
    for (std::uint64_t i = 0; i < weight / fixing; ++i) f(from);
  }
}

}  // namespace zermelo
