// SPDX-License-Identifier: MIT
// Each of a few positions once, such as those to which one position's moves lead.
//
//   time    proportional to their number; beyond `most_hashed`, of sorting them
//   memory  256 bytes of stack, and 8 bytes a position
#pragma once

#include <cstddef>
#include <span>

#include <boost/container/small_vector.hpp>

#include <zermelo/core/value/outcome.hpp>

namespace zermelo {

/// Brings each of the positions once to the front of the list, in an order that depends on nothing but the list. What
/// is behind them afterwards means nothing.
/// @returns how many are distinct
[[nodiscard]] std::size_t keep_distinct(std::span<position> found);

/// Calls f once with each of the positions with which `walk(g)` calls g.
/// @param may_repeat  false: they are distinct as they come, and go to f at once
template <class Walk, class Callback>
void for_each_distinct(const Walk& walk, Callback&& f, bool may_repeat = true) {
  constexpr std::size_t usual_degree = 64;
  boost::container::small_vector<position, usual_degree> found;
  // One walk for both cases, since it is long and compiled anew for each callback.
  walk([&](position p) {
    if (may_repeat) {
      found.push_back(p);
    } else {
      f(p);
    }
  });
  const std::size_t num_distinct = keep_distinct({found.data(), found.size()});
  for (std::size_t i = 0; i < num_distinct; ++i) f(found[i]);
}

}  // namespace zermelo
