// SPDX-License-Identifier: MIT
#include <zermelo/experiment/job/planning.hpp>

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include <fmt/core.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/saturating.hpp>
#include <zermelo/core/blocks/block_exchange.hpp>
#include <zermelo/core/engines/choose_cut.hpp>
#include <zermelo/core/engines/engine.hpp>
#include <zermelo/core/positions/graph_sample.hpp>
#include <zermelo/core/positions/kept_moves.hpp>
#include <zermelo/core/positions/position_numbering.hpp>
#include <zermelo/core/product/product_estimate.hpp>
#include <zermelo/core/product/product_solver.hpp>
#include <zermelo/core/slices/part_rules.hpp>
#include <zermelo/core/slices/slice_numbers.hpp>
#include <zermelo/core/slices/slice_order.hpp>
#include <zermelo/core/value/joined_entries.hpp>
#include <zermelo/core/verify/verify_product.hpp>
#include <zermelo/experiment/base/memory.hpp>
#include <zermelo/experiment/base/text.hpp>
#include <zermelo/experiment/catalog/any_game.hpp>
#include <zermelo/experiment/job/verifying.hpp>

#include "game_memory.hpp"

namespace zermelo::experiment {
namespace {

/// "implicit needs about 3 GiB, explicit needs about 9 GiB": the available engines but `except` and baselines.
std::string needs_text(const memory_plan& plan, std::optional<engine> except) {
  std::string text;
  for (const auto& candidate : plan.engines) {
    if (!candidate.is_available || candidate.engine.is_baseline() || candidate.engine == except) continue;
    text += fmt::format("{}{} needs about {}", text.empty() ? "" : ", ", to_string(candidate.engine),
                        format_bytes(candidate.peak_bytes));
  }
  return text;
}

[[nodiscard]] graph_sample sample_of(const any_game& game) {
  const position_numbering* const numbered = game.numbering();
  if (numbered != nullptr && numbered->moves() != nullptr) return numbered->moves()->sample();
  return sample_graph(game.rules());
}

/// The rules of the largest group of slices, without the entries of other groups: for samples.
[[nodiscard]] std::unique_ptr<const part_rules> largest_group(const any_game& game) {
  const std::vector<slice> slices = game.slices();
  const std::vector<slice_group> order = slice_order(slices);
  const auto largest = std::max_element(order.begin(), order.end(),
                                        [](const slice_group& a, const slice_group& b) { return a.size < b.size; });
  if (largest == order.end()) throw contract_error("a game whose moves gain points names no slices");
  return std::make_unique<const part_rules>(game.rules(), slice_numbers(slices, *largest),
                                            std::make_shared<const joined_entries>(game.num_positions()));
}

/// The peak memory before a solve, while the game is built and planned.
[[nodiscard]] std::uint64_t bytes_before_solve(const any_game& game) {
  return saturating_sum(bytes_of_program, std::max(game.size().bytes, game.size().bytes_to_build));
}

/// The peak memory after a solve in one of several processes. Only a verification by rows needs more than the solve:
/// all other work reads the entries where they are.
[[nodiscard]] std::uint64_t bytes_after_solve_on(const any_game& game, const block_exchange& blocks, engine chosen,
                                                 bool verifies, std::uint64_t table_bytes) {
  const product_rules* const product = game.product();
  if (product == nullptr || !verifies) return 0;
  const product_form form = product->form();
  const std::uint64_t rows = verify_product_bytes(form, planned_distance_bound);
  const block_partition partition = chosen.packs_solution() ? product_partition(form, blocks.num_blocks())
                                                            : game.task().choose_cut(blocks.num_blocks()).partition;
  if (rows > max_verification_bytes(partition.max_block_size())) return 0;
  const std::uint64_t solution = chosen.packs_solution() ? product_solution_bytes(form) : table_bytes;
  const double share = static_cast<double>(partition.max_block_size()) / static_cast<double>(game.num_positions());
  return saturating_sum(bytes_of_program, game.size().bytes, blocks.buffer_bytes(),
                        saturating_number(share * static_cast<double>(solution)), rows);
}

/// The peak memory after a solve, the solution included; 0 if the work after the solve needs no more than the solve.
[[nodiscard]] std::uint64_t bytes_after_solve(const any_game& game, engine chosen, const solve_options& options) {
  const std::uint64_t table =
      saturating_product(game.num_positions(), planned_entry_bytes(game.rules().traits().max_margin));
  if (options.blocks != nullptr && options.blocks->num_blocks() > 1) {
    return bytes_after_solve_on(game, *options.blocks, chosen, options.verifies, table);
  }
  std::uint64_t solution = table;
  std::uint64_t work = 0;
  if (const product_rules* const product = game.product()) {
    const product_form form = product->form();
    if (chosen.packs_solution()) solution = product_solution_bytes(form);
    if (options.verifies) work = verify_product_bytes(form, planned_distance_bound);
  }
  if (options.counts_reachable) {
    constexpr std::uint64_t bits_per_position = 3 + 2;  // and the lists of the search, see reachable_positions.hpp
    constexpr std::uint64_t bits_per_byte = 8;
    const std::uint64_t search = saturating_product(game.num_positions() / bits_per_byte, bits_per_position);
    work = std::max(work, saturating_sum(search, chosen.packs_solution() ? table : 0));
  }
  return work == 0 ? 0 : saturating_sum(bytes_of_program, game.size().bytes, solution, work);
}

}  // namespace

bool is_solved_by_groups(const any_game& game) { return game.part() == nullptr && has_gains(game); }

void expect_options_by_groups(const any_game& game, const solve_options& options) {
  if (!is_solved_by_groups(game)) return;
  const auto refuse = [&game](const char* what) {
    throw input_error(
        fmt::format("{}: moves gain points, so it is solved group of slices after group{}", game.name(), what));
  };
  if (options.blocks != nullptr) refuse(", by one process: use zermelo");
  if (options.saves || options.saved != nullptr) {
    refuse(", which in memory is neither saved nor logged: give --slices all");
  }
}

memory_plan plan(const any_game& game, const solve_options& options) {
  expect_options_by_groups(game, options);
  const bool is_by_groups = is_solved_by_groups(game);
  const std::unique_ptr<const part_rules> group = is_by_groups ? largest_group(game) : nullptr;
  const graph_sample sample = group != nullptr ? sample_graph(*group) : sample_of(game);
  memory_plan plan;
  plan.positions = game.num_positions();
  plan.edges_per_position = sample.edges_per_position;
  // The memory of the game is included in the estimates, but is no longer available: it is added to the limit.
  plan.game_bytes = game.size().bytes;
  plan.limit_bytes = options.memory_limit_bytes != 0 ? options.memory_limit_bytes
                                                     : saturating_sum(available_bytes_per_process(options.blocks),
                                                                      game.size().bytes, game.kept_bytes());
  const engine_task task =
      group != nullptr ? engine_task{.rules = *group, .threads = options.threads} : task_of(game, options);
  const std::uint64_t other_entries =
      saturating_product(plan.positions - sample.positions, planned_entry_bytes(game.rules().traits().max_margin));
  const std::uint64_t before = bytes_before_solve(game);
  for (const engine_definition* const definition : game.engines()) {
    // Engines for another number of processes are listed only if they are requested.
    const bool is_requested = options.engine && options.engine->name() == definition->info.name;
    if (definition->info.is_distributed != (options.blocks != nullptr) && !is_requested) continue;
    std::string reason = why_unavailable(*definition, task);
    engine_estimate estimate{engine(definition->info), reason.empty(), std::move(reason), 0};
    if (estimate.is_available) {
      estimate.peak_bytes = saturating_sum(game.size().bytes, other_entries, definition->peak_bytes(task, sample));
    }
    if (definition->describe != nullptr) estimate.how = definition->describe(task, sample);
    estimate.peak_bytes = std::max({estimate.peak_bytes, before, bytes_after_solve(game, estimate.engine, options)});
    estimate.peak_bytes = saturating_sum(estimate.peak_bytes, allocator_bytes_of_exploring(game, options.threads),
                                         histogram_bytes(sample, options.threads));
    plan.engines.push_back(std::move(estimate));
  }
  choose_engine(plan, options.engine);
  return plan;
}

std::uint64_t memory_plan::peak_bytes_of(experiment::engine engine) const {
  const auto is_wanted = [engine](const engine_estimate& estimate) { return estimate.engine == engine; };
  return std::find_if(engines.begin(), engines.end(), is_wanted)->peak_bytes;
}

engine_task task_of(const any_game& game, const solve_options& options) {
  engine_task task = game.task();
  task.threads = options.threads;
  task.saves = options.saves || options.saved != nullptr;
  task.blocks = options.blocks;
  return task;
}

std::uint64_t available_bytes_per_process(block_exchange* blocks) {
  if (blocks == nullptr) return available_memory_bytes();
  return blocks->least(available_memory_bytes() / blocks->num_local_blocks()).value();
}

void choose_engine(memory_plan& plan, std::optional<engine> requested) {
  for (const auto& candidate : plan.engines) {
    if (!requested) {
      if (!candidate.is_available || candidate.engine.is_baseline() || candidate.peak_bytes > plan.limit_bytes)
        continue;
    } else if (candidate.engine != requested) {
      continue;
    } else if (!candidate.is_available) {
      throw input_error(fmt::format("engine '{}' is not available: {}", to_string(requested), candidate.reason));
    } else if (candidate.peak_bytes > plan.limit_bytes) {
      const std::string others = needs_text(plan, requested);
      throw resource_error(fmt::format("{} positions: engine '{}' needs about {}, the memory limit is {}{}",
                                       grouped_digits(plan.positions), to_string(requested),
                                       format_bytes(candidate.peak_bytes), format_bytes(plan.limit_bytes),
                                       others.empty() ? "" : " (" + others + ")"));
    }
    plan.chosen = candidate.engine;
    return;
  }
  // If no engine is available, the message names the last one, which has the fewest conditions.
  const engine_estimate* last = nullptr;
  for (const engine_estimate& candidate : plan.engines) {
    if (!candidate.engine.is_baseline() && (last == nullptr || !last->is_available)) last = &candidate;
  }
  if (last != nullptr && !last->is_available) {
    throw input_error(fmt::format("engine '{}' is not available: {}", last->engine.name(), last->reason));
  }
  throw resource_error(fmt::format("{} positions: no engine fits the memory limit of {}: {}",
                                   grouped_digits(plan.positions), format_bytes(plan.limit_bytes),
                                   needs_text(plan, std::nullopt)));
}

}  // namespace zermelo::experiment
