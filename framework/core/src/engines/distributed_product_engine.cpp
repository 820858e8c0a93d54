// SPDX-License-Identifier: MIT
#include <zermelo/core/engines/engine_list.hpp>

#include <utility>

#include <fmt/core.h>

#include <zermelo/core/base/saturating.hpp>
#include <zermelo/core/blocks/block_exchange.hpp>
#include <zermelo/core/blocks/block_partition.hpp>
#include <zermelo/core/blocks/summarize_block.hpp>
#include <zermelo/core/positions/graph_sample.hpp>
#include <zermelo/core/product/product_estimate.hpp>
#include <zermelo/core/product/product_solution.hpp>
#include <zermelo/core/product/product_solver.hpp>
#include <zermelo/core/product/row_share.hpp>
#include <zermelo/core/progress/saved_solve.hpp>
#include <zermelo/core/progress/visitor.hpp>
#include <zermelo/core/value/to_move_run.hpp>

namespace zermelo {
namespace {

/// Returns the summary and the shared entries of all blocks of rows. Phase "summarize".
[[nodiscard]] engine_result result_of_row_blocks(block_exchange& blocks, const product_form& form, product_solution own,
                                                 unsigned threads, solve_visitor& visitor) {
  engine_result result;
  std::uint64_t edges = own.edges();
  const block_partition partition = product_partition(form, blocks.num_blocks());
  result.values = blocks.share(partition, std::make_unique<product_solution>(std::move(own)));
  const std::uint64_t turn_positions = result.values->size() / form.turns.size();
  const auto run_at = [&](position p) {
    const std::uint64_t turn = p / turn_positions;
    return to_move_run{form.turns[turn], (turn + 1) * turn_positions};
  };
  result.summary = summarize(*result.values, run_at, threads, visitor);
  summarize_blocks(blocks, result.summary, edges);
  result.edges = edges;
  return result;
}

[[nodiscard]] std::string distributed_product_description(const engine_task& task, const graph_sample& /*sample*/) {
  if (task.blocks == nullptr || !product_engine.unavailable(task).empty()) return "";
  const product_form form = task.product->form();
  const std::vector<axis> axes = task.axes();
  const bool has_name = axes.size() > 1 && axes.front().size == form.turns.size();
  const detail::planned_cut planned = detail::choose_row_cut(form, task.blocks->num_blocks());
  const std::uint64_t ranges = planned.cut.num_ranges();
  return fmt::format("{} ranks split the rows of the {}{}, {:.1f} % of the rows between ranks",
                     planned.cut.num_blocks(), has_name ? axes[1].name : "first walker",
                     ranges > 1 ? fmt::format(" in {} ranges each", ranges) : "", 100 * planned.read_share);
}

/// Returns the memory that one rank needs.
[[nodiscard]] engine_memory distributed_product_memory(const engine_task& task, const graph_sample& /*sample*/) {
  const product_form form = task.product->form();
  const detail::planned_cut planned = detail::choose_row_cut(form, task.blocks->num_blocks());
  const planned_rows rows{planned.cut.max_rows(), planned.max_of_others};
  return {.buffer_bytes = saturating_sum(task.blocks->buffer_bytes(), product_bytes(form, rows).value())};
}

[[nodiscard]] engine_result distributed_product_solve(const engine_task& task, saved_solve* /*saved*/,
                                                      solve_visitor& visitor) {
  product_solution own = solve_product_block(*task.product, task.threads, visitor, *task.blocks);
  return result_of_row_blocks(*task.blocks, task.product->form(), std::move(own), task.threads, visitor);
}

}  // namespace

const engine_definition distributed_product_engine{
    .info = {.name = "distributed_product",
             .summary = "rows of bits, distributed over the ranks, under MPI",
             .packs_solution = true,
             .is_distributed = true},
    .unavailable = [](const engine_task& task) { return product_engine.unavailable(task); },
    .memory = distributed_product_memory,
    .solve = distributed_product_solve,
    .describe = distributed_product_description};

}  // namespace zermelo
