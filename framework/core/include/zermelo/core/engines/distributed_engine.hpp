// SPDX-License-Identifier: MIT
// The engine `distributed`: retrograde analysis on one block of the game's positions, while other processes solve the
// other blocks. Predecessors are generated from the rules, or of a game that does not list them stored, each rank those
// of its own positions.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/core.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/base/random.hpp>
#include <zermelo/core/base/saturating.hpp>
#include <zermelo/core/engines/engine.hpp>
#include <zermelo/core/engines/retrograde_bytes.hpp>
#include <zermelo/core/game/axis.hpp>
#include <zermelo/core/game/fallbacks.hpp>
#include <zermelo/core/game/game.hpp>
#include <zermelo/core/game/slice.hpp>
#include <zermelo/core/graph/gap_rows.hpp>
#include <zermelo/core/positions/explored_game.hpp>
#include <zermelo/core/positions/game_graph.hpp>
#include <zermelo/core/positions/graph_sample.hpp>
#include <zermelo/core/solve/block_exchange.hpp>
#include <zermelo/core/solve/block_partition.hpp>
#include <zermelo/core/solve/retrograde_analysis.hpp>
#include <zermelo/core/solve/saved_block.hpp>
#include <zermelo/core/solve/saved_solve.hpp>
#include <zermelo/core/solve/summarize_block.hpp>
#include <zermelo/core/solve/transpose_block.hpp>
#include <zermelo/core/solve/visitor.hpp>
#include <zermelo/core/value/value_table.hpp>

namespace zermelo {

/// A partition, and what a sample says of it.
struct block_cut {
  block_partition partition;
  std::string where;        ///< for people: "along 4 parts of cat", "in each of 8 layers"
  std::uint64_t parts = 1;  ///< of an axis, of each of which each block has some
  double remote_share = 0;  ///< of the moves, those that lead to another block
};

namespace detail {

struct named_layers {
  std::string name;
  std::vector<std::uint64_t> bounds;  ///< where they begin
};

/// Equal parts of an axis, as far as its places allow, in each place of the axes before it.
[[nodiscard]] inline stretch_list parts_of_axis(position positions, std::uint64_t places_before,
                                                std::uint64_t axis_size, std::uint64_t num_parts) {
  const position layer = positions / places_before;
  std::vector<std::uint64_t> bounds;
  for (std::uint64_t before = 0; before < places_before; ++before) {
    for (std::uint64_t part = 0; part < num_parts; ++part) {
      bounds.push_back(before * layer + axis_size / num_parts * part * (layer / axis_size));
    }
  }
  bounds.push_back(positions);
  return stretch_list(std::move(bounds));
}

/// The layers that are no places on axes. @throws contract_error if the game's are none.
template <RankedGame G>
[[nodiscard]] std::vector<named_layers> layers_of(const G& game) {
  std::vector<named_layers> all;
  if constexpr (HasSlices<G>) {
    named_layers slices{"slices", {}};
    std::uint64_t begin = 0;
    for (const slice& one : game.slices()) {
      slices.bounds.push_back(begin);
      begin += one.size;
    }
    if (!slices.bounds.empty()) all.push_back(std::move(slices));
  }
  if constexpr (HasLayers<G>) {
    named_layers layers{"layers", game.layers()};
    const std::vector<std::uint64_t>& begins = layers.bounds;
    if (begins.empty() || begins.front() != 0 || begins.back() >= game.num_positions() ||
        std::adjacent_find(begins.begin(), begins.end(), std::greater_equal<>()) != begins.end()) {
      throw contract_error("the hook layers does not say where stretches of all positions begin");
    }
    all.push_back(std::move(layers));
  }
  return all;
}

}  // namespace detail

/// Cuts a game's positions into so many blocks in the way by which the fewest moves of a sample leave their block:
/// along an axis, in each place of those before it if these are few; or in each of the game's slices, or of what its
/// hook `layers` says. Waves have more to do at one end of an axis than at the other, and blocks wait for each other;
/// so each has some of up to four parts of it, where that leaves few moves between blocks (or no more than other cuts).
/// The same game is cut in the same way. @throws contract_error for an axis without places, and for wrong layers.
template <RankedGame G>
[[nodiscard]] block_cut choose_cut(const G& game, std::uint64_t num_blocks) {
  const position positions = game.num_positions();
  std::vector<block_cut> cuts;
  constexpr std::uint64_t most_before = 4;  // with more, stretches are short, and entries are read in small pieces
  constexpr std::uint64_t most_parts = 8;   // with more, layers are searched
  constexpr std::uint64_t many = 64;
  constexpr double few = 0.015;
  std::uint64_t before = 1;  // places
  for (const axis& along : axes_of(game)) {
    if (along.size == 0) throw contract_error("axis '" + along.name + "' has no places");
    if (before > most_before) break;
    // A place stays whole where each block has many: with it do rows of a game in product form.
    const std::uint64_t place = positions / before / along.size;
    const bool are_whole = num_blocks <= along.size / many && place * along.size * before == positions;
    const std::uint64_t unit = are_whole ? place : 1;
    for (const std::uint64_t parts : {1U, 2U, 4U}) {
      if (along.size == 1 && !cuts.empty()) break;
      if (parts > 1 && (parts * num_blocks > along.size || parts * before > most_parts)) break;
      const std::string where =
          parts == 1 ? "along " + along.name : fmt::format("along {} parts of {}", parts, along.name);
      stretch_list layers = detail::parts_of_axis(positions, before, along.size, parts);
      cuts.push_back({block_partition(std::move(layers), num_blocks, unit), where, parts});
    }
    before *= along.size;
  }
  if (num_blocks == 1) return cuts.front();
  for (detail::named_layers& some : detail::layers_of(game)) {
    std::vector<std::uint64_t>& bounds = some.bounds;
    if (bounds.size() > block_partition::most_layers) continue;
    std::string where = fmt::format("in each of {} {}", bounds.size(), some.name);
    bounds.push_back(positions);
    cuts.push_back({block_partition(stretch_list(std::move(bounds)), num_blocks), std::move(where)});
  }
  const game_graph<G> graph(game);
  random_generator random(0);
  std::uint64_t moves = 0;
  for_each_sampled(positions, positions_sampled, random, [&](position p) {
    graph.for_each_successor(p, [&](position to) {
      ++moves;
      for (block_cut& cut : cuts) cut.remote_share += cut.partition.owner(to) != cut.partition.owner(p) ? 1 : 0;
    });
  });
  for (block_cut& cut : cuts) cut.remote_share /= static_cast<double>(std::max<std::uint64_t>(moves, 1));
  // Of equal ones the first: mostly, where layers are fewer, owners are found faster.
  const auto evenness = [](const block_cut& cut) { return cut.remote_share <= few ? cut.parts : 0; };
  return *std::min_element(cuts.begin(), cuts.end(), [&](const block_cut& a, const block_cut& b) {
    return evenness(a) != evenness(b) ? evenness(a) > evenness(b) : a.remote_share < b.remote_share;
  });
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

/// A game that can be solved in blocks: all of it, and on every machine. What was explored lies on one.
template <class G>
concept CutGame = RankedGame<G> && !LeadsOutside<G> && !ExploredGame<G>;

struct distributed_engine {
  static constexpr engine_info info{.name = "distributed",
                                    .summary = "a block of the positions for each rank, under MPI",
                                    .saves = true,
                                    .is_distributed = true};

  template <class G>
  [[nodiscard]] static std::string unavailable(const engine_task<G>& /*task*/) {
    if constexpr (ExploredGame<G>) return "positions that were explored are solved on one machine";
    return LeadsOutside<G> ? "a part of a game is solved on one machine" : "";
  }

  template <class G>
  [[nodiscard]] static std::string how(const engine_task<G>& task, const graph_sample& sample) {
    if (task.blocks == nullptr) return "";
    const block_cut cut = choose_cut(task.game, task.blocks->num_blocks());
    std::string text = fmt::format("{} ranks cut {}, {:.1f} % of the moves between them", cut.partition.num_blocks(),
                                   cut.where, 100 * cut.remote_share);
    if (!game_graph<G>::has_predecessors) {
      text += fmt::format(", moves as gaps, {:.1f} bytes a position", sample.encoding.bytes_per_row_of_gaps);
    }
    return text;
  }

  /// Of one rank. Precondition of both: available.
  template <CutGame G>
  [[nodiscard]] static std::uint64_t peak_bytes(const engine_task<G>& task, const graph_sample& sample) {
    const block_cut cut = choose_cut(task.game, task.blocks->num_blocks());
    graph_sample share = sample;
    share.positions = cut.partition.most_in_block();
    double bytes = detail::bytes_of_propagation(share);
    if (!game_graph<G>::has_predecessors) bytes = bytes_with_stored_moves(share, task.blocks->num_blocks(), bytes);
    // Beyond the room in the buffers each thread ends the stretch of a wave that it has in hand. (Lists that grow have
    // a copy for a while.)
    const double reached = std::min<double>(sweep_block_size, static_cast<double>(share.positions)) *
                           sample.edges_per_position * cut.remote_share;
    bytes += resolve_threads(task.threads) * 2 * reached * sizeof(std::uint64_t);
    return saturating_sum(bytes_of_program, task.blocks->buffer_bytes(), saturating_number(bytes));
  }

  template <CutGame G>
  [[nodiscard]] static engine_result solve(const engine_task<G>& task, saved_solve* saved, solve_visitor& visitor) {
    block_exchange& blocks = *task.blocks;
    const block_partition partition = choose_cut(task.game, blocks.num_blocks()).partition;
    const auto own = partition.block(blocks.number());
    partition_exchange exchange(blocks, partition);
    const game_graph<G> graph(task.game);
    retrograde_options options;
    options.threads = task.threads;
    snapshots_of_block passed_on(visitor, partition);
    const auto solve_own = [&](const auto& block_graph) {
      std::optional<saved_solve> taken;
      if (saved != nullptr) taken = taken_by_block(*saved, partition, blocks);
      return solve_block(block_graph, block_graph, own, exchange, options, passed_on, taken ? &*taken : nullptr);
    };
    solution solved;
    if constexpr (game_graph<G>::has_predecessors) {
      solved = solve_own(graph);
    } else {
      const gap_rows rows =
          transpose_block<gap_rows_builder>(graph, partition, blocks, resolve_threads(task.threads), visitor);
      const transposed_block stored(graph, own, rows);
      solved = solve_own(stored);
    }
    return summed_up(blocks, partition, std::move(solved.values), solved.edges, task.threads, visitor);
  }

 private:
  /// Moves wait in buckets until all have come; then there are rows, and words beside them.
  [[nodiscard]] static double bytes_with_stored_moves(const graph_sample& share, std::uint64_t num_blocks,
                                                      double propagation) {
    const double sent_by_others = num_blocks > 1 ? 1 : 0;  // sources of several ranks are farther from each other
    const auto positions = static_cast<double>(share.positions);
    const double listed =
        positions * share.edges_per_position * (detail::bytes_per_listed_edge(share) + sent_by_others);
    return std::max(listed, positions * share.encoding.bytes_per_row_of_gaps + propagation);
  }
};

}  // namespace zermelo
