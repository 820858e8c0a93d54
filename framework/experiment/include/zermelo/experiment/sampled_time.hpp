// SPDX-License-Identifier: MIT
// What the rules take in a solve, from a sample of the positions: the hooks that engines ask, on stretches of
// consecutive positions, as engines take them.
#pragma once

#include <algorithm>
#include <cstdint>

#include <zermelo/core/base/random.hpp>
#include <zermelo/core/game/game.hpp>
#include <zermelo/core/positions/game_graph.hpp>
#include <zermelo/experiment/any_game.hpp>

namespace zermelo::experiment {

/// The time that this thread has had on a processor, whoever else is at work.
[[nodiscard]] double thread_seconds();

namespace detail {

/// Looks at the position once forwards, as seeding does, and once backwards, as a wave does. Returns how many
/// predecessors or moves that has given.
template <RankedGame G>
[[nodiscard]] std::uint64_t look_both_ways(const game_graph<G>& graph, position p) {
  const position_label label = graph.label(p);
  if (!label.is_legal) return 0;
  std::uint64_t num_forwards = 0;
  std::uint64_t num_backwards = 0;
  if (!label.terminal) {
    if constexpr (LeadsOutside<G>) {
      num_forwards = graph.game().most_arrivals(p);
    } else {
      num_forwards = graph.num_successors(p);
    }
  }
  if constexpr (LeadsOutside<G>) {
    if (graph.game().is_left_by_every_move()) return num_forwards;
  }
  if constexpr (game_graph<G>::has_predecessors) {
    graph.for_each_predecessor(p, [&num_backwards](position) { ++num_backwards; });
  } else if (!label.terminal) {
    graph.for_each_live_successor(p, [&num_backwards](position) { ++num_backwards; });
  }
  return num_forwards + num_backwards;
}

}  // namespace detail

template <RankedGame G>
[[nodiscard]] rules_time sampled_rules_time(const G& game) {
  constexpr position num_stretches = 64;
  constexpr position stretch_size = 64;
  const game_graph<G> graph(game);
  const position size = game.num_positions();
  if (size == 0) return {};
  random_generator random(0);
  double seconds = 0;
  std::uint64_t looked_at = 0;
  std::uint64_t num_moves = 0;
  for (position i = 0; i < num_stretches; ++i) {
    const position begin = random.below(size);
    const position end = begin + std::min(stretch_size, size - begin);
    double least = 0;
    // The first time pays for what is not in the cache yet, and will be.
    for (int times = 0; times < 3; ++times) {
      std::uint64_t moves = 0;
      const double start = thread_seconds();
      for (position p = begin; p != end; ++p) moves += detail::look_both_ways(graph, p);
      const double taken = thread_seconds() - start;
      least = times == 0 ? taken : std::min(least, taken);
      if (times == 0) num_moves += moves;
    }
    seconds += least;
    looked_at += end - begin;
  }
  const auto sampled = static_cast<double>(looked_at);
  return {seconds / sampled, static_cast<double>(num_moves) / sampled};
}

}  // namespace zermelo::experiment
