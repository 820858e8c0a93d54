// SPDX-License-Identifier: MIT
// How large a game's graph is, from a sample of its positions.
#pragma once

#include <algorithm>
#include <cstdint>

#include <zermelo/core/base/random.hpp>
#include <zermelo/core/game/game.hpp>
#include <zermelo/core/graph/position_labels.hpp>
#include <zermelo/core/positions/game_graph.hpp>

namespace zermelo {

/// What a sample of the positions says of the rest.
struct graph_sample {
  std::uint64_t positions = 0;
  double edges_per_position = 0;
  std::uint64_t largest_out_degree = 0;
};

/// Looks at up to 4096 positions, one drawn from each of as many equal stretches of the index space; all of
/// them if there are no more. The same game gives the same sample.
template <RankedGame G>
[[nodiscard]] graph_sample sample_graph(const G& game) {
  constexpr position sample_size = 4096;
  const game_graph<G> graph(game);
  graph_sample sample;
  sample.positions = game.num_positions();
  if (sample.positions == 0) return sample;
  const position looked_at = std::min(sample.positions, sample_size);
  const position stretch = sample.positions / looked_at;
  random_generator random(0);
  std::uint64_t edges = 0;
  for (position i = 0; i < looked_at; ++i) {
    const position p = i * stretch + random.below(stretch);
    const position_label label = graph.label(p);
    if (!label.is_legal || label.terminal) continue;
    const std::uint64_t degree = graph.num_successors(p);
    edges += degree;
    sample.largest_out_degree = std::max(sample.largest_out_degree, degree);
  }
  sample.edges_per_position = static_cast<double>(edges) / static_cast<double>(looked_at);
  return sample;
}

}  // namespace zermelo
