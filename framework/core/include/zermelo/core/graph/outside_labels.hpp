// SPDX-License-Identifier: MIT
// Labels of a graph that is a part of a larger one, whose other vertices are decided. They say where the moves out of
// the graph lead with one more member,
//
//   for_each_outside(v, f)    calls f(result) once per move from v to a vertex outside, with that vertex's value: who
//                             has won there, as v calls the players, a tie or a draw, and the distance. Not called for
//                             terminals and holes. It may return how many moves stay inside, as std::uint64_t: then the
//                             graph is not asked for that.
#pragma once

#include <concepts>
#include <cstdint>

#include <zermelo/core/value/outcome.hpp>

namespace zermelo {

/// Labels that give results of moves to the outside.
template <class Labels, class Vertex>
concept HasOutside = requires(const Labels& labels, Vertex v) { labels.for_each_outside(v, [](const result&) {}); };
/// Labels that also return the number of moves inside.
template <class Labels, class Vertex>
concept CountsInside = requires(const Labels& labels, Vertex v) {
  {
    labels.for_each_outside(v, [](const result&) {})
  } -> std::same_as<std::uint64_t>;
};

}  // namespace zermelo
