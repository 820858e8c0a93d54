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
  /// difference_graph.hpp. Empty if rows of numbers take no more, or if the game lists predecessors, since no graph is
  /// stored by differences then.
  std::vector<std::uint64_t> differences;
  double others_per_position = 0;  ///< moves that make none of `differences`
  /// How rows of predecessors are to be stored. If the game does not list predecessors, rows of successors are sampled
  /// instead: both have the same differences.
  encoding_choice encoding;
  bool lists_predecessors = false;  ///< the game does, and the sampled rows are those of predecessors
  /// For a part of a game: an upper bound on the values that arrive from outside. The positions outside may not be
  /// solved yet, so that the number itself is unknown.
  double arrivals_per_position = 0;
};

/// The number of positions in a sample.
inline constexpr position positions_sampled = 4096;

/// Calls f(position) for up to `max_samples` positions, one drawn from each of `max_samples` equal stretches of the
/// index space (positions behind the last whole stretch are not drawn); for all positions if there are no more. Returns
/// the number of calls.
template <class Function>
position for_each_sampled(position positions, position max_samples, random_generator& random, const Function& f) {
  const position looked_at = positions < max_samples ? positions : max_samples;
  const position stretch = looked_at > 0 ? positions / looked_at : 0;
  for (position i = 0; i < looked_at; ++i) f(i * stretch + random.below(stretch));
  return looked_at;
}

/// Samples up to `positions_sampled` positions of a game. The number of patterns of its rows needs more: the rows of
/// one position in 128, up to 131,072, are looked at too, if these are more. The same game gives the same sample.
/// @throws what the rules throw.
[[nodiscard]] graph_sample sample_graph(const rules& game);

/// The sample of a ranked game.
template <RankedGame G>
[[nodiscard]] graph_sample sample_graph(const G& game) {
  return sample_graph(rules_of_game<G>(game));
}

}  // namespace zermelo
