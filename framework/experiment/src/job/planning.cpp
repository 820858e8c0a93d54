// SPDX-License-Identifier: MIT
#include <zermelo/experiment/job/planning.hpp>

#include <algorithm>
#include <memory>
#include <stdexcept>
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
  if (numbered == nullptr || numbered->moves() == nullptr) return sample_graph(game.rules());
  graph_sample kept = numbered->moves()->sample();
  kept.max_margin = game.rules().traits().max_margin;
  return kept;
}

/// What an engine solves at once: the whole game, or a group of its slices beside finished groups.
struct planned_task {
  std::string group;                        ///< the name of the group; empty: the whole game
  std::unique_ptr<const part_rules> rules;  ///< of the group, without the entries of other groups
  engine_task task;
  graph_sample sample{};         ///< see sampled
  std::uint64_t kept_bytes = 0;  ///< of the entries of finished groups
};

/// The groups of slices in the order of solving, also those without positions.
[[nodiscard]] std::vector<planned_task> tasks_of_groups(const any_game& game, const solve_options& options) {
  const std::vector<slice> slices = game.slices();
  if (slices.empty()) throw contract_error("a game whose moves gain points names no slices");
  const auto no_entries = std::make_shared<const joined_entries>(game.is_numbered() ? game.num_positions() : 0);
  std::vector<planned_task> groups;
  for (const slice_group& group : slice_order(slices)) {
    auto rules = std::make_unique<const part_rules>(game.rules(), slice_numbers(slices, group), no_entries);
    const engine_task task{.rules = *rules, .threads = options.threads};
    groups.push_back({name_of_group(slices, group), std::move(rules), task});
  }
  return groups;
}

/// The whole game, or its groups of slices if it is solved group after group, without samples.
/// @param group  the name of the group of slices that `game` is; empty: a whole game
[[nodiscard]] std::vector<planned_task> tasks_of(const any_game& game, const solve_options& options,
                                                 const std::string& group = "") {
  if (is_solved_by_groups(game)) return tasks_of_groups(game, options);
  std::vector<planned_task> whole;
  whole.push_back({group, nullptr, task_of(game, options)});
  return whole;
}

/// Tasks with their samples. Groups without positions are left out: they are not reached in an explored game.
[[nodiscard]] std::vector<planned_task> sampled(std::vector<planned_task> tasks, const any_game& game) {
  if (!is_solved_by_groups(game)) {
    tasks.front().sample = sample_of(game);
    return tasks;
  }
  std::vector<planned_task> groups;
  std::uint64_t kept_bytes = 0;
  for (planned_task& group : tasks) {
    if (group.rules->num_positions() == 0) continue;
    group.kept_bytes = kept_bytes;
    group.sample = sample_graph(*group.rules);
    const std::uint64_t entry_bytes = planned_entry_bytes(group.sample.max_margin);
    kept_bytes = saturating_sum(kept_bytes, saturating_product(group.sample.positions, entry_bytes));
    groups.push_back(std::move(group));
  }
  if (groups.empty()) throw contract_error("no slice has positions");
  return groups;
}

[[nodiscard]] const planned_task& largest_of(const std::vector<planned_task>& tasks) {
  return *std::max_element(tasks.begin(), tasks.end(), [](const planned_task& a, const planned_task& b) {
    return a.sample.positions < b.sample.positions;
  });
}

/// The moves of a position of the whole game, on average.
[[nodiscard]] double moves_per_position(const std::vector<planned_task>& tasks) {
  double moves = 0;
  double positions = 0;
  for (const planned_task& one : tasks) {
    const auto of_task = static_cast<double>(one.sample.positions);
    moves += of_task * (one.sample.edges_per_position + one.sample.leaving_moves_per_position);
    positions += of_task;
  }
  return positions > 0 ? moves / positions : 0;
}

/// The memory of the histograms of the whole game, see histogram_bytes.
[[nodiscard]] std::uint64_t histogram_bytes_of(const std::vector<planned_task>& tasks, std::uint64_t positions,
                                               unsigned threads) {
  graph_sample whole;
  whole.positions = positions;
  for (const planned_task& one : tasks) {
    whole.largest_end_distance = std::max(whole.largest_end_distance, one.sample.largest_end_distance);
  }
  return histogram_bytes(whole, threads);
}

/// Why an engine can solve none of the tasks: the reason for the first one; empty if it can solve one.
[[nodiscard]] std::string why_none_is_solved(const engine_definition& engine, const std::vector<planned_task>& tasks) {
  const bool is_one_solved = std::any_of(
      tasks.begin(), tasks.end(), [&](const planned_task& one) { return why_unavailable(engine, one.task).empty(); });
  return is_one_solved || tasks.empty() ? "" : why_unavailable(engine, tasks.front().task);
}

/// Why an engine cannot solve one of the tasks, with the name of its group unless no group is solved; empty if the
/// engine can solve all.
[[nodiscard]] std::string why_unavailable_for(const engine_definition& engine, const std::vector<planned_task>& tasks) {
  std::string of_all = why_none_is_solved(engine, tasks);
  if (!of_all.empty() && (tasks.size() > 1 || tasks.front().group.empty())) return of_all;
  for (const planned_task& one : tasks) {
    const std::string reason = why_unavailable(engine, one.task);
    if (!reason.empty()) return fmt::format("group {}: {}", one.group, reason);
  }
  return "";
}

/// The engines that solve some of the tasks but not all, and are no baselines: `one_pass`, if every move leaves some
/// groups.
[[nodiscard]] std::vector<const engine_definition*> engines_of_some(const any_game& game,
                                                                    const std::vector<planned_task>& tasks) {
  std::vector<const engine_definition*> found = game.engines();
  std::erase_if(found, [&](const engine_definition* one) {
    const auto is_solved = [one](const planned_task& t) { return why_unavailable(*one, t.task).empty(); };
    return one->info.is_baseline || std::all_of(tasks.begin(), tasks.end(), is_solved) ||
           std::none_of(tasks.begin(), tasks.end(), is_solved);
  });
  return found;
}

/// The first of the engines that solves a task; `otherwise` if none does.
[[nodiscard]] const engine_definition& first_available(const std::vector<const engine_definition*>& engines,
                                                       const engine_task& task, const engine_definition& otherwise) {
  const auto found = std::find_if(engines.begin(), engines.end(),
                                  [&](const engine_definition* one) { return why_unavailable(*one, task).empty(); });
  return found == engines.end() ? otherwise : **found;
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
    refuse(", which in memory is not saved: give --slices all");
  }
}

void expect_engine(const any_game& game, const solve_options& options) {
  if (!options.engine) return;
  const std::string reason = why_none_is_solved(definition_of(game, *options.engine), tasks_of(game, options));
  if (!reason.empty()) {
    throw input_error(fmt::format("engine '{}' is not available: {}", options.engine->name(), reason));
  }
}

std::string name_of_group(const std::vector<slice>& slices, const slice_group& group) {
  std::string name;
  for (const std::uint32_t member : group.slices) name += (name.empty() ? "" : "+") + slices[member].name;
  return name;
}

memory_plan plan(const any_game& game, const solve_options& options, const std::string& group) {
  expect_options_by_groups(game, options);
  const std::vector<planned_task> tasks = sampled(tasks_of(game, options, group), game);
  const planned_task& largest = largest_of(tasks);
  memory_plan plan;
  plan.positions = game.num_positions();
  plan.edges_per_position = moves_per_position(tasks);
  // The memory of the game is included in the estimates, but is no longer available: it is added to the limit.
  plan.game_bytes = game.size().bytes;
  plan.limit_bytes = options.memory_limit_bytes != 0 ? options.memory_limit_bytes
                                                     : saturating_sum(available_bytes_per_process(options.blocks),
                                                                      game.size().bytes, game.kept_bytes());
  // A requested engine solves all groups.
  const std::vector<const engine_definition*> of_some =
      options.engine ? std::vector<const engine_definition*>() : engines_of_some(game, tasks);
  const std::uint64_t before = bytes_before_solve(game);
  const std::uint64_t histograms = histogram_bytes_of(tasks, plan.positions, options.threads);
  for (const engine_definition* const definition : game.engines()) {
    // Engines for another number of processes are listed only if they are requested.
    const bool is_requested = options.engine && options.engine->name() == definition->info.name;
    if (definition->info.is_distributed != (options.blocks != nullptr) && !is_requested) continue;
    std::string reason = why_unavailable_for(*definition, tasks);
    engine_estimate estimate{engine(definition->info), reason.empty(), std::move(reason), 0};
    if (estimate.is_available) {
      for (const planned_task& one : tasks) {
        const engine_definition& by = first_available(of_some, one.task, *definition);
        estimate.peak_bytes = std::max(estimate.peak_bytes, saturating_sum(game.size().bytes, one.kept_bytes,
                                                                           by.peak_bytes(one.task, one.sample)));
      }
    }
    if (definition->describe != nullptr) estimate.how = definition->describe(largest.task, largest.sample);
    estimate.peak_bytes = std::max({estimate.peak_bytes, before, bytes_after_solve(game, estimate.engine, options)});
    estimate.peak_bytes =
        saturating_sum(estimate.peak_bytes, allocator_bytes_of_exploring(game, options.threads), histograms);
    plan.engines.push_back(std::move(estimate));
  }
  choose_engine(plan, options.engine);
  if (is_solved_by_groups(game)) {
    const engine_definition& of_game = definition_of(game, *plan.chosen);
    for (const planned_task& one : tasks) {
      plan.groups.push_back({one.group, engine(first_available(of_some, one.task, of_game).info)});
    }
  }
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

const engine_definition& definition_of(const any_game& game, engine chosen) {
  for (const engine_definition* const one : game.engines()) {
    if (chosen.name() == one->info.name) return *one;
  }
  throw std::logic_error("an engine was planned that the game does not have");
}

void take_choice(solve_options& options, const memory_plan& plan) {
  options.engine = plan.chosen;
  options.group_engines.clear();
  for (const group_engine& one : plan.groups) options.group_engines.push_back(one.engine);
  options.is_planned = true;
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
