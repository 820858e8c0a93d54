// SPDX-License-Identifier: MIT
// Estimates the size of a game's graph from a sample of its positions.
#pragma once

#include <cstdint>
#include <vector>

#include <zermelo/core/base/random.hpp>
#include <zermelo/core/game/game.hpp>
#include <zermelo/core/graph/row_encoding.hpp>
#include <zermelo/core/rules/rules.hpp>
#include <zermelo/core/rules/rules_of_game.hpp>
#include <zermelo/core/value/outcome.hpp>

namespace zermelo {

/// Estimates for all positions from a sample of them.
struct graph_sample {
  std::uint64_t positions = 0;
  double edges_per_position = 0;
  std::uint64_t largest_out_degree = 0;
  /// The differences between positions that most moves make, the most frequent first, as many as pay, see
  /// difference_graph.hpp. None if rows of numbers take no more, or if the game lists predecessors: those are asked.
  std::vector<std::uint64_t> differences;
  double others_per_position = 0;  ///< moves that make none of `differences`
  /// How predecessors are to be stored. Where the game does not list them, successors are looked at in their place: the
  /// differences are the same.
  encoding_choice encoding;
  bool lists_predecessors = false;
  /// Of a part of a game: values that arrive from outside, at most, since what moves lead to may not be solved yet.
  double arrivals_per_position = 0;
};

/// The number of positions in a sample.
inline constexpr position positions_sampled = 4096;

/// Calls f(position) for up to `size` positions, one drawn from each of `size` equal stretches of the index space; for
/// all positions if there are no more than `size`. Returns the number of calls.
template <class Function>
position for_each_sampled(position positions, position size, random_generator& random, const Function& f) {
  const position looked_at = positions < size ? positions : size;
  const position stretch = looked_at > 0 ? positions / looked_at : 0;
  for (position i = 0; i < looked_at; ++i) f(i * stretch + random.below(stretch));
  return looked_at;
}

/// Looks at up to 4096 positions, one drawn from each of as many equal stretches of the index space; all of
/// them if there are no more. At the rows of more of them, 131,072 at most and one in 128, to tell how many patterns
/// they have. The same game gives the same sample.
[[nodiscard]] graph_sample sample_graph(const rules& game);

/// The sample of a ranked game.
template <RankedGame G>
[[nodiscard]] graph_sample sample_graph(const G& game) {
  return sample_graph(rules_of_game<G>(game));
}

}  // namespace zermelo
