// SPDX-License-Identifier: MIT
#include <zermelo/experiment/job/solving.hpp>

#include <atomic>
#include <functional>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include <fmt/core.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/engines/engine.hpp>
#include <zermelo/core/engines/explicit_engine.hpp>
#include <zermelo/core/game/game_hooks.hpp>
#include <zermelo/core/positions/kept_moves.hpp>
#include <zermelo/core/positions/position_numbering.hpp>
#include <zermelo/core/progress/visitor.hpp>
#include <zermelo/core/rules/for_each_call.hpp>
#include <zermelo/core/slices/part_rules.hpp>
#include <zermelo/core/solve/solve_groups.hpp>
#include <zermelo/core/value/entry_reader.hpp>
#include <zermelo/core/value/joined_entries.hpp>
#include <zermelo/experiment/base/phase_clock.hpp>
#include <zermelo/experiment/catalog/any_game.hpp>
#include <zermelo/experiment/job/planning.hpp>
#include <zermelo/experiment/job/tie_guard.hpp>
#include <zermelo/experiment/question/one_position.hpp>

namespace zermelo::experiment {
namespace {

[[nodiscard]] engine_result run(const any_game& game, engine chosen, const solve_options& options,
                                solve_visitor& visitor) {
  if (position_numbering* const numbering = game.numbering()) {
    numbering->hold_keys(options.threads, visitor);
    // Only the engine `explicit`, which stores the graph, uses moves that exploring has kept. Others free them.
    if (chosen.name() != explicit_engine.info.name) (void)numbering->take_moves();
  }
  for (const engine_definition* const engine : game.engines()) {
    if (chosen.name() == engine->info.name) return engine->solve(task_of(game, options), options.saved, visitor);
  }
  throw std::logic_error("an engine was planned that the game does not have");
}

/// Moves out of legal positions that are not terminal.
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

/// The engine for a group: the chosen one, or if that is not available the first of the game's that is.
/// @throws input_error if none is.
[[nodiscard]] const engine_definition& engine_for_group(const any_game& game, engine chosen, const engine_task& group) {
  const engine_definition* found = nullptr;
  for (const engine_definition* const engine : game.engines()) {
    if (!why_unavailable(*engine, group).empty()) continue;
    if (chosen.name() == engine->info.name) return *engine;
    if (found == nullptr && !engine->info.is_baseline) found = engine;
  }
  if (found == nullptr) throw input_error(fmt::format("{}: no engine solves a group of its slices", game.name()));
  return *found;
}

/// Solves a game group of slices after group, see is_solved_by_groups. Phase "summarize" of the whole at the end.
[[nodiscard]] engine_result run_by_groups(const any_game& game, engine chosen, const solve_options& options,
                                          solve_visitor& visitor) {
  if (position_numbering* const numbering = game.numbering()) {
    numbering->hold_keys(options.threads, visitor);
    (void)numbering->take_moves();
  }
  const std::vector<slice> slices = game.slices();
  const auto solve_group = [&](const part_rules& group) {
    const engine_task task{.rules = group, .threads = options.threads};
    engine_result solved = engine_for_group(game, chosen, task).solve(task, nullptr, visitor);
    const std::uint64_t edges = solved.edges ? *solved.edges : count_edges(group, options.threads, visitor);
    return group_solution(std::move(solved.values), edges);
  };
  groups_solution solved = solve_groups(game.rules(), slices, solve_group);
  const auto runs = [&game](position p) { return run_at(game, p); };
  engine_result result;
  result.edges = solved.edges;
  result.summary = summarize(*solved.values, runs, options.threads, visitor);
  result.values = std::make_unique<const joined_entries>(*solved.values);
  return result;
}

}  // namespace

solved_game solve(const any_game& game, const solve_options& options, solve_visitor& visitor) {
  const engine chosen = (options.is_planned ? options.engine : plan(game, options).chosen).value();
  if (options.saved != nullptr && !chosen.saves()) {
    throw input_error(fmt::format("the engine '{}' cannot resume a saved solve", chosen.name()));
  }
  phase_clock clock(visitor);
  const reading_rules reading = game.reading();
  const auto refuse = [&] {
    throw input_error(
        fmt::format("{}: a move limit cannot be read where a game has ties and infinite play is won by "
                    "{}; give move_limit=none",
                    game.name(), game.player_names()[index_of(*reading.infinite_play)]));
  };
  const bool refuses_ties = reading.infinite_play && reading.move_limit;
  tie_guard guard(clock, refuses_ties ? std::function<void()>(refuse) : [] {});
  engine_result result =
      is_solved_by_groups(game) ? run_by_groups(game, chosen, options, guard) : run(game, chosen, options, guard);
  solved_game solved{std::move(result.values), {}};
  solve_report& report = solved.report;
  report.engine = chosen;
  report.threads = chosen.is_baseline() ? 1 : resolve_threads(options.threads);
  report.edges = result.edges ? *result.edges : count_edges(game.rules(), options.threads, visitor);
  report.seconds = clock.stop();
  report.summary = std::move(result.summary);
  // An engine without waves does not report ends to the guard.
  if (refuses_ties && report.summary.counts.tie > 0) refuse();
  return solved;
}

void choose_start(any_game& game, const solution_entries& values, work_monitor& monitor) {
  if (!game.chooses_start()) return;
  monitor.phase("start", 0);
  entry_reader entries(values);
  std::uint64_t num_read = 0;
  const kept_state start = game.hooks().start([&](position p) -> position_value {
    constexpr std::uint64_t check_interval = 4096;
    if (++num_read % check_interval == 0) {
      monitor.check_stop();
      monitor.advance(check_interval);
    }
    return entries[p];
  });
  game.set_start(rank_of_representative(game.hooks(), start));
}

}  // namespace zermelo::experiment
