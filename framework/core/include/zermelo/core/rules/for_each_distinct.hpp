// SPDX-License-Identifier: MIT
// Removes duplicates from a short list of positions, such as the targets of one position's moves.
//
//   time    linear for up to 128 positions, O(n log n) for more
//   memory  800 bytes of stack, and 8 bytes per position for a walk of more than 64 positions
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <span>

#include <boost/container/small_vector.hpp>

#include <zermelo/core/value/outcome.hpp>

namespace zermelo {

/// Reorders the list so that the distinct positions are at its front, in an order that depends only on the list. The
/// elements after them are unspecified.
/// @returns the number of distinct positions
[[nodiscard]] std::size_t keep_distinct(std::span<position> list);

/// Keeps one move with the greatest gain for each target, and reorders the list so that these moves are at its front,
/// ascending by target. @param target, gain  members of a move, or functions of a move
/// @returns the number of distinct targets
template <class Move, class Target, class Gain>
[[nodiscard]] std::size_t keep_greatest_gains(std::span<Move> moves, Target target, Gain gain) {
  std::sort(moves.begin(), moves.end(), [&](const Move& a, const Move& b) {
    if (std::invoke(target, a) != std::invoke(target, b)) return std::invoke(target, a) < std::invoke(target, b);
    return std::invoke(gain, a) > std::invoke(gain, b);
  });
  const auto end = std::unique(moves.begin(), moves.end(), [&](const Move& a, const Move& b) {
    return std::invoke(target, a) == std::invoke(target, b);
  });
  return static_cast<std::size_t>(end - moves.begin());
}

/// Whether a walk may list a position twice.
enum class repeats { possible, none };

/// Calls f(position) once for each distinct position that `walk(g)` passes to g: during the walk if `in_walk` is
/// `none`, otherwise after it.
template <class Walk, class Callback>
void for_each_distinct(const Walk& walk, Callback&& f, repeats in_walk = repeats::possible) {
  constexpr std::size_t positions_on_stack = 64;  // more than most positions have moves
  boost::container::small_vector<position, positions_on_stack> walked;
  // Both cases share one callback, since the code of the walk is long and is compiled once per callback.
  walk([&](position p) {
    if (in_walk == repeats::possible) {
      walked.push_back(p);
    } else {
      f(p);
    }
  });
  const std::size_t num_distinct = keep_distinct({walked.data(), walked.size()});
  for (std::size_t i = 0; i < num_distinct; ++i) f(walked[i]);
}

}  // namespace zermelo
