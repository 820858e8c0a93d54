// SPDX-License-Identifier: MIT
#include <zermelo/experiment/job/planning.hpp>

#include <algorithm>
#include <utility>

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
#include <zermelo/core/verify/verify_product.hpp>
#include <zermelo/experiment/base/memory.hpp>
#include <zermelo/experiment/base/text.hpp>
#include <zermelo/experiment/catalog/any_game.hpp>
#include <zermelo/experiment/job/verifying.hpp>

#include "game_memory.hpp"

namespace zermelo::experiment {
namespace {

/// "implicit about 3 GiB, explicit about 9 GiB": what each engine needs, but for the one already named.
std::string needs_of(const memory_plan& plan, std::optional<engine> except) {
  std::string text;
  for (const auto& candidate : plan.engines) {
    if (!candidate.available || candidate.engine.is_baseline() || candidate.engine == except) continue;
    text += fmt::format("{}{} needs about {}", text.empty() ? "" : ", ", to_string(candidate.engine),
                        format_bytes(candidate.peak_bytes));
  }
  return text;
}

/// Distances over it are rare; estimates leave them out.
constexpr std::uint32_t usual_bound = packed_word<std::uint16_t>::max_low;

[[nodiscard]] graph_sample sample_of(const any_game& game) {
  const position_numbering* const numbered = game.numbering();
  if (numbered != nullptr && numbered->moves() != nullptr) return numbered->moves()->sample();
  return sample_graph(game.rules());
}

/// The peak of what comes before a solve: building the game, and planning.
[[nodiscard]] std::uint64_t bytes_before(const any_game& game) {
  return saturating_sum(bytes_of_program, std::max(game.size().bytes, game.size().bytes_to_build));
}

/// The peak of what follows a solve on one of several processes, which read the entries where they are, but for rows
/// that are verified.
[[nodiscard]] std::uint64_t bytes_afterwards_on(const any_game& game, const block_exchange& blocks, engine chosen,
                                                bool verifies, std::uint64_t table_bytes) {
  const product_rules* const product_form_of = game.product();
  if (product_form_of == nullptr || !verifies) return 0;
  const product_form form = product_form_of->form();
  const std::uint64_t rows = verify_product_bytes(form, usual_bound);
  const block_partition partition = chosen.packs_solution() ? product_partition(form, blocks.num_blocks())
                                                            : game.task().choose_cut(blocks.num_blocks()).partition;
  if (rows > most_bytes_to_verify_beside(partition.max_block_size())) return 0;
  const std::uint64_t solution = chosen.packs_solution() ? product_solution_bytes(form) : table_bytes;
  const double share = static_cast<double>(partition.max_block_size()) / static_cast<double>(game.num_positions());
  return saturating_sum(bytes_of_program, game.size().bytes, blocks.buffer_bytes(),
                        saturating_number(share * static_cast<double>(solution)), rows);
}

/// The peak of what follows a solve, its result included.
[[nodiscard]] std::uint64_t bytes_afterwards(const any_game& game, engine chosen, const solve_options& options) {
  const std::uint64_t table = saturating_product(game.num_positions(), bytes_of_entry(usual_bound));
  if (options.blocks != nullptr && options.blocks->num_blocks() > 1) {
    return bytes_afterwards_on(game, *options.blocks, chosen, options.verifies, table);
  }
  std::uint64_t solution = table;
  std::uint64_t more = 0;
  if (const product_rules* const rows = game.product()) {
    const product_form form = rows->form();
    if (chosen.packs_solution()) solution = product_solution_bytes(form);
    if (options.verifies) more = verify_product_bytes(form, usual_bound);
  }
  if (options.counts_reachable) {
    constexpr std::uint64_t bits_of_position = 3 + 2;  // and the lists of the search, see reachable_positions.hpp
    constexpr std::uint64_t bits_in_byte = 8;
    const std::uint64_t search = saturating_product(game.num_positions() / bits_in_byte, bits_of_position);
    more = std::max(more, saturating_sum(search, chosen.packs_solution() ? table : 0));
  }
  return more == 0 ? 0 : saturating_sum(bytes_of_program, game.size().bytes, solution, more);
}

}  // namespace

memory_plan plan(const any_game& game, const solve_options& options) {
  const graph_sample looked_at = sample_of(game);
  memory_plan plan;
  plan.positions = looked_at.positions;
  plan.edges_per_position = looked_at.edges_per_position;
  // What the game takes is taken already, and estimates have it.
  plan.game_bytes = game.size().bytes;
  plan.limit_bytes = options.memory_limit_bytes != 0
                         ? options.memory_limit_bytes
                         : saturating_sum(available_to(options.blocks), game.size().bytes, game.kept_bytes());
  const engine_task own = task_of(game, options);
  const std::uint64_t least = bytes_before(game);
  for (const engine_definition* const one : game.engines()) {
    // Of the others nobody needs to hear who has not asked.
    const bool is_asked_for = options.engine && options.engine->name() == one->info.name;
    if (one->info.is_distributed != (options.blocks != nullptr) && !is_asked_for) continue;
    std::string reason = why_unavailable(*one, own);
    engine_estimate estimate{engine(one->info), reason.empty(), std::move(reason), 0};
    if (estimate.available) estimate.peak_bytes = saturating_sum(game.size().bytes, one->peak_bytes(own, looked_at));
    if (one->describe != nullptr) estimate.how = one->describe(own, looked_at);
    estimate.peak_bytes = std::max({estimate.peak_bytes, least, bytes_afterwards(game, estimate.engine, options)});
    estimate.peak_bytes = saturating_sum(estimate.peak_bytes, bytes_kept_of_exploring(game, options.threads));
    plan.engines.push_back(std::move(estimate));
  }
  choose_engine(plan, options.engine);
  return plan;
}

engine_task task_of(const any_game& game, const solve_options& options) {
  engine_task own = game.task();
  own.threads = options.threads;
  own.saves = options.saves || options.saved != nullptr;
  own.blocks = options.blocks;
  return own;
}

std::uint64_t available_to(block_exchange* blocks) {
  if (blocks == nullptr) return available_memory_bytes();
  return blocks->least(available_memory_bytes() / blocks->num_local_blocks()).value();
}

void choose_engine(memory_plan& plan, std::optional<engine> requested) {
  for (const auto& candidate : plan.engines) {
    if (!requested) {
      if (!candidate.available || candidate.engine.is_baseline() || candidate.peak_bytes > plan.limit_bytes) continue;
    } else if (candidate.engine != requested) {
      continue;
    } else if (!candidate.available) {
      throw input_error(fmt::format("engine '{}' is not available: {}", to_string(requested), candidate.reason));
    } else if (candidate.peak_bytes > plan.limit_bytes) {
      const std::string others = needs_of(plan, requested);
      throw resource_error(fmt::format("{} positions: engine '{}' needs about {}, the memory limit is {}{}",
                                       counted(plan.positions), to_string(requested),
                                       format_bytes(candidate.peak_bytes), format_bytes(plan.limit_bytes),
                                       others.empty() ? "" : " (" + others + ")"));
    }
    plan.chosen = candidate.engine;
    return;
  }
  // The last to be chosen has the fewest conditions.
  const engine_estimate* last = nullptr;
  for (const engine_estimate& candidate : plan.engines) {
    if (!candidate.engine.is_baseline() && (last == nullptr || !last->available)) last = &candidate;
  }
  if (last != nullptr && !last->available) {
    throw input_error(fmt::format("engine '{}' is not available: {}", last->engine.name(), last->reason));
  }
  throw resource_error(fmt::format("{} positions: no engine fits the memory limit of {}: {}", counted(plan.positions),
                                   format_bytes(plan.limit_bytes), needs_of(plan, std::nullopt)));
}

}  // namespace zermelo::experiment
