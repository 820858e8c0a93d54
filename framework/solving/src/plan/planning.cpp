// SPDX-License-Identifier: MIT
#include <zermelo/solving/plan/planning.hpp>

#include <algorithm>
#include <exception>
#include <limits>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include <fmt/core.h>

#include <zermelo/catalog/base/memory.hpp>
#include <zermelo/catalog/base/text.hpp>
#include <zermelo/catalog/games/any_game.hpp>
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
#include <zermelo/core/slices/slice_order.hpp>
#include <zermelo/core/value/joined_entries.hpp>
#include <zermelo/core/verify/verify_product.hpp>
#include <zermelo/solving/plan/refusals.hpp>
#include <zermelo/solving/plan/slicing.hpp>

#include "game_memory.hpp"

namespace zermelo {
namespace {

constexpr std::uint64_t no_limit = std::numeric_limits<std::uint64_t>::max();

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
  if (numbered == nullptr || numbered->moves() == nullptr) return sample_graph(game.rules());
  graph_sample kept = numbered->moves()->sample();
  kept.max_margin = game.rules().traits().max_margin;
  return kept;
}

/// The groups of slices of a game that is solved group after group, also those without positions, each as a game beside
/// no finished entries.
[[nodiscard]] std::vector<std::unique_ptr<any_game>> games_of_groups(const any_game& game,
                                                                     const std::vector<slice_group>& order) {
  if (order.empty()) throw contract_error("a game whose moves gain points names no slices");
  const auto no_entries = std::make_shared<const joined_entries>(game.is_numbered() ? game.num_positions() : 0);
  std::vector<std::unique_ptr<any_game>> games;
  for (const slice_group& group : order) games.push_back(game_of_group(game, group, no_entries));
  return games;
}

/// A plan with the size of a game and the memory that there is, without estimates.
[[nodiscard]] memory_plan sized_plan(const any_game& game, const solve_options& options) {
  memory_plan plan;
  plan.positions = game.num_positions();
  // The memory of the game is included in the estimates, but is no longer available: it is added to the limit.
  plan.game_bytes = game.size().bytes;
  plan.limit_bytes = options.memory_limit_bytes != 0 ? options.memory_limit_bytes
                                                     : saturating_sum(available_bytes_per_process(options.blocks),
                                                                      game.size().bytes, game.kept_bytes());
  return plan;
}

/// The memory of a game's entries.
[[nodiscard]] std::uint64_t table_bytes(const any_game& game) {
  return saturating_product(game.num_positions(), planned_entry_bytes(game.rules().traits().max_margin));
}

/// The peak memory before a solve, while the game is built and planned.
[[nodiscard]] std::uint64_t bytes_before_solve(const any_game& game) {
  return saturating_sum(bytes_of_program, std::max(game.size().bytes, game.size().bytes_to_build));
}

/// The peak memory after a solve in one of several processes. Only a verification by rows needs more than the solve:
/// all other work reads the entries where they are.
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

/// The peak memory after a solve, the solution included; 0 if the work after the solve needs no more than the solve.
[[nodiscard]] std::uint64_t bytes_after_solve(const any_game& game, engine chosen, const solve_options& options) {
  const std::uint64_t table = table_bytes(game);
  if (options.blocks != nullptr && options.blocks->num_blocks() > 1) {
    return bytes_after_solve_on(game, *options.blocks, chosen, options.verifies);
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

/// Why a plan has no engine.
[[nodiscard]] std::exception_ptr refusal_of(const memory_plan& plan, std::optional<engine> requested) {
  // If no engine is available, the message names the last one, which has the fewest conditions.
  const engine_estimate* named = nullptr;
  for (const engine_estimate& one : plan.engines) {
    const bool is_named =
        requested ? one.engine == requested : !one.engine.is_baseline() && (named == nullptr || !named->is_available);
    if (is_named) named = &one;
  }
  if (named != nullptr && !named->is_available) {
    return std::make_exception_ptr(unavailable_error(named->engine, named->reason));
  }
  if (!requested) {
    return std::make_exception_ptr(resource_error(
        fmt::format("{} positions: no engine fits the memory limit of {}: {}", grouped_digits(plan.positions),
                    format_bytes(plan.limit_bytes), needs_text(plan, std::nullopt))));
  }
  const std::string others = needs_text(plan, requested);
  return std::make_exception_ptr(resource_error(
      fmt::format("{} positions: engine '{}' needs about {}, the memory limit is {}{}", grouped_digits(plan.positions),
                  requested->name(), format_bytes(plan.peak_bytes_of(*requested)), format_bytes(plan.limit_bytes),
                  others.empty() ? "" : " (" + others + ")")));
}

/// Chooses an engine that fits.
void choose_engine(memory_plan& plan, std::optional<engine> requested) {
  if (const engine_estimate* const found = first_that_fits(plan.engines, requested, plan.limit_bytes)) {
    plan.chosen = found->engine;
  } else {
    plan.refusal = refusal_of(plan, requested);
  }
}

/// The engine that solves a group where `of_game` is the engine of the game: an engine that solves some of the groups
/// but not all, such as `one_pass`, solves those.
/// @param estimates  of all groups  @return an index of the engines
[[nodiscard]] std::size_t engine_of_group(const std::vector<memory_plan>& estimates, std::size_t group,
                                          std::size_t of_game) {
  const std::vector<engine_estimate>& engines = estimates[group].engines;
  for (std::size_t e = 0; e < engines.size(); ++e) {
    const auto is_refused = [e](const memory_plan& of_one) { return !of_one.engines[e].is_available; };
    if (engines[e].is_available && !engines[e].engine.is_baseline() && std::ranges::any_of(estimates, is_refused)) {
      return e;
    }
  }
  return of_game;
}

/// Why an engine does not solve all groups: the reason for the first one, with its name unless none is solved; empty if
/// the engine does.
[[nodiscard]] std::string why_unavailable_for(const memory_plan& plan, const std::vector<memory_plan>& estimates,
                                              std::size_t engine) {
  const auto is_solved = [engine](const memory_plan& of_one) { return of_one.engines[engine].is_available; };
  if (std::ranges::none_of(estimates, is_solved)) return estimates.front().engines[engine].reason;
  const auto refused = std::ranges::find_if_not(estimates, is_solved);
  if (refused == estimates.end()) return "";
  return fmt::format("group {}: {}", plan.groups[static_cast<std::size_t>(refused - estimates.begin())].name,
                     refused->engines[engine].reason);
}

/// Plans a game that is solved group after group, and keeps the entries of all groups in memory.
[[nodiscard]] memory_plan plan_groups(const any_game& game, const solve_options& options) {
  const std::vector<slice> slices = game.slices();
  const std::vector<slice_group> order = slice_order(slices);
  const std::vector<std::unique_ptr<any_game>> games = games_of_groups(game, order);
  solve_options options_of_group = options;  // the whole solution is verified and counted
  options_of_group.verifies = options_of_group.counts_reachable = false;
  options_of_group.memory_limit_bytes = no_limit;  // that of the whole is known
  memory_plan plan = sized_plan(game, options);
  std::vector<memory_plan> estimates;
  std::vector<std::uint64_t> finished_before;  // by group: the bytes of the entries of the groups before it
  std::uint64_t finished_bytes = 0;
  std::size_t largest = 0;
  for (std::size_t g = 0; g < order.size(); ++g) {
    if (order[g].size == 0) continue;  // not reached in an explored game
    const memory_plan& own = estimates.emplace_back(estimate_engines(*games[g], options_of_group));
    planned_group& planned = plan.groups.emplace_back(planned_group{{order[g], name_of_group(slices, order[g])}});
    planned.edges_per_position = own.edges_per_position;
    finished_before.push_back(finished_bytes);
    finished_bytes = saturating_sum(finished_bytes, table_bytes(*games[g]));
    plan.edges_per_position +=
        own.edges_per_position * static_cast<double>(own.positions) / static_cast<double>(plan.positions);
    if (own.positions > estimates[largest].positions) largest = estimates.size() - 1;
  }
  if (estimates.empty()) throw contract_error("no slice has positions");
  plan.engines = estimates[largest].engines;
  // A requested engine solves all groups.
  const auto by = [&](std::size_t group, std::size_t of_game) {
    return options.engine ? of_game : engine_of_group(estimates, group, of_game);
  };
  for (std::size_t e = 0; e < plan.engines.size(); ++e) {
    engine_estimate& whole = plan.engines[e];
    whole.reason = why_unavailable_for(plan, estimates, e);
    whole.is_available = whole.reason.empty();
    whole.peak_bytes = bytes_after_solve(game, whole.engine, options);
    for (std::size_t g = 0; whole.is_available && g < estimates.size(); ++g) {
      whole.peak_bytes =
          std::max(whole.peak_bytes, saturating_sum(finished_before[g], estimates[g].engines[by(g, e)].peak_bytes));
    }
    whole.peak_bytes = saturating_sum(whole.peak_bytes, allocator_bytes_of_exploring(game, options.threads));
  }
  choose_engine(plan, options.engine);
  // Where none fits, the groups are those of the first engine that would solve them in more memory.
  const engine_estimate* const shown =
      first_that_fits(plan.engines, plan.chosen ? plan.chosen : options.engine, no_limit);
  if (shown == nullptr) {
    plan.groups.clear();
    return plan;
  }
  const auto chosen = static_cast<std::size_t>(shown - plan.engines.data());
  for (std::size_t g = 0; g < estimates.size(); ++g) {
    const engine_estimate& own = estimates[g].engines[by(g, chosen)];
    plan.groups[g].chosen = own.engine;
    plan.groups[g].solving_bytes = own.peak_bytes;
  }
  const std::uint64_t shared_bytes = saturating_sum(bytes_of_program, plan.game_bytes);
  plan_side_by_side(plan.groups, shared_bytes, saturating_difference(plan.limit_bytes, finished_bytes),
                    options.threads);
  std::uint64_t& peak = plan.engines[chosen].peak_bytes;
  for (std::size_t first = 0, end = 0; first < plan.groups.size(); first = end) {
    const std::span<const planned_group> groups = plan.groups;
    end = end_of_side_by_side(groups, first);
    peak = std::max(peak, saturating_sum(finished_before[first],
                                         bytes_side_by_side(groups.subspan(first, end - first), shared_bytes)));
  }
  return plan;
}

}  // namespace

input_error unavailable_error(engine refused, std::string_view reason) {
  return input_error(fmt::format("engine '{}' is not available: {}", refused.name(), reason));
}

const engine_estimate* first_that_fits(const std::vector<engine_estimate>& engines, std::optional<engine> requested,
                                       std::uint64_t room_bytes) {
  const auto found = std::ranges::find_if(engines, [&](const engine_estimate& one) {
    return (requested ? one.engine == requested : !one.engine.is_baseline()) && one.is_available &&
           one.peak_bytes <= room_bytes;
  });
  return found == engines.end() ? nullptr : &*found;
}

void expect_engine(const any_game& game, const solve_options& options) {
  if (!options.engine) return;
  const engine_definition& requested = definition_of(game, *options.engine);
  std::string reason;
  if (is_solved_by_groups(game)) {
    const auto games = games_of_groups(game, slice_order(game.slices()));
    const auto why = [&](const auto& group) { return why_unavailable(requested, task_of(*group, options)); };
    if (std::ranges::any_of(games, [&](const auto& group) { return why(group).empty(); })) return;
    reason = why(games.front());
  } else {
    reason = why_unavailable(requested, task_of(game, options));
  }
  if (!reason.empty()) throw unavailable_error(*options.engine, reason);
}

memory_plan estimate_engines(const any_game& game, const solve_options& options) {
  const graph_sample sample = sample_of(game);
  const engine_task task = task_of(game, options);
  memory_plan plan = sized_plan(game, options);
  plan.edges_per_position = sample.edges_per_position + sample.leaving_moves_per_position;
  const std::uint64_t before = bytes_before_solve(game);
  for (const engine_definition* const definition : game.engines()) {
    // Engines for another number of processes are listed only if they are requested.
    const bool is_requested = options.engine && options.engine->name() == definition->info.name;
    if (definition->info.is_distributed != (options.blocks != nullptr) && !is_requested) continue;
    std::string reason = why_unavailable(*definition, task);
    engine_estimate estimate{engine(definition->info), reason.empty(), std::move(reason), 0};
    if (estimate.is_available) {
      estimate.peak_bytes = saturating_sum(game.size().bytes, definition->peak_bytes(task, sample));
    }
    if (definition->describe != nullptr) estimate.how = definition->describe(task, sample);
    estimate.peak_bytes = std::max({estimate.peak_bytes, before, bytes_after_solve(game, estimate.engine, options)});
    estimate.peak_bytes = saturating_sum(estimate.peak_bytes, allocator_bytes_of_exploring(game, options.threads));
    plan.engines.push_back(std::move(estimate));
  }
  return plan;
}

memory_plan plan(const any_game& game, const solve_options& options) {
  expect_solvable(game, {options});
  if (is_solved_by_groups(game)) return plan_groups(game, options);
  memory_plan plan = estimate_engines(game, options);
  choose_engine(plan, options.engine);
  return plan;
}

engine memory_plan::choice() const {
  if (!chosen) std::rethrow_exception(refusal);
  return *chosen;
}

std::uint64_t memory_plan::peak_bytes_of(zermelo::engine engine) const {
  return std::ranges::find(engines, engine, &engine_estimate::engine)->peak_bytes;
}

std::uint64_t available_bytes_per_process(block_exchange* blocks) {
  if (blocks == nullptr) return available_memory_bytes();
  return blocks->least(available_memory_bytes() / blocks->num_local_blocks()).value();
}

}  // namespace zermelo
