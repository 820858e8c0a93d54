// SPDX-License-Identifier: MIT
// The engines for game modules, and the memory that each is expected to need. Both give the same solution to
// the bit; see retrograde_analysis.hpp for time, memory and errors.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

#include <zermelo/core/base/random.hpp>
#include <zermelo/core/graph/transposed_graph.hpp>
#include <zermelo/core/positions/game_graph.hpp>
#include <zermelo/core/solve/retrograde_analysis.hpp>
#include <zermelo/core/solve/saved_solve.hpp>
#include <zermelo/core/solve/solve_stored.hpp>
#include <zermelo/core/solve/visitor.hpp>
#include <zermelo/core/value/packed_word.hpp>

namespace zermelo {

/// Solves a game with predecessors generated on the fly, or goes on with a solve of it that was saved.
template <RankedGame G>
  requires(game_graph<G>::has_predecessors)
[[nodiscard]] solution solve_implicit(const G& game, const retrograde_options& options, solve_visitor& visitor,
                                      saved_solve* saved = nullptr) {
  const game_graph<G> graph(game);
  return retrograde_analysis(graph, graph, options, visitor, saved);
}

/// Solves a game on its stored, transposed graph, or goes on with a solve of it that was saved. No predecessors
/// are needed.
template <RankedGame G>
[[nodiscard]] solution solve_explicit(const G& game, const retrograde_options& options, solve_visitor& visitor,
                                      saved_solve* saved = nullptr) {
  const game_graph<G> graph(game);
  const stored_graph stored = materialize(graph, {options.threads, options.indices, options.edges_from}, visitor);
  return solve_stored(stored, graph, options, visitor, saved);
}

/// What a sample of the positions says of the rest.
struct graph_sample {
  std::uint64_t positions = 0;
  double edges_per_position = 0;
  double ends_per_position = 0;  ///< the share of terminals
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
  std::uint64_t ends = 0;
  for (position i = 0; i < looked_at; ++i) {
    const position p = i * stretch + random.below(stretch);
    const position_label label = graph.label(p);
    if (label.terminal) ++ends;
    if (!label.is_legal || label.terminal) continue;
    const std::uint64_t degree = graph.num_successors(p);
    edges += degree;
    sample.largest_out_degree = std::max(sample.largest_out_degree, degree);
  }
  sample.edges_per_position = static_cast<double>(edges) / static_cast<double>(looked_at);
  sample.ends_per_position = static_cast<double>(ends) / static_cast<double>(looked_at);
  return sample;
}

namespace detail {

inline constexpr double bytes_of_program = 14 << 20;  ///< code, libraries, thread stacks

[[nodiscard]] inline double bytes_of_index(const graph_sample& sample) {
  constexpr auto narrow = std::numeric_limits<std::uint32_t>::max();
  return sample.positions <= narrow ? sizeof(std::uint32_t) : sizeof(std::uint64_t);
}

/// Words, and the lists of positions to spread. Those of two waves took 0.1 to 0.5 bytes a position on pursuit games
/// of 2 M to 82 M positions; terminals are all listed from the beginning, in vectors that grow by doubling.
[[nodiscard]] inline double bytes_of_propagation(const graph_sample& sample) {
  constexpr double share_of_waves = 0.07;
  const double listed_share = std::max(share_of_waves, 2 * sample.ends_per_position);
  const double word = sample.largest_out_degree <= packed_word<std::uint16_t>::max_low ? 2 : 4;
  return static_cast<double>(sample.positions) * (word + listed_share * bytes_of_index(sample));
}

}  // namespace detail

/// Expected peak of `solve_implicit`, in bytes.
[[nodiscard]] inline std::uint64_t implicit_bytes(const graph_sample& sample) {
  return static_cast<std::uint64_t>(detail::bytes_of_program + detail::bytes_of_propagation(sample));
}

/// Expected peak of `solve_explicit`, in bytes: the edges, the row starts, the out-degrees, the propagation.
[[nodiscard]] inline std::uint64_t explicit_bytes(const graph_sample& sample) {
  const double positions = static_cast<double>(sample.positions);
  const double edges = positions * sample.edges_per_position;
  const double row_start =
      edges <= std::numeric_limits<std::uint32_t>::max() ? detail::bytes_of_index(sample) : sizeof(std::uint64_t);
  return static_cast<std::uint64_t>(detail::bytes_of_program + detail::bytes_of_propagation(sample) +
                                    edges * detail::bytes_of_index(sample) +
                                    positions * (row_start + sizeof(std::uint16_t)));
}

/// Where the queue solver takes predecessors from.
enum class predecessor_source : std::uint8_t {
  hook,            ///< the game lists them
  reversed_lists,  ///< the solver keeps every edge reversed
};

/// Expected peak of the queue solver, in bytes; see queue_solver.hpp.
[[nodiscard]] inline std::uint64_t queue_bytes(const graph_sample& sample, predecessor_source source) {
  constexpr double per_position = 1 + 1 + 4 + 4;  // outcome, owner, distance, counter
  constexpr double table_and_queue = 3;           // a finished word, and a share of the queue
  constexpr double per_position_reversed = 24;    // an empty vector
  constexpr double per_edge_reversed = 2 * 8;     // vectors grow by doubling
  const double positions = static_cast<double>(sample.positions);
  const double reversed =
      source == predecessor_source::hook ? 0 : per_position_reversed + per_edge_reversed * sample.edges_per_position;
  return static_cast<std::uint64_t>(detail::bytes_of_program + positions * (per_position + table_and_queue + reversed));
}

}  // namespace zermelo
