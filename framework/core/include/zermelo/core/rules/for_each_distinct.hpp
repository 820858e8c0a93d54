// SPDX-License-Identifier: MIT
// Each of a few positions once, such as those to which one position's moves lead.
//
//   time    proportional to their number; beyond 128 of them, of sorting
//   memory  800 bytes of stack; beyond 64 positions 8 bytes for each
#pragma once

#include <cstddef>
#include <span>

#include <boost/container/small_vector.hpp>

#include <zermelo/core/value/outcome.hpp>

namespace zermelo {

/// Moves each distinct position to the front of the list, in an order that depends on nothing but the list. The
/// elements behind them are unspecified.
/// @returns the number of distinct positions
[[nodiscard]] std::size_t keep_distinct(std::span<position> found);

/// Whether a walk may name a position twice.
enum class repeats { possible, none };

/// Calls f once with each position with which `walk(g)` calls g. Without repeats, f is called during the walk.
template <class Walk, class Callback>
void for_each_distinct(const Walk& walk, Callback&& f, repeats in_walk = repeats::possible) {
  constexpr std::size_t usual_degree = 64;
  boost::container::small_vector<position, usual_degree> found;
  // One walk for both cases, since it is long and compiled anew for each callback.
  walk([&](position p) {
    if (in_walk == repeats::possible) {
      found.push_back(p);
    } else {
      f(p);
    }
  });
  const std::size_t num_distinct = keep_distinct({found.data(), found.size()});
  for (std::size_t i = 0; i < num_distinct; ++i) f(found[i]);
}

}  // namespace zermelo
