// SPDX-License-Identifier: MIT
#include <zermelo/core/engines/engine_list.hpp>

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include <fmt/core.h>

#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/base/saturating.hpp>
#include <zermelo/core/blocks/block_exchange.hpp>
#include <zermelo/core/blocks/block_partition.hpp>
#include <zermelo/core/blocks/layered_range.hpp>
#include <zermelo/core/blocks/saved_block.hpp>
#include <zermelo/core/blocks/summarize_block.hpp>
#include <zermelo/core/engines/choose_cut.hpp>
#include <zermelo/core/engines/retrograde_bytes.hpp>
#include <zermelo/core/graph/packed_rows.hpp>
#include <zermelo/core/positions/graph_sample.hpp>
#include <zermelo/core/progress/saved_solve.hpp>
#include <zermelo/core/progress/visitor.hpp>
#include <zermelo/core/solve/solve_block.hpp>
#include <zermelo/core/value/value_table.hpp>
#include <zermelo/core/waves/predecessors.hpp>
#include <zermelo/core/waves/retrograde_options.hpp>
#include <zermelo/core/waves/transpose_block.hpp>

namespace zermelo {
namespace {

/// Returns the summary and the shared entries of all blocks. Phase "summarize".
[[nodiscard]] engine_result result_of_blocks(block_exchange& blocks, const block_partition& partition, solution solved,
                                             unsigned threads, solve_visitor& visitor) {
  visitor.phase("summarize", 0);
  engine_result result;
  result.summary = summarize_block(solved.values, partition.block(blocks.number()), threads);
  summarize_blocks(blocks, result.summary, solved.edges);
  result.edges = solved.edges;
  result.values = blocks.share(partition, std::make_unique<value_table>(std::move(solved.values)));
  return result;
}

[[nodiscard]] std::string distributed_unavailable(const engine_task& task) {
  const rules_traits traits = task.rules.traits();
  if (traits.is_explored) return "explored positions are not supported under mpirun; use zermelo";
  return traits.leads_outside ? "a single slice is not supported under mpirun; use zermelo" : "";
}

[[nodiscard]] std::string distributed_description(const engine_task& task, const graph_sample& sample) {
  if (task.blocks == nullptr || !distributed_unavailable(task).empty()) return "";
  const block_cut cut = task.choose_cut(task.blocks->num_blocks());
  std::string text = fmt::format("{} ranks split {}, {:.1f} % of the moves between ranks", cut.partition.num_blocks(),
                                 cut.description, 100 * cut.remote_share);
  if (!task.rules.traits().has_predecessors) {
    const unsigned bytes_per_move = packed_rows::bytes_per_target(sample.positions);
    text += fmt::format(", moves as numbers, {:.1f} bytes per position",
                        packed_rows::bytes_per_row + bytes_per_move * sample.edges_per_position);
  }
  return text;
}

/// Returns the memory that one rank needs.
[[nodiscard]] engine_memory distributed_memory(const engine_task& task, const graph_sample& sample) {
  const block_cut cut = task.choose_cut(task.blocks->num_blocks());
  const auto block_size = static_cast<double>(cut.partition.max_block_size());
  const double share = block_size / static_cast<double>(std::max<std::uint64_t>(sample.positions, 1));
  engine_memory memory{.bytes_per_position = share * detail::bytes_of_propagation(sample)};
  if (!task.rules.traits().has_predecessors) {
    // Moves wait in buckets until all of them have arrived. In a bucket that several ranks fill, the sources are far
    // apart.
    const double extra_bytes_per_edge = task.blocks->num_blocks() > 1 ? 1 : 0;
    const double in_rows = packed_rows::bytes_per_target(sample.positions);
    memory.bytes_per_position += share * packed_rows::bytes_per_row;
    memory.bytes_per_move = share * std::max(in_rows, detail::bytes_per_listed_edge(sample) + extra_bytes_per_edge);
  }
  // A thread that finds the buffers full still finishes its range of a wave. While a list grows, two copies exist.
  constexpr double copies = 2;
  const double reached = std::min<double>(sweep_block_size, block_size) * sample.edges_per_position * cut.remote_share;
  memory.buffer_bytes = task.blocks->buffer_bytes() +
                        saturating_number(resolve_threads(task.threads) * copies * reached * sizeof(std::uint64_t));
  return memory;
}

[[nodiscard]] engine_result distributed_solve(const engine_task& task, saved_solve* saved, solve_visitor& visitor) {
  block_exchange& blocks = *task.blocks;
  const block_partition partition = task.choose_cut(blocks.num_blocks()).partition;
  const layered_range own = partition.block(blocks.number());
  partition_exchange exchange(blocks, partition);
  retrograde_options options;
  options.threads = task.threads;
  block_snapshot_visitor block_visitor(visitor, partition);
  const auto solve_own = [&](auto predecessors) {
    std::optional<saved_solve> saved_part;
    if (saved != nullptr) saved_part = saved_part_of_block(*saved, partition, blocks);
    return detail::solve_block(task.rules, predecessors, own, exchange, options, block_visitor,
                               saved_part ? &*saved_part : nullptr);
  };
  solution solved;
  if (task.rules.traits().has_predecessors) {
    solved = solve_own(detail::generated_predecessors(task.rules));
  } else {
    const packed_rows rows = transpose_block(task.rules, partition, blocks, resolve_threads(task.threads), visitor);
    solved = solve_own(detail::predecessors_in_block(own, rows));
  }
  return result_of_blocks(blocks, partition, std::move(solved), task.threads, visitor);
}

}  // namespace

const engine_definition distributed_engine{.info = {.name = "distributed",
                                                    .summary = "one block of positions per rank, under MPI",
                                                    .saves = true,
                                                    .is_distributed = true},
                                           .unavailable = distributed_unavailable,
                                           .memory = distributed_memory,
                                           .solve = distributed_solve,
                                           .describe = distributed_description};

}  // namespace zermelo
