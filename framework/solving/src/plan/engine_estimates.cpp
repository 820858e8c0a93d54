// SPDX-License-Identifier: MIT
#include <zermelo/solving/plan/engine_estimates.hpp>

#include <algorithm>
#include <utility>

#include <zermelo/catalog/base/memory.hpp>
#include <zermelo/catalog/games/any_game.hpp>
#include <zermelo/core/base/saturating.hpp>
#include <zermelo/core/blocks/block_exchange.hpp>
#include <zermelo/core/engines/choose_cut.hpp>
#include <zermelo/core/engines/engine.hpp>
#include <zermelo/core/positions/cached_moves.hpp>
#include <zermelo/core/positions/graph_sample.hpp>
#include <zermelo/core/positions/position_numbering.hpp>
#include <zermelo/core/product/product_estimate.hpp>
#include <zermelo/core/product/product_solver.hpp>
#include <zermelo/core/verify/verify_product.hpp>

#include "game_memory.hpp"

namespace zermelo {
namespace {

[[nodiscard]] graph_sample sample_of(const any_game& game) {
  const position_numbering* const numbered = game.numbering();
  if (numbered == nullptr || numbered->moves() == nullptr) return sample_graph(game.rules());
  graph_sample retained = numbered->moves()->sample();
  retained.max_margin = game.rules().traits().max_margin;
  return retained;
}

/// Returns the memory of a game's entries.
[[nodiscard]] std::uint64_t table_bytes(const any_game& game) {
  return saturating_product(game.num_positions(), planned_entry_bytes(game.rules().traits().max_margin));
}

/// Returns the peak memory before a solve, while the game is built and planned.
[[nodiscard]] std::uint64_t bytes_before_solve(const any_game& game) {
  return saturating_sum(bytes_of_program, std::max(game.size().bytes, game.size().bytes_to_build));
}

/// Returns the peak memory after a solve in one of several processes. Only verification by rows needs more memory than
/// the solve: all other work reads the entries in place.
[[nodiscard]] std::uint64_t bytes_after_solve_on(const any_game& game, const block_exchange& blocks, engine chosen,
                                                 bool verifies) {
  const product_rules* const product = game.product();
  if (product == nullptr || !verifies) return 0;
  const product_form form = product->form();
  const std::uint64_t rows = verify_product_bytes(form, planned_distance_bound);
  const block_partition partition = chosen.packs_solution() ? product_partition(form, blocks.num_blocks())
                                                            : game.task().choose_cut(blocks.num_blocks()).partition;
  if (rows > max_verification_bytes(partition.max_block_size())) return 0;
  const std::uint64_t solution = chosen.packs_solution() ? product_solution_bytes(form) : table_bytes(game);
  const double share = static_cast<double>(partition.max_block_size()) / static_cast<double>(game.num_positions());
  return saturating_sum(bytes_of_program, game.size().bytes, blocks.buffer_bytes(),
                        saturating_number(share * static_cast<double>(solution)), rows);
}

}  // namespace

std::uint64_t bytes_after_solve(const any_game& game, engine chosen, const solve_options& options) {
  if (options.blocks != nullptr && options.blocks->num_blocks() > 1) {
    return bytes_after_solve_on(game, *options.blocks, chosen, options.verifies);
  }
  std::uint64_t solution = table_bytes(game);
  std::uint64_t work = 0;
  if (const product_rules* const product = game.product()) {
    const product_form form = product->form();
    if (chosen.packs_solution()) solution = product_solution_bytes(form);
    if (options.verifies) work = verify_product_bytes(form, planned_distance_bound);
  }
  if (options.counts_reachable) {
    constexpr std::uint64_t positions_per_byte = 4;  // see unreached_positions.hpp
    work = std::max(work, game.num_positions() / positions_per_byte);
  }
  return work == 0 ? 0 : saturating_sum(bytes_of_program, game.size().bytes, solution, work);
}

engine_estimates estimate_engines(const any_game& game, const solve_options& options) {
  const graph_sample sample = sample_of(game);
  const engine_task task = task_of(game, options);
  engine_estimates estimates;
  estimates.edges_per_position = sample.edges_per_position + sample.leaving_moves_per_position;
  const std::uint64_t before = bytes_before_solve(game);
  for (const engine_definition* const definition : game.engines()) {
    const bool is_requested = options.engine && options.engine->name() == definition->info.name;
    if (definition->info.is_distributed != (options.blocks != nullptr) && !is_requested) continue;
    std::string reason = why_unavailable(*definition, task);
    engine_estimate estimate{engine(definition->info), reason.empty(), std::move(reason), 0};
    if (estimate.is_available) {
      const engine_memory memory = definition->memory(task, sample);
      estimate.peak_bytes = saturating_sum(game.size().bytes, definition->peak_bytes(task, sample));
      estimate.movable_bytes = memory.movable_bytes;
      estimate.uses_scratch = !options.scratch_folder.empty();
    }
    if (definition->describe != nullptr) estimate.how = definition->describe(task, sample);
    estimate.peak_bytes = std::max({estimate.peak_bytes, before, bytes_after_solve(game, estimate.engine, options)});
    estimate.peak_bytes = saturating_sum(estimate.peak_bytes, allocator_bytes_of_exploring(game, options.threads));
    estimates.engines.push_back(std::move(estimate));
  }
  return estimates;
}

const engine_estimate& engine_estimates::estimate_of(zermelo::engine engine) const {
  return *std::ranges::find(engines, engine, &engine_estimate::engine);
}

const engine_estimate* engine_estimates::first_that_fits(std::optional<zermelo::engine> requested,
                                                         std::uint64_t available_bytes) const {
  const auto found = std::ranges::find_if(engines, [&](const engine_estimate& one) {
    return (requested ? one.engine == requested : !one.engine.is_baseline()) && one.is_available &&
           one.least_bytes() <= available_bytes;
  });
  return found == engines.end() ? nullptr : &*found;
}

}  // namespace zermelo
