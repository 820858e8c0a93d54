// SPDX-License-Identifier: MIT
// Labels of a graph that is a part of a larger graph whose other vertices are decided. Such labels have one more
// member, for the moves out of the part:
//
//   for_each_outside(v, f)    calls f(result) once per move from v to a vertex outside, with the value of that vertex:
//                             the winner, as v names the players, or a tie or a draw, and the distance. Algorithms do
//                             not call it for terminals and unused indices. If it returns std::uint64_t, this is the
//                             number of moves that stay inside, and algorithms do not ask the graph for this number.
#pragma once

#include <concepts>
#include <cstdint>

#include <zermelo/core/value/outcome.hpp>

namespace zermelo {

/// Labels with `for_each_outside`.
template <class Labels, class Vertex>
concept HasOutside = requires(const Labels& labels, Vertex v) { labels.for_each_outside(v, [](const result&) {}); };
/// Labels whose `for_each_outside` returns the number of moves that stay inside.
template <class Labels, class Vertex>
concept CountsInside = requires(const Labels& labels, Vertex v) {
  {
    labels.for_each_outside(v, [](const result&) {})
  } -> std::same_as<std::uint64_t>;
};

}  // namespace zermelo
