// SPDX-License-Identifier: MIT
#include <zermelo/solving/job/solving.hpp>

#include <atomic>
#include <functional>
#include <span>
#include <utility>

#include <fmt/core.h>

#include <zermelo/catalog/base/phase_clock.hpp>
#include <zermelo/catalog/base/text.hpp>
#include <zermelo/catalog/games/any_game.hpp>
#include <zermelo/catalog/query/one_position.hpp>
#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/engines/engine.hpp>
#include <zermelo/core/engines/explicit_engine.hpp>
#include <zermelo/core/game/game_hooks.hpp>
#include <zermelo/core/positions/cached_moves.hpp>
#include <zermelo/core/positions/position_numbering.hpp>
#include <zermelo/core/progress/visitor.hpp>
#include <zermelo/core/rules/for_each_call.hpp>
#include <zermelo/core/slices/expect_slice_margins.hpp>
#include <zermelo/core/solve/solve_groups.hpp>
#include <zermelo/core/solve/solve_steps.hpp>
#include <zermelo/core/value/entry_reader.hpp>
#include <zermelo/core/value/joined_entries.hpp>
#include <zermelo/solving/job/memory_guard.hpp>
#include <zermelo/solving/job/tie_guard.hpp>
#include <zermelo/solving/plan/planned_group.hpp>
#include <zermelo/solving/plan/slicing.hpp>
#include <zermelo/solving/plan/solve_plan.hpp>
#include <zermelo/storage/file/scratch_file.hpp>

namespace zermelo {
namespace {

/// Prepares the numbering for a solve by these engines: loads the keys, and frees cached moves. Only the engine
/// `explicit`, which stores the graph, uses cached moves.
void prepare_numbering(const any_game& game, bool uses_moves, unsigned threads, solve_visitor& visitor) {
  position_numbering* const numbering = game.numbering();
  if (numbering == nullptr) return;
  numbering->load_keys(threads, visitor);
  if (!uses_moves) (void)numbering->take_moves();
}

/// Counts the moves out of legal positions that are not terminal.
[[nodiscard]] std::uint64_t count_edges(const zermelo::rules& rules, unsigned threads, solve_visitor& visitor) {
  std::atomic<std::uint64_t> edges{0};
  visitor.phase("count", rules.num_positions());
  for_each_block(rules.num_positions(), resolve_threads(threads), visitor, [&](std::uint64_t begin, std::uint64_t end) {
    std::uint64_t sum = 0;
    for_each_call(begin, end, [&](position p, std::span<position_word> words) {
      rules.describe(p, words, nullptr);
      for (const position_word word : words) sum += num_moves_of(word);
    });
    edges.fetch_add(sum, std::memory_order_relaxed);  // read only after all threads have been joined
  });
  return edges.load();
}

/// Checks the margins of a game solved at once, or of a group of slices, against the maximum margins of slices. @throws
/// contract_error
void expect_margins_in_bounds(const any_game& game, const solution_entries& values) {
  if (game.part() != nullptr) {
    expect_slice_margins(*game.part(), values);
  } else {
    expect_slice_margins(game.rules(), game.slices(), values);
  }
}

/// Solves a game, or a group of slices, by one engine.
/// @param excess_bytes  the part of the solution that is expected to exceed the memory
[[nodiscard]] solved_game solve_at_once(const any_game& game, engine chosen, const solve_options& options,
                                        std::uint64_t excess_bytes, solve_visitor& visitor) {
  if (options.saved != nullptr && !chosen.saves()) {
    throw input_error(fmt::format("engine '{}' cannot resume from a checkpoint; use another engine", chosen.name()));
  }
  phase_clock clock(visitor);
  const result_rules result_rule = game.result_rule();
  const auto reject = [&] {
    throw input_error(
        fmt::format("{}: a move limit cannot be combined with ties where {} wins infinite play; use move_limit=none",
                    game.name(), game.player_names()[index_of(*result_rule.infinite_play)]));
  };
  const bool rejects_ties = result_rule.infinite_play && result_rule.move_limit;
  tie_guard guard(clock, rejects_ties ? std::function<void()>(reject) : [] {});
  prepare_numbering(game, chosen.name() == explicit_engine.info.name, options.threads, guard);
  engine_task task = task_of(game, options);
  if (excess_bytes > 0) {
    task.scratch = std::make_shared<storage::scratch_file>(options.scratch_folder);
    task.excess_bytes = excess_bytes;
  }
  engine_result result = definition_of(game, chosen).solve(task, options.saved, guard);
  expect_margins_in_bounds(game, *result.values);
  solved_game solved{std::move(result.values), {}};
  solve_report& report = solved.report;
  report.engine = chosen;
  report.threads = chosen.is_baseline() ? 1 : resolve_threads(options.threads);
  report.scratch_bytes = result.scratch_bytes;
  report.edges = result.edges ? *result.edges : count_edges(game.rules(), options.threads, visitor);
  report.seconds = clock.stop();
  report.summary = std::move(result.summary);
  // An engine without waves does not report terminal positions to the guard.
  if (rejects_ties && report.summary.counts.tie > 0) reject();
  return solved;
}

using successor_entries = std::shared_ptr<const joined_entries>;

/// Solves a game group of slices after group, each by its engine. Phase "solve" for groups that are solved at the same
/// time; phase "summarize" for the whole game at the end.
[[nodiscard]] solved_game solve_by_groups(const any_game& game, const solve_options& options, const solve_plan& plan,
                                          solve_visitor& visitor) {
  phase_clock clock(visitor);
  prepare_numbering(game, false, options.threads, clock);
  groups_in_memory<planned_group> store(game.slices());
  const auto solve_group = [&](const planned_group& planned, const successor_entries& reachable,
                               const step_conditions& conditions, solve_visitor& of_group) {
    const auto part = game_of_group(game, planned.group, reachable);
    solve_options options_of_group = options;
    options_of_group.threads = conditions.threads;
    solved_game solved = solve_at_once(*part, planned.chosen.value(), options_of_group, 0, of_group);
    return group_solution(std::move(solved.values), solved.report.edges);
  };
  solve_steps<planned_group, successor_entries, group_solution>(plan.groups, store, solve_group, options.threads,
                                                                clock);
  const groups_solution found = store.solved();
  solved_game solved{std::make_unique<const joined_entries>(*found.values), {}};
  solve_report& report = solved.report;
  report.edges = found.edges;
  report.engine = plan.chosen;
  report.threads = plan.chosen->is_baseline() ? 1 : resolve_threads(options.threads);
  report.summary = summarize(*solved.values, [&game](position p) { return run_at(game, p); }, options.threads, clock);
  for (const auto& [phase, seconds] : clock.stop()) {
    report.seconds[phase.substr(0, phase.find(' '))] += seconds;  // without the name of the group
  }
  return solved;
}

}  // namespace

solved_game solve(const any_game& game, const solve_options& options, const solve_plan& plan, solve_visitor& visitor) {
  const engine chosen = plan.choice();
  memory_guard guard(visitor, options.process_limit_bytes,
                     fmt::format("{} positions: engine '{}'", grouped_digits(game.num_positions()), chosen.name()));
  if (!plan.groups.empty()) return solve_by_groups(game, options, plan, guard);
  const std::uint64_t excess_bytes =
      options.scratch_folder.empty() ? 0 : plan.estimate_of(chosen).excess_bytes(plan.limit_bytes);
  return solve_at_once(game, chosen, options, excess_bytes, guard);
}

solved_game solve(const any_game& game, const solve_options& options, solve_visitor& visitor) {
  return solve(game, options, plan(game, {options}), visitor);
}

void choose_start(any_game& game, const solution_entries& values, work_monitor& monitor) {
  if (!game.chooses_start()) return;
  monitor.phase("start", 0);
  entry_reader entries(values);
  std::uint64_t num_read = 0;
  const state_copy start = game.hooks().start([&](position p) -> position_value {
    constexpr std::uint64_t check_interval = 4096;
    if (++num_read % check_interval == 0) {
      monitor.check_stop();
      monitor.advance(check_interval);
    }
    return entries[p];
  });
  game.set_start(rank_of_representative(game.hooks(), start));
}

}  // namespace zermelo
