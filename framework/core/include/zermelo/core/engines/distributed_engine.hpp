// SPDX-License-Identifier: MIT
// The engine `distributed`: retrograde analysis on one block of the game's positions, the predecessors generated from
// the rules, while other processes solve the other blocks.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <fmt/core.h>

#include <zermelo/core/base/random.hpp>
#include <zermelo/core/base/saturating.hpp>
#include <zermelo/core/engines/engine.hpp>
#include <zermelo/core/engines/retrograde_bytes.hpp>
#include <zermelo/core/game/axis.hpp>
#include <zermelo/core/game/fallbacks.hpp>
#include <zermelo/core/positions/game_graph.hpp>
#include <zermelo/core/positions/graph_sample.hpp>
#include <zermelo/core/solve/block_exchange.hpp>
#include <zermelo/core/solve/block_partition.hpp>
#include <zermelo/core/solve/retrograde_analysis.hpp>
#include <zermelo/core/solve/saved_solve.hpp>
#include <zermelo/core/solve/summarize_block.hpp>
#include <zermelo/core/solve/visitor.hpp>
#include <zermelo/core/value/value_table.hpp>

namespace zermelo {

/// A partition, and what a sample says of it.
struct block_cut {
  block_partition partition;
  std::string axis;         ///< along which it is cut
  double remote_share = 0;  ///< of the moves, those that lead to another block
};

namespace detail {

/// The share of a sample's moves that lead to another block.
template <RankedGame G>
[[nodiscard]] double sampled_remote_share(const game_graph<G>& graph, const block_partition& partition) {
  constexpr position sample_size = 4096;
  const position positions = graph.num_positions();
  const position looked_at = std::min(positions, sample_size);
  random_generator random(0);
  std::uint64_t moves = 0;
  std::uint64_t remote = 0;
  for (position i = 0; i < looked_at; ++i) {
    const position stretch = positions / looked_at;
    const position p = i * stretch + random.below(stretch);
    const std::uint64_t owner = partition.owner(p);
    graph.for_each_successor(p, [&](position to) {
      ++moves;
      if (partition.owner(to) != owner) ++remote;
    });
  }
  return moves == 0 ? 0 : static_cast<double>(remote) / static_cast<double>(moves);
}

}  // namespace detail

/// Cuts a game's positions into so many blocks, along the axis by which the fewest moves of a sample leave their block.
/// Axes before which there are more places than layers can be are left out. The same game is cut in the same way.
template <RankedGame G>
[[nodiscard]] block_cut choose_cut(const G& game, std::uint64_t num_blocks) {
  const game_graph<G> graph(game);
  const position positions = game.num_positions();
  block_cut best;
  best.remote_share = std::numeric_limits<double>::infinity();
  std::uint64_t layers = 1;
  for (const axis& along : axes_of(game)) {
    if (layers > block_partition::most_layers) break;
    if (along.size > 1 || best.axis.empty()) {
      const block_partition partition(positions, layers, num_blocks);
      const double share = num_blocks == 1 ? 0 : detail::sampled_remote_share(graph, partition);
      // Where layers are fewer, owners are found faster.
      if (share < best.remote_share) best = {partition, along.name, share};
    }
    layers *= along.size;
  }
  return best;
}

/// The result of all blocks: their summary, and their entries wherever they are. Phase "summarize". (A template, so
/// that it can be compiled elsewhere.)
template <class Table>
  requires std::same_as<Table, value_table>
[[nodiscard]] engine_result summed_up(block_exchange& blocks, const block_partition& partition, Table values,
                                      std::uint64_t edges, unsigned threads, solve_visitor& visitor) {
  visitor.phase("summarize", 0);
  engine_result result;
  result.summary = summarize_block(values, partition.block(blocks.number()), threads);
  add_up(blocks, result.summary, edges);
  result.edges = edges;
  result.values = blocks.share(partition, std::make_unique<value_table>(std::move(values)));
  return result;
}

struct distributed_engine {
  static constexpr engine_info info{
      .name = "distributed", .summary = "a block of the positions for each rank, under MPI", .is_distributed = true};

  template <class G>
  [[nodiscard]] static std::string unavailable(const engine_task<G>& /*task*/) {
    if constexpr (!game_graph<G>::has_predecessors) return "the game has no for_each_predecessor";
    return LeadsOutside<G> ? "a part of a game is solved on one machine" : "";
  }

  template <class G>
  [[nodiscard]] static std::string how(const engine_task<G>& task, const graph_sample& /*sample*/) {
    if (task.blocks == nullptr) return "";
    const block_cut cut = choose_cut(task.game, task.blocks->num_blocks());
    return fmt::format("{} ranks cut along {}, {:.1f} % of the moves between them", cut.partition.num_blocks(),
                       cut.axis, 100 * cut.remote_share);
  }

  /// Of one rank. Precondition of both: available.
  template <class G>
    requires(game_graph<G>::has_predecessors && !LeadsOutside<G>)
  [[nodiscard]] static std::uint64_t peak_bytes(const engine_task<G>& task, const graph_sample& sample) {
    graph_sample share = sample;
    share.positions = (sample.positions + task.blocks->num_blocks() - 1) / task.blocks->num_blocks();
    return saturating_sum(bytes_of_program, task.blocks->buffer_bytes(),
                          saturating_number(detail::bytes_of_propagation(share)));
  }

  template <class G>
    requires(game_graph<G>::has_predecessors && !LeadsOutside<G>)
  [[nodiscard]] static engine_result solve(const engine_task<G>& task, saved_solve* /*saved*/, solve_visitor& visitor) {
    block_exchange& blocks = *task.blocks;
    const block_partition partition = choose_cut(task.game, blocks.num_blocks()).partition;
    const auto own = partition.block(blocks.number());
    partition_exchange exchange(blocks, partition);
    const game_graph<G> graph(task.game);
    retrograde_options options;
    options.threads = task.threads;
    solution solved = solve_block(graph, graph, own, exchange, options, visitor);
    return summed_up(blocks, partition, std::move(solved.values), solved.edges, task.threads, visitor);
  }
};

}  // namespace zermelo
